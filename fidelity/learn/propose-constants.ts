/** Finds the `kind` of messages that aren't resources, such as the responses of lists. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { getMember } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { getLookup, getSchemaId } from '../../generator/model/schema-lookup.js';
import { asObject, type CallScenario, isSuccess } from './calls.js';
import { formatPointer, getBodyDifferences } from './differences.js';
import type { KeyEntry } from './entry.js';
import { minScenarios, Support } from './evidence.js';
import { isPrivateText } from './values.js';

const field = 'kind';

interface Kinds {
  readonly values: Set<unknown>;
  readonly support: Support;
  isDifferent: boolean;
}

/** A message has one `kind`, whatever the request is. */
export function proposeConstants(api: Api, scenarios: readonly CallScenario[]): KeyEntry[] {
  const found = [...collectKinds(api, scenarios)].sort(([left], [right]) => compareText(left, right));
  return found.flatMap(([schema, { values, support, isDifferent }]): KeyEntry[] => {
    const [value] = values;
    if (!isDifferent || values.size > 1 || typeof value !== 'string' || isPrivateText(value) || support.scenarios < minScenarios) return [];
    return [{ at: ['schemas', schema, 'properties', field, 'x-const'], id: `${schema}.${field}:constant`, value, support }];
  });
}

function collectKinds(api: Api, scenarios: readonly CallScenario[]): ReadonlyMap<string, Kinds> {
  const lookup = getLookup(api);
  const resources = new Set(api.resources.map(({ schema }) => schema));
  const kinds = new Map<string, Kinds>();
  for (const scenario of scenarios)
    for (const call of scenario.calls) {
      const schema = getSchemaId(call.method.response);
      const body = asObject(call.response);
      const type = lookup.resolve(lookup.field(schema, field)?.type);
      if (!isSuccess(call) || schema === undefined || body === undefined || 'fields' in call.query) continue;
      if (resources.has(schema) || call.method.operation !== undefined || type?.kind !== 'string' || type.const !== undefined) continue;
      const own = kinds.get(schema) ?? { values: new Set(), support: new Support(), isDifferent: false };
      kinds.set(schema, own);
      own.values.add(getMember(body, field));
      own.support.add(scenario);
      own.isDifferent ||= getBodyDifferences(call)?.some(({ pointer }) => formatPointer(pointer ?? []) === field) === true;
    }
  return kinds;
}
