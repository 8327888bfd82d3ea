/** What can be judged on a request alone, validators and mock judge alike. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computePackage, dnsPackage, errorReportingPackage, osConfigPackage } from '../conformance/packages.js';
import { differenceOf, judged, type Package } from './ask.js';
import { changedRequests, validRequest, type Request } from './requests.js';

const packages = [dnsPackage, computePackage, osConfigPackage, errorReportingPackage] as unknown as readonly Package[];

describe.each(packages.map((api) => [api.name, api] as const))('%s', (_, api) => {
  const { methods } = api.behavior;
  const changed = methods.flatMap((method) => changedRequests(api, method));
  const lacking = changed.filter(({ removes }) => removes);

  test('a valid request of each method is accepted by both', async () => {
    for (const method of methods) {
      const { status, refused, errors } = await judged(api, validRequest(api, method));
      expect({ refused, errors, isAnswered: status < 300 }, method.method.id).toEqual({ refused: undefined, errors: [], isAnswered: true });
    }
  });

  test('a value that is missing is missed by both', () => agree(lacking));

  test('another value, or a parameter, is judged alike', async () => {
    const drawn = fc.nat({ max: changed.length - 1 }).map((index) => changed[index] as Request);
    await fc.assert(
      fc.asyncProperty(drawn, (request) => agree([request])),
      { numRuns: Math.min(700, changed.length) },
    );
  });

  async function agree(requests: readonly Request[]): Promise<void> {
    const differences: string[] = [];
    for (const request of requests) {
      const difference = await differenceOf(api, request);
      if (difference !== undefined) differences.push(difference);
    }
    expect(differences).toEqual([]);
  }
});
