/** Rules about callers: scopes and permissions. */
import { getText, isObject } from '../../../lib/json.js';
import { bearer, type Plan, type Planner } from '../planner.js';
import { prepareCall } from '../prepare.js';
import { ScenarioError, type Stage } from '../stage.js';
import { planMethod } from './method-rules.js';

const unchecked: Plan = { kind: 'untested', reason: 'the target does not check credentials' };

interface Grant {
  readonly scopes: readonly string[];
  readonly permissions: readonly string[];
}

async function addToken(stage: Stage, name: string, grant: Grant): Promise<Readonly<Record<string, string>>> {
  await stage.control('POST', '/__admin/seed', { tokens: { [name]: { ...grant } } });
  return bearer(name);
}

/** Calls the method with a token of each scope, and with one of another scope. */
export function proveScopes(planner: Planner): Promise<Plan> {
  if (!planner.options.auth) return Promise.resolve(unchecked);
  return planMethod(planner, async (stage, method) => {
    const { permissions } = planner.index.fullGrant;
    const call = await prepareCall(stage, method);
    await stage.call(
      { ...call, headers: await addToken(stage, 'other-scope', { scopes: ['https://example.com/other'], permissions }) },
      { fields: [] },
    );
    const [scope = ''] = method.scopes;
    await stage.mustCall({ ...call, headers: await addToken(stage, 'own-scope', { scopes: [scope], permissions }) }, { fields: [] });
    return true;
  });
}

/** Calls the method without the permission, and with all that it requires. */
export function provePermission(planner: Planner): Promise<Plan> {
  const { value } = planner.claim;
  const name = typeof value === 'string' ? value : getText(value, 'permission');
  const when = isObject(value) ? getText(value, 'when') : undefined;
  if (!planner.options.auth) return Promise.resolve(unchecked);
  return planMethod(planner, async (stage, method) => {
    const { scopes, permissions } = planner.index.fullGrant;
    const base = await prepareCall(stage, method);
    const others = permissions.filter((each) => each !== name);
    const headers = await addToken(stage, 'without-permission', { scopes, permissions: others });
    const call = when === undefined ? base : { ...base, body: { ...(isObject(base.body) ? base.body : {}), [when]: { team: 'one' } } };
    if (call.body !== undefined && when === undefined && (await stage.try({ ...call, headers })).status !== 403)
      throw new ScenarioError('the mock accepts the call without the permission');
    await stage.call({ ...call, headers }, { fields: [] });
    await stage.mustCall(base, { fields: [] });
    return true;
  });
}
