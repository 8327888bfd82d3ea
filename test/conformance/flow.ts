/** A flow uses a client and its mock, in memory and over HTTP, and every exchange is validated. */
import { test } from 'vitest';
import type { MockOptions } from '../../templates/runtime/mock/index.js';
import { validateExchanges } from './check-response.js';
import { openWorld, transportCases, type GeneratedPackage, type World } from './world.js';

/** Defines the flows of one package. The options are those of its mock. */
export function defineFlows<Client>(
  api: GeneratedPackage<Client>,
  options: MockOptions,
): (title: string, tell: (world: World<Client>) => Promise<void>) => void {
  return (title, tell) => {
    test.each(transportCases.map((way) => [way.name, way] as const))(`${title} (%s)`, async (_, way) => {
      const world = await openWorld(api, way, options);
      try {
        await tell(world);
        validateExchanges(api, world);
      } finally {
        await world.close();
      }
    });
  };
}

/** The expected error of a rejected call. */
export function apiError(status: number, reason: string): { readonly name: 'ApiError'; readonly status: number; readonly reason: string } {
  return { name: 'ApiError', status, reason };
}
