/** The validators of the compute specification as requests and responses have them; the single rules are shown in test/rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiOf } from '../../../support/packages.js';
import { brokenBy, errorsOf, loadApi, root, type Loaded } from './support.js';

let compute: Loaded;

beforeAll(async () => {
  compute = await loadApi(apiOf(readFileSync(join(root, 'specs/compute.v1.yaml'), 'utf8')));
});

const pem = (label: string): string => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;
const fingerprint = 'YWJj';

describe('requests', () => {
  const patch = { project: 'p', region: 'r', subnetwork: 's' };

  test('output-only fields are ignored, whatever they hold', () => {
    const requestBody = { fingerprint, kind: 'x', state: 1, id: {} };
    expect(errorsOf(compute.validateSubnetworksPatchRequest, { ...patch, requestBody })).toEqual([]);
  });

  test('a parameter or field that is undefined counts as absent', () => {
    const requestBody = { fingerprint, role: undefined, unknown: undefined, logConfig: { enable: false, flowSampling: undefined } };
    expect(errorsOf(compute.validateSubnetworksPatchRequest, { ...patch, requestId: undefined, requestBody })).toEqual([]);
    expect(brokenBy(compute.validateSubnetworksPatchRequest, { ...patch, requestBody: { fingerprint: undefined } })).toEqual([
      '/requestBody required',
    ]);
  });

  test('all that is wrong is told', () => {
    const requestBody = { name: 'A', extra: 1, secondaryIpRanges: [{ rangeName: 1 }] };
    expect(
      brokenBy(compute.validateSubnetworksPatchRequest, { region: 'r', subnetwork: '', requestId: 'x', other: 1, requestBody }),
    ).toEqual([
      ' required',
      '/subnetwork minLength',
      '/requestId format',
      ' additionalProperties',
      '/requestBody/name pattern',
      '/requestBody additionalProperties',
      '/requestBody/secondaryIpRanges/0/rangeName type',
      '/requestBody required',
    ]);
  });

  test('the fingerprint that is missing is told apart', () => {
    expect(compute.validateSubnetworksPatchRequest?.({ ...patch, requestBody: {} })).toBe(false);
    expect(compute.validateSubnetworksPatchRequest?.errors).toEqual([
      {
        instancePath: '/requestBody',
        schemaPath: '#/properties/requestBody/required',
        keyword: 'required',
        params: {
          missingProperty: 'fingerprint',
          rule: 'fingerprint',
          source: 'compute: Resources and their fields > Subnetwork > fingerprint',
        },
        message: 'must have the current "fingerprint", which a GET of the resource returns',
      },
    ]);
  });

  test('a partial request is not asked for what may stand elsewhere', () => {
    const requestBody = { fingerprint, role: 'ACTIVE' };
    expect(errorsOf(compute.validateSubnetworksPatchRequest, { ...patch, requestBody })).toEqual([]);
  });

  test('a merge patch removes with null', () => {
    const request = { project: 'p', httpHealthCheck: 'h', requestBody: { host: null, timeoutSec: 9 } };
    expect(errorsOf(compute.validateHttpHealthChecksPatchRequest, request)).toEqual([]);
    expect(
      brokenBy(compute.validateHttpHealthChecksPatchRequest, { ...request, requestBody: { timeoutSec: 9, checkIntervalSec: 8 } }),
    ).toEqual(['/requestBody/timeoutSec x-validations']);
    expect(brokenBy(compute.validateSubnetworksPatchRequest, { ...patch, requestBody: { fingerprint, role: null } })).toEqual([
      '/requestBody/role type',
    ]);
  });

  test('a request id is a UUID other than zero', () => {
    const request = { ...patch, requestBody: { fingerprint } };
    expect(errorsOf(compute.validateSubnetworksPatchRequest, { ...request, requestId: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' })).toEqual(
      [],
    );
    expect(brokenBy(compute.validateSubnetworksPatchRequest, { ...request, requestId: '00000000-0000-0000-0000-000000000000' })).toEqual([
      '/requestId not',
    ]);
  });

  test('page sizes, system parameters, empty bodies', () => {
    const list = compute.validateSslPoliciesListRequest;
    expect(errorsOf(list, { project: 'p', maxResults: 500, alt: 'json', $fields: 'x', '$.xgafv': '2' })).toEqual([]);
    expect(brokenBy(list, { project: 'p', maxResults: 501 })).toEqual(['/maxResults maximum']);
    expect(brokenBy(list, { project: 'p', maxResults: -1 })).toEqual(['/maxResults format', '/maxResults minimum']);
    expect(brokenBy(list, { project: 'p', maxResults: '5' })).toEqual(['/maxResults type']);
    expect(brokenBy(list, { project: 'p', requestBody: {} })).toEqual(['/requestBody noRequestBody']);
  });

  test('lenient on demand', () => {
    const request = { ...patch, other: 1, requestBody: { extra: 1, stackType: 'NEW' } };
    expect(errorsOf(compute.validateSubnetworksPatchRequest, request, { strict: false })).toEqual([]);
    expect(brokenBy(compute.validateSubnetworksPatchRequest, { ...request, project: 1 }, { strict: false })).toEqual(['/project type']);
  });
});

describe('responses', () => {
  const list = { kind: 'compute#sslPoliciesList', items: [{ name: 'a', profile: 'NEW', extra: 1 }], extra: 1 };

  test('lenient: what is unknown passes, wrong types do not', () => {
    expect(errorsOf(compute.validateSslPoliciesListResponse, list)).toEqual([]);
    expect(brokenBy(compute.validateSslPoliciesListResponse, { items: [{ name: 1 }], nextPageToken: 2 })).toEqual([
      '/nextPageToken type',
      '/items/0/name type',
    ]);
  });

  test('strict on demand', () => {
    expect(brokenBy(compute.validateSslPoliciesListResponse, list, { strict: true })).toEqual([
      ' additionalProperties',
      '/items/0/profile enum',
      '/items/0 additionalProperties',
    ]);
  });

  test('a response never holds what is only written', () => {
    const response = { items: [{ name: 'c', privateKey: pem('PRIVATE KEY') }] };
    expect(brokenBy(compute.validateRegionSslCertificatesListResponse, response)).toEqual(['/items/0 writeOnly']);
    expect(errorsOf(compute.validateSslCertificate, response.items[0])).toEqual([]);
  });
});

test('a message says what a person needs', () => {
  expect(compute.validateHttpHealthCheck?.({ timeoutSec: 6, checkIntervalSec: 5 })).toBe(false);
  expect(compute.validateHttpHealthCheck?.errors).toEqual([
    {
      instancePath: '/timeoutSec',
      schemaPath: '#/x-validations/0',
      keyword: 'x-validations',
      params: {
        rule: 'self.timeoutSec <= self.checkIntervalSec',
        source: 'compute: Resources and their fields > HttpHealthCheck > timeoutSec',
      },
      message: "timeoutSec can't exceed checkIntervalSec",
    },
  ]);
  expect(compute.validateHttpHealthCheck?.({})).toBe(true);
  expect(compute.validateHttpHealthCheck?.errors).toBeNull();
});
