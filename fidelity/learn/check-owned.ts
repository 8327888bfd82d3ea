/** Compares the resources that an overlay says the server creates with those that recordings show. */
import { getList, getObject, getText, type JsonObject, type Pointer, isEqual } from '../../generator/lib/json.js';
import type { Contradiction } from './contradiction.js';
import type { FirstList } from './propose-owned.js';
import { isFactConditionMet } from './find-condition.js';

/** Reports a rule `ownedResources` if the first list below a new resource lacks one of its resources. */
export function checkOwned(
  { rule, pointer, id }: { readonly rule: JsonObject; readonly pointer: Pointer; readonly id: string },
  lists: readonly FirstList[],
): Contradiction[] {
  const members = getText(rule, 'members');
  if (getText(rule, 'kind') !== 'ownedResources' || members === undefined) return [];
  const stated = getList(rule, 'each');
  const against = lists.filter(
    ({ owner, template, names, sent }) =>
      owner.template.schema === pointer[1] &&
      template.path === members &&
      isFactConditionMet({ sent }, getObject(rule, 'when') ?? {}) &&
      !stated.every((each) => names.some((name) => isEqual(each, name))),
  );
  const [first] = against;
  if (first === undefined) return [];
  const scenarios = new Set(against.map(({ scenario }) => scenario)).size;
  return [{ id, pointer, field: 'each', stated: [...stated], method: first.call.method.id, scenarios }];
}
