/** A seed is rejected for what a request would be rejected for, and with all its errors at once. */
import { expect, test } from 'vitest';
import type { SeedDocument, SeedError } from '../../mock/index.js';
import { startMock, type HttpResult } from './request.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const records = `${zone}/rrsets/a.example.com./A`;
const record = { name: 'a.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] };

type Api = Parameters<typeof startMock>[0];

function listErrors(api: Api, ...seed: readonly object[]): readonly string[] {
  try {
    startMock(api, { seed: seed as readonly SeedDocument[] });
    return [];
  } catch (error) {
    // Packages have their own copy of the class.
    return (error as SeedError).faults.map(({ message }) => message);
  }
}

const unknownFields: readonly (readonly [name: string, api: Api, seed: object, message: string])[] = [
  [
    'a resource',
    'dns',
    { resources: { [zone]: { dnsName: 'example.com.', descripton: 'd' } } },
    `resources.${zone}: Unknown field 'descripton'; did you mean 'description'?`,
  ],
  [
    'an object in a resource',
    'dns',
    { resources: { [zone]: { dnsName: 'example.com.', dnssecConfig: { stat: 'on' } } } },
    `resources.${zone}: Unknown field 'dnssecConfig.stat'; did you mean 'state'?`,
  ],
  [
    'an element of a list',
    'dns',
    { resources: { [zone]: { dnsName: 'example.com.', dnssecConfig: { defaultKeySpecs: [{ keyTipe: 'zoneSigning' }] } } } },
    `resources.${zone}: Unknown field 'dnssecConfig.defaultKeySpecs[0].keyTipe'; did you mean 'keyType'?`,
  ],
  [
    'a resource without a similar field',
    'dns',
    { resources: { [zone]: { dnsName: 'example.com.', xyzzy: 1 } } },
    `resources.${zone}: Unknown field 'xyzzy'`,
  ],
  [
    'an access policy',
    'dns',
    { resources: { [zone]: { dnsName: 'example.com.' } }, iamPolicies: { [zone]: { binding: [] } } },
    `iamPolicies.${zone}: Unknown field 'binding'; did you mean 'bindings'?`,
  ],
  [
    'a binding of an access policy',
    'dns',
    { resources: { [zone]: { dnsName: 'example.com.' } }, iamPolicies: { [zone]: { bindings: [{ role: 'r', member: [] }] } } },
    `iamPolicies.${zone}: Unknown field 'bindings[0].member'; did you mean 'members'?`,
  ],
  [
    'an event',
    'errorReporting',
    { events: { 'projects/p': [{ message: 'm', serviceContext: { service: 's', versoin: '1' } }] } },
    'events.projects/p[0].serviceContext.versoin: unknown field; did you mean "version"?',
  ],
  ['a token', 'dns', { tokens: { t: { scope: [] } } }, 'tokens.t.scope: unknown member; did you mean "scopes"?'],
  ['the document', 'dns', { resource: {} }, 'resource: unknown member; did you mean "resources"?'],
  [
    'the clock',
    'dns',
    { clock: { now: '2026-01-01T00:00:00Z', frozen: true, zone: 'UTC' } },
    'clock: expected { now: RFC 3339, frozen: true or false } (received an object)',
  ],
];

test.each(unknownFields)('an unknown field of %s is an error', (_, api, seed, message) => {
  expect(listErrors(api, seed)).toEqual([message]);
});

test.each([
  ['/projects/p/managedZones/z', '/dns/v1/projects/p/managedZones/z'],
  ['/v1/projects/p/managedZones/z', '/dns/v1/projects/p/managedZones/z'],
  ['/dns/v2/projects/p/managedZones/z', '/dns/v1/projects/p/managedZones/z'],
])('a path without the right beginning suggests the whole path: %s', (path, suggestion) => {
  expect(listErrors('dns', { resources: { [path]: {} } })).toEqual([
    `resources.${path}: no resource has this path; did you mean "${suggestion}"?`,
  ]);
});

test('a map and an object with any fields can have any member', () => {
  expect(listErrors('dns', { resources: { [zone]: { dnsName: 'example.com.', labels: { anything: 'x' } } } })).toEqual([]);
});

test('the state of a mock has no unknown fields', async () => {
  const { mock, send } = startMock('dns');
  await send('POST /dns/v1/projects/p/managedZones', {
    name: 'z',
    dnsName: 'example.com.',
    description: '',
    dnssecConfig: { state: 'on' },
  });
  await send(`POST ${zone}/rrsets`, record);
  for (const seed of [await mock.state(), await mock.exportSeed()]) expect(listErrors('dns', seed)).toEqual([]);
});

/** One error of each kind: in the form of the document, in the content of a resource, between resources, and in other members. */
const invalidSeed = {
  resorces: {},
  resources: {
    '/dns/v1/projects/p/managedZone/z': {},
    [zone]: { name: 'other', dnsName: 5, thme: 'a' },
    [records]: { ...record, ttl: -1, rrdatas: ['1'], tpe: 'A' },
    '/dns/v1/projects/p/managedZones/absent/rrsets/a.example.com./A': record,
    '/dns/v1/projects/p/managedZones/list': [],
    '/dns/v1/projects/p/managedZones/list/rrsets/a.example.com./A': record,
  },
  iamPolicies: { [zone]: { version: 2, bindings: [{}], etg: 'x' }, '/dns/v1/projects/p/managedZones/none': {} },
  tokens: { t: { scopes: 'all' } },
};

const messages = [
  'resorces: unknown member; did you mean "resources"?',
  'resources./dns/v1/projects/p/managedZone/z: no resource has this path; did you mean "/dns/v1/projects/p/managedZones/z"?',
  `resources.${zone}: name is "other" in the body, but "z" in the path`,
  'resources./dns/v1/projects/p/managedZones/list: expected an object (received an array)',
  `iamPolicies.${zone}: Invalid value for 'version': must be 0, 1, or 3`,
  `iamPolicies.${zone}: Invalid value for 'bindings[0]': must have a role (a string) and members (an array of strings)`,
  `iamPolicies.${zone}: Unknown field 'etg'; did you mean 'etag'?`,
  'tokens.t.scopes: expected an array of strings (received the string "all")',
  `resources.${zone}: Unknown field 'thme'; did you mean 'name'?`,
  `resources.${zone}: Invalid value for 'dnsName': must be a string (received a number)`,
  `resources.${records}: Unknown field 'tpe'; did you mean 'type'?`,
  `resources.${records}: Invalid value for 'ttl': must be >= 0`,
  `resources.${records}: Invalid value for 'rrdatas[0]': '1' isn't an IPv4 address`,
  'resources./dns/v1/projects/p/managedZones/absent/rrsets/a.example.com./A: its parent resource does not exist',
  'iamPolicies./dns/v1/projects/p/managedZones/none: the resource does not exist',
];

test('all errors of a seed are reported at once', () => {
  expect(listErrors('dns', invalidSeed)).toEqual(messages);
  expect(listErrors('dns', { bogus: 1 }, { resources: { [zone]: { dnsName: 'example.com.', thme: 1 } } })).toHaveLength(2);
});

test.each(['PUT state', 'POST seed'])('%s responds with all errors and their locations', async (route) => {
  const { admin, mock } = startMock('dns', { seed: { resources: { [zone]: { dnsName: 'example.com.' } } } });
  const { status, body }: HttpResult = await admin(route, invalidSeed);
  const { errors } = body['error'] as unknown as { readonly errors: readonly { readonly message: string; readonly location: string }[] };
  expect([status, errors.map(({ message }) => message)]).toEqual([400, messages]);
  expect(errors.map(({ location }) => location)).toEqual(
    expect.arrayContaining(['resorces', `resources.${zone}.thme`, `resources.${records}.ttl`, `iamPolicies.${zone}.bindings[0]`]),
  );
  expect(Object.keys((await mock.state()).resources ?? {})).toEqual([zone]);
});
