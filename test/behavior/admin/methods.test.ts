/** The control routes that describe methods: their rules, what their calls can set, and why they rejected a request. */
import { expect, test } from 'vitest';
import type { CallForm, MethodList } from '../../../mock/types/control.js';
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { createMockServer } from '../../../mock/index.js';
import { behavior } from '../../../generated/compute-v1/src/mock.js';
import { createMockClient, startMock } from '../request.js';

const zones = '/dns/v1/projects/p/managedZones';

test('lists methods with the rules that apply to their calls', async () => {
  const { body } = await startMock('dns').admin('GET methods');
  const { methods, rules } = body as unknown as MethodList;
  const create = methods.find(({ id }) => id === 'dns.changes.create');
  expect(create).toMatchObject({ api: 'dns', version: 'v1', collections: ['changes'], name: 'create' });
  const stated = create?.rules.map((index) => rules[index]);
  expect(stated).toContainEqual({
    name: 'x-validations',
    owner: 'Change',
    text: 'a change must have additions or deletions',
    expression: expect.stringContaining('has(self.additions)') as string,
    source: expect.stringMatching(/^Public knowledge: the response of the service to an empty change/) as string,
  });
});

test('describes what a call can set', async () => {
  const { admin } = startMock('compute');
  const read = async (methodId: string): Promise<CallForm> => (await admin(`GET form?methodId=${methodId}`)).body as unknown as CallForm;
  const insert = await read('compute.sslPolicies.insert');
  expect(insert.parameters['project']).toMatchObject({ location: 'path', required: true });
  expect(insert.resource?.properties).toMatchObject({ fingerprint: { access: 'outputOnly' }, selfLink: { access: 'outputOnly' } });
  expect(insert.resource?.properties?.['name']?.access).toBeUndefined();
  const patch = await read('compute.httpHealthChecks.patch');
  expect(patch.resource?.properties?.['name']?.access).toBe('immutable');
  const undocumented = createMockClient(createMockServer({ ...behavior, discovery: undefined } as unknown as ApiBehavior));
  const form = (await undocumented.admin('GET form?methodId=compute.sslPolicies.insert')).body as unknown as CallForm;
  expect(form.parameters['project']).toMatchObject({ location: 'path', required: true });
  const error = await admin('GET form?methodId=compute.none.get');
  expect([error.status, JSON.stringify(error.body)]).toEqual([
    400,
    expect.stringContaining('methodId must be the ID of a method of the mock'),
  ]);
});

test('explains a rejection by its rules, or else by the fields that its errors name', async () => {
  const { admin, send } = startMock('dns', { seed: { resources: { [`${zones}/z`]: { name: 'z', dnsName: 'example.com.' } } } });
  await send(`POST ${zones}/z/changes`, {});
  await send(`POST ${zones}`, { name: 'y', dnsName: 3, description: '' });
  const [rule, field] = await Promise.all([0, 1].map(async (index) => (await admin(`GET requests/${index}`)).body['explanation']));
  expect(rule).toMatchObject({ rules: [{ text: 'a change must have additions or deletions' }], fields: [] });
  expect(field).toMatchObject({
    rules: [],
    fields: [{ location: expect.stringContaining('dnsName') as string, source: expect.any(String) as string }],
  });
});

test('returns the resource that a request read, created, or changed as a seed', async () => {
  const { admin, send } = startMock('compute', { seed: {} });
  const policies = '/compute/v1/projects/p/global/sslPolicies';
  await send(`POST ${policies}`, { name: 'policy' });
  await send(`GET ${policies}/policy?fields=name`);
  await send(`GET ${policies}`);
  await send(`DELETE ${policies}/policy`);
  const seeds = await Promise.all([0, 1, 2, 3].map(async (index) => (await admin(`GET requests/${index}`)).body['seed']));
  expect(seeds).toEqual([
    { resources: { [`${policies}/policy`]: expect.objectContaining({ name: 'policy', kind: 'compute#sslPolicy' }) as object } },
    { resources: { [`${policies}/policy`]: { name: 'policy' } } },
    undefined,
    undefined,
  ]);
});
