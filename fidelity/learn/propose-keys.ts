/** Finds how the server names new resources, if not as the request says. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { groupBy } from '../../generator/lib/group-by.js';
import { isObject } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { type CallScenario, isSuccess } from './calls.js';
import type { ObservedCall } from './calls.js';
import type { KeyEntry } from './entry.js';
import { isSufficient, Support } from './evidence.js';
import { getMethodPath } from './propose-operations.js';
import { findCreatedId, ResourceTracker } from './track-resources.js';
import { isPrivateText } from './values.js';

/** A call that creates a resource. */
interface NamedCreation {
  readonly call: ObservedCall;
  readonly scenario: CallScenario;
  readonly id: string;
  /** The texts of which the ID can consist: fields of the request, and variables of the path. */
  readonly sources: ReadonlyMap<string, string>;
}

export function listCreations(api: Api, scenarios: readonly CallScenario[]): readonly NamedCreation[] {
  return scenarios.flatMap((scenario) => scenario.calls.filter(isSuccess).flatMap((call) => describeCreation(api, call, scenario)));
}

/** Creations whose name consists of several fields of the request and the path: `{accountId}@{project}.example.com`. */
export function proposeKeys(api: Api, scenarios: readonly CallScenario[]): KeyEntry[] {
  const byMethod = [...groupBy(listCreations(api, scenarios), ({ call }) => call.method)].sort(([left], [right]) =>
    compareText(left.id, right.id),
  );
  return byMethod.flatMap(([method, own]): KeyEntry[] => {
    const [template, ...others] = new Set(own.map(({ id, sources }) => toTemplate(id, sources)));
    const { action } = method;
    if (action.kind !== 'create' || template === undefined || others.length > 0 || isPrivateText(template)) return [];
    const support = new Support();
    for (const { scenario } of own) support.add(scenario);
    if (!isSufficient(support.scenarios, 1e-6) || !own.some(({ call }) => call.differences?.some(({ field }) => field === 'name')))
      return [];
    return [
      {
        at: [...getMethodPath(method), 'x-action'],
        id: `${method.id}:name`,
        value: { kind: 'create', resource: action.resource, name: template },
        support,
      },
    ];
  });
}

function describeCreation(api: Api, call: ObservedCall, scenario: CallScenario): NamedCreation[] {
  const id = findCreatedId(api, call);
  if (call.method.action.kind !== 'create' || id === undefined) return [];
  const target = new ResourceTracker(api).describeTarget(call);
  const fields = isObject(call.request)
    ? Object.entries(call.request).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length > 2)
    : [];
  return [{ call, scenario, id, sources: new Map([...fields, ...Object.entries(target?.variables ?? {}).slice(0, -1)]) }];
}

/** Returns a template of at least two texts. */
function toTemplate(id: string, sources: NamedCreation['sources']): string | undefined {
  let text = id;
  let count = 0;
  for (const [name, value] of sources) {
    if (value.length < 3 || value === id || !text.includes(value)) continue;
    text = text.replace(value, () => `{${name}}`);
    count += 1;
  }
  return count >= 2 ? text : undefined;
}
