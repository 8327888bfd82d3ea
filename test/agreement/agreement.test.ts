/** For everything that depends on the request alone, the validators and the mock return the same result. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computePackage, dnsPackage, errorReportingPackage, osConfigPackage } from '../conformance/packages.js';
import { findDifference, callBoth, type Package } from './call-both.js';
import { buildChangedRequests, buildValidRequest, type Request } from './requests.js';

const packages = [dnsPackage, computePackage, osConfigPackage, errorReportingPackage] as unknown as readonly Package[];

describe.each(packages.map((api) => [api.name, api] as const))('%s', (_, api) => {
  const { methods } = api.behavior;
  const changedRequests = methods.flatMap((method) => buildChangedRequests(api, method));
  const requestsWithoutValue = changedRequests.filter(({ removes }) => removes);

  test('accepts a valid request of each method', async () => {
    for (const method of methods) {
      const { status, rejection, errors } = await callBoth(api, buildValidRequest(api, method));
      expect({ rejection, errors, isAccepted: status < 300 }, method.method.id).toEqual({
        rejection: undefined,
        errors: [],
        isAccepted: true,
      });
    }
  });

  test('rejects a request without a required value', () => expectAgreement(requestsWithoutValue));

  test('returns the same result for a changed value or parameter', async () => {
    const randomRequest = fc.nat({ max: changedRequests.length - 1 }).map((index) => changedRequests[index] as Request);
    await fc.assert(
      fc.asyncProperty(randomRequest, (request) => expectAgreement([request])),
      { numRuns: Math.min(80, changedRequests.length) },
    );
  });

  async function expectAgreement(requests: readonly Request[]): Promise<void> {
    const differences: string[] = [];
    for (const request of requests) {
      const difference = await findDifference(api, request);
      if (difference !== undefined) differences.push(difference);
    }
    expect(differences).toEqual([]);
  }
});
