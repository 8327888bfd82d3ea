/** Validators and mock return the same result for everything that a request alone determines. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computePackage, dnsPackage, errorReportingPackage, osConfigPackage } from '../conformance/packages.js';
import { findDifference, callBoth, type Package } from './call-both.js';
import { buildChangedRequests, buildValidRequest, type Request } from './requests.js';

const packages = [dnsPackage, computePackage, osConfigPackage, errorReportingPackage] as unknown as readonly Package[];

describe.each(packages.map((api) => [api.name, api] as const))('%s', (_, api) => {
  const { methods } = api.behavior;
  const changed = methods.flatMap((method) => buildChangedRequests(api, method));
  const lacking = changed.filter(({ removes }) => removes);

  test('both accept a valid request of each method', async () => {
    for (const method of methods) {
      const { status, rejection: refused, errors } = await callBoth(api, buildValidRequest(api, method));
      expect({ refused, errors, isAnswered: status < 300 }, method.method.id).toEqual({ refused: undefined, errors: [], isAnswered: true });
    }
  });

  test('both reject a request without a required value', () => agree(lacking));

  test('both return the same result for a changed value or parameter', async () => {
    const drawn = fc.nat({ max: changed.length - 1 }).map((index) => changed[index] as Request);
    await fc.assert(
      fc.asyncProperty(drawn, (request) => agree([request])),
      { numRuns: Math.min(700, changed.length) },
    );
  });

  async function agree(requests: readonly Request[]): Promise<void> {
    const differences: string[] = [];
    for (const request of requests) {
      const difference = await findDifference(api, request);
      if (difference !== undefined) differences.push(difference);
    }
    expect(differences).toEqual([]);
  }
});
