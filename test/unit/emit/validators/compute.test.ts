/** The request and response validators of the compute specification; test/rules covers single rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { resolveApi } from '../../../support/packages.js';
import { listKeywords, collectErrors, loadApi, root, type Loaded } from './support.js';

let compute: Loaded;

beforeAll(async () => {
  compute = await loadApi(resolveApi(readFileSync(join(root, 'specs/compute.v1.yaml'), 'utf8')));
});

const pem = (label: string): string => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;
const fingerprint = 'YWJj';

describe('requests', () => {
  const patch = { project: 'p', region: 'r', subnetwork: 's' };

  test('ignore output-only fields with any value', () => {
    const requestBody = { fingerprint, kind: 'x', state: 1, id: {} };
    expect(collectErrors(compute.validateSubnetworksPatchRequest, { ...patch, requestBody })).toEqual([]);
  });

  test('treat an undefined parameter or field as absent', () => {
    const requestBody = { fingerprint, role: undefined, unknown: undefined, logConfig: { enable: false, flowSampling: undefined } };
    expect(collectErrors(compute.validateSubnetworksPatchRequest, { ...patch, requestId: undefined, requestBody })).toEqual([]);
    expect(listKeywords(compute.validateSubnetworksPatchRequest, { ...patch, requestBody: { fingerprint: undefined } })).toEqual([
      '/requestBody required',
    ]);
  });

  test('report all errors', () => {
    const requestBody = { name: 'A', extra: 1, secondaryIpRanges: [{ rangeName: 1 }] };
    expect(
      listKeywords(compute.validateSubnetworksPatchRequest, { region: 'r', subnetwork: '', requestId: 'x', other: 1, requestBody }),
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

  test('report a missing fingerprint separately', () => {
    expect(compute.validateSubnetworksPatchRequest?.({ ...patch, requestBody: {} })).toBe(false);
    expect(compute.validateSubnetworksPatchRequest?.errors).toEqual([
      {
        instancePath: '/requestBody',
        schemaPath: '#/properties/requestBody/required',
        keyword: 'required',
        params: {
          missingProperty: 'fingerprint',
          rule: 'etag',
          source: 'compute: Resources and their fields > Subnetwork > fingerprint',
        },
        message: 'must have the current "fingerprint", which a GET of the resource returns',
      },
    ]);
  });

  test('do not require fields in a partial request that the stored resource may have', () => {
    const requestBody = { fingerprint, role: 'ACTIVE' };
    expect(collectErrors(compute.validateSubnetworksPatchRequest, { ...patch, requestBody })).toEqual([]);
  });

  test('accept null in a merge patch', () => {
    const request = { project: 'p', httpHealthCheck: 'h', requestBody: { host: null, timeoutSec: 9 } };
    expect(collectErrors(compute.validateHttpHealthChecksPatchRequest, request)).toEqual([]);
    expect(
      listKeywords(compute.validateHttpHealthChecksPatchRequest, { ...request, requestBody: { timeoutSec: 9, checkIntervalSec: 8 } }),
    ).toEqual(['/requestBody/timeoutSec x-validations']);
    expect(listKeywords(compute.validateSubnetworksPatchRequest, { ...patch, requestBody: { fingerprint, role: null } })).toEqual([
      '/requestBody/role type',
    ]);
  });

  test('require a request ID to be a nonzero UUID', () => {
    const request = { ...patch, requestBody: { fingerprint } };
    expect(
      collectErrors(compute.validateSubnetworksPatchRequest, { ...request, requestId: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' }),
    ).toEqual([]);
    expect(
      listKeywords(compute.validateSubnetworksPatchRequest, { ...request, requestId: '00000000-0000-0000-0000-000000000000' }),
    ).toEqual(['/requestId not']);
  });

  test('validate page sizes, system parameters, and empty bodies', () => {
    const list = compute.validateSslPoliciesListRequest;
    expect(collectErrors(list, { project: 'p', maxResults: 500, alt: 'json', $fields: 'x', '$.xgafv': '2' })).toEqual([]);
    expect(listKeywords(list, { project: 'p', maxResults: 501 })).toEqual(['/maxResults maximum']);
    expect(listKeywords(list, { project: 'p', maxResults: -1 })).toEqual(['/maxResults format', '/maxResults minimum']);
    expect(listKeywords(list, { project: 'p', maxResults: '5' })).toEqual(['/maxResults type']);
    expect(listKeywords(list, { project: 'p', requestBody: {} })).toEqual([' additionalProperties']);
  });

  test('are lenient on demand', () => {
    const request = { ...patch, other: 1, requestBody: { extra: 1, stackType: 'NEW' } };
    expect(collectErrors(compute.validateSubnetworksPatchRequest, request, { strict: false })).toEqual([]);
    expect(listKeywords(compute.validateSubnetworksPatchRequest, { ...request, project: 1 }, { strict: false })).toEqual(['/project type']);
  });
});

describe('responses', () => {
  const list = { kind: 'compute#sslPoliciesList', items: [{ name: 'a', profile: 'NEW', extra: 1 }], extra: 1 };

  test('are lenient by default: they accept unknown fields but no wrong types', () => {
    expect(collectErrors(compute.validateSslPoliciesListResponse, list)).toEqual([]);
    expect(listKeywords(compute.validateSslPoliciesListResponse, { items: [{ name: 1 }], nextPageToken: 2 })).toEqual([
      '/nextPageToken type',
      '/items/0/name type',
    ]);
  });

  test('are strict on demand', () => {
    expect(listKeywords(compute.validateSslPoliciesListResponse, list, { strict: true })).toEqual([
      ' additionalProperties',
      '/items/0/profile enum',
      '/items/0 additionalProperties',
    ]);
  });

  test('reject input-only fields', () => {
    const response = { items: [{ name: 'c', privateKey: pem('PRIVATE KEY') }] };
    expect(listKeywords(compute.validateRegionSslCertificatesListResponse, response)).toEqual(['/items/0 writeOnly']);
    expect(collectErrors(compute.validateSslCertificate, response.items[0])).toEqual([]);
  });
});

test('messages name the field, the expected value, and the received value', () => {
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
