/** A story told with a client and its mock; it is told in memory and over HTTP, and all that is exchanged is judged. */
import { test } from 'vitest';
import type { MockOptions } from '../../templates/runtime/mock/index.js';
import { validateExchanges } from './check-response.js';
import { openWorld, transportCases, type GeneratedPackage, type World } from './world.js';

/** Stories of one package. Options are those of its mock. */
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

/** What a call fails with that the service refuses. */
export function apiError(status: number, reason: string): { readonly name: 'ApiError'; readonly status: number; readonly reason: string } {
  return { name: 'ApiError', status, reason };
}
