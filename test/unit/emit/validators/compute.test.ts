/** The validators of the compute specification: what the document says of single messages, accepted and refused. */
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
const chain = (length: number): string => pem('CERTIFICATE').repeat(length);
const fingerprint = 'YWJj';

const subnetwork = {
  kind: 'compute#subnetwork',
  name: 's1',
  network: 'projects/p/global/networks/n',
  ipCidrRange: '10.0.0.0/24',
  fingerprint,
  state: 'READY',
  secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: '10.1.0.0/24' }],
  logConfig: { enable: true, flowSampling: 0.5, metadata: 'CUSTOM_METADATA', metadataFields: ['f'] },
};

interface Case {
  readonly what: string;
  readonly schema: string;
  readonly accepted: unknown;
  readonly refused: unknown;
  readonly broken: readonly string[];
}

const cases: readonly Case[] = [
  {
    what: 'a name has 1 to 63 characters',
    schema: 'Subnetwork',
    accepted: { name: 'a'.repeat(63) },
    refused: { name: 'a'.repeat(64) },
    broken: ['/name maxLength'],
  },
  { what: 'a name follows RFC 1035', schema: 'Subnetwork', accepted: { name: 'a-1' }, refused: { name: 'a-' }, broken: ['/name pattern'] },
  { what: 'a name is text', schema: 'Subnetwork', accepted: { name: 'a' }, refused: { name: 1 }, broken: ['/name type'] },
  {
    what: 'kind is fixed',
    schema: 'Subnetwork',
    accepted: { kind: 'compute#subnetwork' },
    refused: { kind: 'compute#x' },
    broken: ['/kind const'],
  },
  {
    what: 'a closed set of values',
    schema: 'Subnetwork',
    accepted: { stackType: 'IPV4_IPV6' },
    refused: { stackType: 'IPV6' },
    broken: ['/stackType enum'],
  },
  {
    what: 'a value set that is not shown is open',
    schema: 'Subnetwork',
    accepted: { privateIpv6ProviderAccess: 'ANY' },
    refused: { privateIpv6ProviderAccess: 1 },
    broken: ['/privateIpv6ProviderAccess type'],
  },
  {
    what: 'uint64 is text',
    schema: 'HttpHealthCheck',
    accepted: { id: '18446744073709551615' },
    refused: { id: '18446744073709551616' },
    broken: ['/id format'],
  },
  {
    what: 'times follow the calendar',
    schema: 'Subnetwork',
    accepted: { creationTimestamp: '2024-02-29T00:00:00Z' },
    refused: { creationTimestamp: '2023-02-29T00:00:00Z' },
    broken: ['/creationTimestamp format'],
  },
  {
    what: 'fingerprints are base64',
    schema: 'Subnetwork',
    accepted: { fingerprint },
    refused: { fingerprint: '!' },
    broken: ['/fingerprint format'],
  },
  {
    what: 'ranges are IPv4',
    schema: 'Subnetwork',
    accepted: { ipCidrRange: '10.0.0.0/8' },
    refused: { ipCidrRange: '10.0.0.0/33' },
    broken: ['/ipCidrRange format'],
  },
  { what: 'unknown fields are kept', schema: 'Subnetwork', accepted: { extra: 1 }, refused: [], broken: [' type'] },
  {
    what: 'flow sampling lies between 0 and 1',
    schema: 'SubnetworkLogConfig',
    accepted: { enable: true, flowSampling: 1 },
    refused: { enable: true, flowSampling: 1.1 },
    broken: ['/flowSampling maximum'],
  },
  {
    what: 'progress lies between 0 and 100',
    schema: 'Operation',
    accepted: { progress: 100 },
    refused: { progress: 101 },
    broken: ['/progress maximum'],
  },
  { what: 'a snapshot has a name', schema: 'Snapshot', accepted: { name: 's' }, refused: {}, broken: [' required'] },
  {
    what: 'timeoutSec does not exceed checkIntervalSec',
    schema: 'HttpHealthCheck',
    accepted: { timeoutSec: 5 },
    refused: { timeoutSec: 6 },
    broken: ['/timeoutSec lessOrEqual'],
  },
  {
    what: 'defaults count',
    schema: 'HttpHealthCheck',
    accepted: { checkIntervalSec: 5 },
    refused: { checkIntervalSec: 4 },
    broken: ['/checkIntervalSec lessOrEqual'],
  },
  {
    what: 'range names differ',
    schema: 'Subnetwork',
    accepted: { secondaryIpRanges: [{ rangeName: 'a' }, { rangeName: 'b' }] },
    refused: { secondaryIpRanges: [{ rangeName: 'a' }, { rangeName: 'a' }] },
    broken: ['/secondaryIpRanges/1/rangeName unique'],
  },
  {
    what: 'ranges do not overlap',
    schema: 'Subnetwork',
    accepted: subnetwork,
    refused: { ...subnetwork, ipCidrRange: '10.0.0.0/8' },
    broken: ['/secondaryIpRanges/0/ipCidrRange nonOverlapping'],
  },
  {
    what: 'role belongs to proxies',
    schema: 'Subnetwork',
    accepted: { purpose: 'REGIONAL_MANAGED_PROXY', role: 'ACTIVE' },
    refused: { role: 'ACTIVE' },
    broken: ['/role onlyWhen'],
  },
  {
    what: 'no flow logs for proxies',
    schema: 'Subnetwork',
    accepted: { enableFlowLogs: true },
    refused: { purpose: 'GLOBAL_MANAGED_PROXY', enableFlowLogs: true },
    broken: ['/enableFlowLogs onlyWhen'],
  },
  {
    what: 'no logging for regional proxies',
    schema: 'Subnetwork',
    accepted: { purpose: 'GLOBAL_MANAGED_PROXY', logConfig: { enable: true } },
    refused: { purpose: 'REGIONAL_MANAGED_PROXY', logConfig: { enable: true } },
    broken: ['/logConfig/enable onlyWhen'],
  },
  {
    what: 'members of logConfig need logging',
    schema: 'Subnetwork',
    accepted: { logConfig: { enable: true, filterExpr: 'true' } },
    refused: { logConfig: { enable: false, filterExpr: 'true' } },
    broken: ['/logConfig/filterExpr onlyWhen'],
  },
  {
    what: 'metadata fields need custom metadata',
    schema: 'SubnetworkLogConfig',
    accepted: subnetwork.logConfig,
    refused: { enable: true, metadataFields: ['f'] },
    broken: ['/metadataFields onlyWhen'],
  },
  {
    what: 'CUSTOM has features',
    schema: 'SslPolicy',
    accepted: { profile: 'CUSTOM', customFeatures: ['x'] },
    refused: { profile: 'CUSTOM', customFeatures: [] },
    broken: ['/customFeatures requires'],
  },
  {
    what: 'features are CUSTOM',
    schema: 'SslPolicy',
    accepted: { profile: 'MODERN', customFeatures: [] },
    refused: { profile: 'MODERN', customFeatures: ['x'] },
    broken: ['/customFeatures onlyWhen'],
  },
  {
    what: 'one member of the metadata union',
    schema: 'Operation',
    accepted: { setCommonInstanceMetadataOperationMetadata: {} },
    refused: { setCommonInstanceMetadataOperationMetadata: {}, instancesBulkInsertOperationMetadata: {} },
    broken: ['/instancesBulkInsertOperationMetadata atMostOne'],
  },
  {
    what: 'a chain has an intermediate',
    schema: 'SslCertificate',
    accepted: { certificate: chain(2) },
    refused: { certificate: chain(1) },
    broken: ['/certificate certificateChain'],
  },
  {
    what: 'a chain has at most 5 certificates',
    schema: 'SslCertificate',
    accepted: { certificate: chain(5) },
    refused: { certificate: chain(6) },
    broken: ['/certificate certificateChain'],
  },
  {
    what: 'keys have 256 bits',
    schema: 'CustomerEncryptionKey',
    accepted: { rawKey: `${'A'.repeat(43)}=` },
    refused: { rawKey: 'YWJj' },
    broken: ['/rawKey decodedBytes'],
  },
];

describe.each(cases)('$what', ({ schema, accepted, refused, broken }) => {
  test('accepted', () => {
    expect(errorsOf(compute[`validate${schema}`], accepted)).toEqual([]);
  });
  test('refused', () => {
    expect(brokenBy(compute[`validate${schema}`], refused)).toEqual(broken);
  });
});

describe('requests', () => {
  const patch = { project: 'p', region: 'r', subnetwork: 's' };

  test('output-only fields are ignored, whatever they hold', () => {
    const requestBody = { fingerprint, kind: 'x', state: 1, id: {} };
    expect(errorsOf(compute.validateSubnetworksPatchRequest, { ...patch, requestBody })).toEqual([]);
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
        message: 'must carry the current "fingerprint"',
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
    ).toEqual(['/requestBody/timeoutSec lessOrEqual']);
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
    expect(brokenBy(list, { project: 'p', requestBody: {} })).toEqual(['/requestBody emptyBody']);
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
      schemaPath: '#/rules/0',
      keyword: 'lessOrEqual',
      params: {
        field: 'timeoutSec',
        value: 6,
        limit: 'checkIntervalSec',
        limitValue: 5,
        source: 'compute: Resources and their fields > HttpHealthCheck > timeoutSec',
      },
      message: 'timeoutSec must not exceed checkIntervalSec (5)',
    },
  ]);
  expect(compute.validateHttpHealthCheck?.({})).toBe(true);
  expect(compute.validateHttpHealthCheck?.errors).toBeNull();
});
