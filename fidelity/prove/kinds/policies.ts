/** The property of access policies: a read returns the policy that was set, unless it is invalid or outdated. */
import { getAt, toObject, type Json, type JsonObject } from '../../../generator/lib/json.js';
import type { Resource } from '../../../generator/model/model.js';
import { createBearerHeader } from '../planner.js';
import { ensureInstance, prepareCall } from '../prepare.js';
import { getBody, isAccepted } from '../reference-mock.js';
import type { CallTemplate } from '../scenario.js';
import type { ScenarioBuilder } from '../scenario-builder.js';

const role = 'roles/viewer';
const members = ['user:one@example.com', 'user:two@example.com'];
const condition = { title: 'always', expression: 'true' };

/** Policies that replace each other, and invalid ones. */
const policies: readonly JsonObject[] = [
  { bindings: [{ role, members }] },
  { version: 1, bindings: [{ role, members: members.slice(1) }] },
  { version: 3, bindings: [{ role, members, condition }] },
  { version: 1, bindings: [{ role, members, condition }] },
  { bindings: [{ role, members, condition }] },
  { version: 0, bindings: [{ role }] },
  { version: 2 },
  { bindings: [] },
  { bindings: 'text' },
  { bindings: [{ members }] },
  { bindings: [{ role, members: 'text' }] },
  { bindings: [{ role, members: [1] }] },
  { bindings: ['text', { role: 5 }] },
  { etag: '', auditConfigs: [] },
  { etag: 'AAAAAAAAAAA=', bindings: [{ role, members }] },
  { etag: 5 },
];

/** Which fields of a policy a call replaces. */
const masks: readonly Json[] = ['bindings', 'bindings,etag', '*', '', 'noSuchField', 5];

/** Sets policies with and without masks, and reads them. */
export async function changePolicy(builder: ScenarioBuilder, resource: Resource): Promise<boolean> {
  const { index } = builder;
  const [get, set, test] = [
    index.findMethod(resource, 'getIamPolicy'),
    index.findMethod(resource, 'setIamPolicy'),
    index.findMethod(resource, 'testIamPermissions'),
  ];
  if (set?.action.kind !== 'setIamPolicy') return false;
  const { isBare } = set.action;
  const instance = await ensureInstance(builder, resource);
  const { scopes, permissions } = index.fullGrant;
  // The members don't exist, so a service would reject the policies. Only mocks have a control route.
  await builder.control('POST', '/__admin/seed', { tokens: { 'some-permissions': { scopes, permissions: permissions.slice(1) } } });
  const toCall = (policy: JsonObject, mask?: Json): CallTemplate => ({
    ...builder.createCall(set, instance),
    body: isBare ? policy : { policy, ...(mask !== undefined && { updateMask: mask }) },
  });
  const read = get && (await prepareCall(builder, get));
  const readPolicy = async (): Promise<void> => {
    if (read !== undefined) await builder.call(read, { fields: [''] });
  };
  await readPolicy();
  for (const policy of policies) {
    const reply = await builder.call(toCall(policy), { fields: [''] });
    if (isAccepted(reply)) await readPolicy();
  }
  const current = await builder.mustCall(toCall({ bindings: [{ role, members }] }));
  const etag = builder.refer(current, ['etag']);
  if (etag !== undefined) for (const version of [1, 3]) await builder.call(toCall({ version, etag, bindings: [] }), { fields: [''] });
  for (const mask of isBare ? [] : masks) {
    await builder.call(toCall({ version: 3, bindings: [{ role, members, condition }] }, mask), { fields: [''] });
    await builder.call(toCall({ auditConfigs: [{ service: 'allServices' }] }, mask), { fields: [''] });
    await readPolicy();
  }
  await builder.call({ ...builder.createCall(set, instance), body: isBare ? [] : {} }, { fields: [] });
  if (test !== undefined) await testPermissions(builder, await prepareCall(builder, test));
  return getBody(current) !== undefined;
}

/** Asks for permissions, of which the caller has all but one. */
async function testPermissions(builder: ScenarioBuilder, base: CallTemplate): Promise<void> {
  const own = toObject(base.body);
  const [first, second] = builder.index.fullGrant.permissions;
  const known = [first, second].filter((permission) => permission !== undefined);
  for (const permissions of [known, ['example.things.get'], [], 'text', [5]]) {
    const call = { ...base, body: { ...own, permissions } };
    await builder.call(call, { fields: [''] });
    await builder.call({ ...call, headers: createBearerHeader('some-permissions') }, { fields: [''] });
  }
  if (getAt(own, ['permissions']) === undefined) await builder.call(base, { fields: [''] });
}
