/** A flow uses a client and its mock, in memory and over HTTP. Every exchange is validated. */
import { test } from 'vitest';
import type { MockOptions } from '../../mock/index.js';
import { validateExchanges } from './check-response.js';
import { openWorld, transportCases, type GeneratedPackage, type World } from './world.js';

/** Returns a function that defines the flows of one package with these options of its mock. */
export function defineFlows<Client>(
  api: GeneratedPackage<Client>,
  options: MockOptions,
): (title: string, run: (world: World<Client>) => Promise<void>) => void {
  return (title, run) => {
    test.each(transportCases.map((transport) => [transport.name, transport] as const))(`${title} (%s)`, async (_, transport) => {
      const world = await openWorld(api, transport, options);
      try {
        await run(world);
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
