/** Compares what a learned overlay states about names with recordings. */
import { groupBy } from '../../generator/lib/group-by.js';
import { getObject, getStrings, getText, type JsonObject, type Pointer } from '../../generator/lib/json.js';
import { expandNameTemplate, listNameParts } from '../../runtime/paths/name-template.js';
import type { Api } from '../../generator/model/model.js';
import type { CallScenario } from './calls.js';
import type { Contradiction } from './contradiction.js';
import type { FieldTypes } from './flatten.js';
import type { Observation } from './observe.js';
import { listCreations } from './propose-keys.js';
import { getMethodPath } from './propose-operations.js';
import { listNames } from './propose-project-numbers.js';

/** Reports the names of new resources that aren't what `x-action` states. */
export function checkKeys(api: Api, overlay: JsonObject, scenarios: readonly CallScenario[]): Contradiction[] {
  const byMethod = [...groupBy(listCreations(api, scenarios), ({ call }) => call.method)];
  return byMethod.flatMap(([method, creations]): Contradiction[] => {
    const pointer = [...getMethodPath(method), 'x-action'];
    const action = pointer.slice(0, -1).reduce<JsonObject | undefined>((element, key) => getObject(element, key), overlay);
    const name = getText(getObject(action, 'x-action'), 'name');
    if (name === undefined) return [];
    const against = creations.filter(({ id, sources }) => !isName(id, name, sources));
    if (against.length === 0) return [];
    const count = new Set(against.map(({ scenario }) => scenario)).size;
    return [{ id: `${method.id}:name`, pointer, field: 'name', stated: name, method: method.id, scenarios: count }];
  });
}

/** Whether an ID has the parts of a template. A part that the recording doesn't show can be any text. */
function isName(id: string, template: string, sources: ReadonlyMap<string, string>): boolean {
  return expandNameTemplate(template, (name) => sources.get(name)) === id || listNameParts(template).some((name) => !sources.has(name));
}

/** Reports the fields of a rule `projectNumber` whose names contain the ID of the project. */
export function checkProjectNumbers(
  { rule, pointer, id }: { readonly rule: JsonObject; readonly pointer: Pointer; readonly id: string },
  observations: readonly Observation[],
  types: FieldTypes,
): Contradiction[] {
  return getStrings(rule, 'fields').flatMap((field): Contradiction[] => {
    const against = observations.filter((observation) =>
      listNames(types, observation).some((name) => name.schema === pointer[1] && name.field === field && !name.hasNumber),
    );
    const [first] = against;
    if (first === undefined) return [];
    return [{ id, pointer, field, method: first.call.method.id, scenarios: new Set(against.map(({ scenario }) => scenario)).size }];
  });
}
