/** Rules about callers: scopes and permissions. */
import { getText, isObject } from '../../../generator/lib/json.js';
import { createBearerHeader, type Plan, type Planner } from '../planner.js';
import { prepareCall } from '../prepare.js';
import { ScenarioError, type ScenarioBuilder } from '../scenario-builder.js';
import { planMethod } from './method-rules.js';

const unchecked: Plan = { kind: 'untested', reason: 'the target does not check credentials' };

interface TokenGrant {
  readonly scopes: readonly string[];
  readonly permissions: readonly string[];
}

async function addToken(builder: ScenarioBuilder, name: string, grant: TokenGrant): Promise<Readonly<Record<string, string>>> {
  await builder.control('POST', '/__admin/seed', { tokens: { [name]: { ...grant } } });
  return createBearerHeader(name);
}

/** Calls the method with a token of each scope, and with one of another scope. */
export function planScopes(planner: Planner): Promise<Plan> {
  if (!planner.options.auth) return Promise.resolve(unchecked);
  return planMethod(planner, async (builder, method) => {
    const { permissions } = planner.index.fullGrant;
    const call = await prepareCall(builder, method);
    await builder.call(
      { ...call, headers: await addToken(builder, 'other-scope', { scopes: ['https://example.com/other'], permissions }) },
      { fields: [] },
    );
    const [scope = ''] = method.scopes;
    await builder.mustCall({ ...call, headers: await addToken(builder, 'own-scope', { scopes: [scope], permissions }) }, { fields: [] });
    return true;
  });
}

/** Calls the method without the permission, and with all that it requires. */
export function planPermission(planner: Planner): Promise<Plan> {
  const { value } = planner.testedRule;
  const name = typeof value === 'string' ? value : getText(value, 'permission');
  const when = isObject(value) ? getText(value, 'when') : undefined;
  if (!planner.options.auth) return Promise.resolve(unchecked);
  return planMethod(planner, async (builder, method) => {
    const { scopes, permissions } = planner.index.fullGrant;
    const base = await prepareCall(builder, method);
    const others = permissions.filter((each) => each !== name);
    const headers = await addToken(builder, 'without-permission', { scopes, permissions: others });
    const call = when === undefined ? base : { ...base, body: { ...(isObject(base.body) ? base.body : {}), [when]: { team: 'one' } } };
    if (call.body !== undefined && when === undefined && (await builder.try({ ...call, headers })).status !== 403)
      throw new ScenarioError('the mock accepts the call without the permission');
    await builder.call({ ...call, headers }, { fields: [] });
    await builder.mustCall(base, { fields: [] });
    return true;
  });
}
