/** Companions of a field: another member with a value without which the mock rejects the values of the field. Rules that mention the field name it. */
import { isObject, toObject, type Json, type JsonObject } from '../../../generator/lib/json.js';
import type { Resource, Type } from '../../../generator/model/model.js';
import { setAt } from '../field-paths.js';
import { prepareCall } from '../prepare.js';
import { isAccepted } from '../reference-mock.js';
import type { CallTemplate } from '../scenario.js';
import { ScenarioError, type Instance, type ScenarioBuilder } from '../scenario-builder.js';
import { createWith } from './resources.js';
import { listLiterals } from './validations.js';

/** Adds a companion of a field to a call that the mock rejects. Returns `undefined` if it rejects the call with each companion. */
export async function addCompanion(builder: ScenarioBuilder, call: CallTemplate, field: string): Promise<CallTemplate | undefined> {
  for (const changed of createCallsWithCompanions(builder, call, field)) if (isAccepted(await builder.try(changed))) return changed;
  return undefined;
}

/** Lists the call with each companion of a field. */
export function createCallsWithCompanions(builder: ScenarioBuilder, call: CallTemplate, field: string): readonly CallTemplate[] {
  const { request, requestWrap } = call.method;
  const type = requestWrap === undefined ? request : builder.index.lookup.field(request, requestWrap)?.type;
  return listCompanions(builder, type, field).map(({ name, value }) => {
    const path = [...(requestWrap === undefined ? [] : [requestWrap]), name];
    return { ...call, body: setAt(call.body ?? {}, path, value) };
  });
}

/** Creates a resource with a value of a field, if necessary with a companion. Throws `ScenarioError` if the mock rejects it. */
export async function createWithCompanion(builder: ScenarioBuilder, resource: Resource, change: JsonObject): Promise<Instance> {
  const creation = builder.index.findCreation(resource);
  if (creation === undefined) throw new ScenarioError('no method creates the resource');
  const base = await prepareCall(builder, creation);
  const [field = ''] = Object.keys(change);
  const call = { ...base, body: { ...toObject(base.body), ...change } };
  const accepted = isAccepted(await builder.try(call)) ? undefined : await addCompanion(builder, call, field);
  return createWith(builder, resource, { ...change, ...toObject(accepted?.body) });
}

interface FieldValues {
  readonly field: string;
  readonly values: readonly Json[];
}

/** Creates a resource of which a change can set the field, if the mock accepts none of its values without a companion. */
export async function ensureCompanion(builder: ScenarioBuilder, resource: Resource, { field, values }: FieldValues): Promise<void> {
  const creation = builder.index.findCreation(resource);
  if (creation === undefined || builder.getInstance(resource) !== undefined) return;
  const base = await prepareCall(builder, creation);
  const changes = values.map((value): JsonObject => ({ [field]: value }));
  for (const change of changes) if (isAccepted(await builder.try({ ...base, body: { ...toObject(base.body), ...change } }))) return;
  for (const change of changes.reverse())
    try {
      await createWithCompanion(builder, resource, change);
      return;
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
    }
}

interface Companion {
  readonly name: string;
  readonly value: Json;
}

/** Lists what the rules and conditions of an object that mention a field require of other fields, and the literals in the conditions. */
export function listCompanions({ index: { lookup } }: ScenarioBuilder, type: Type | undefined, field: string): readonly Companion[] {
  const object = lookup.object(type);
  const fromRules = (object?.rules ?? []).flatMap(({ rule }): readonly Companion[] => {
    const options = toObject(('options' in rule ? rule.options : rule) as unknown as Json);
    const { when } = options;
    if (!isObject(when) || !JSON.stringify(options).includes(`"${field}"`)) return [];
    return Object.entries(when).flatMap(([name, values]) => (values as readonly Json[]).map((value) => ({ name, value })));
  });
  const fromValidations = (object?.validations ?? []).flatMap(({ rule: { rule } }): readonly Companion[] => {
    const names = [...new Set([...rule.matchAll(/\bself\.(\w+)/g)].map(([, name = '']) => name))];
    if (!names.includes(field)) return [];
    return names.filter((name) => name !== field).flatMap((name) => listLiterals(rule).map((value) => ({ name, value })));
  });
  return [...fromRules, ...fromValidations];
}
