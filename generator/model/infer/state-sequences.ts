/** Infers the states that a new resource passes through. */
import type { Action } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../schema-lookup.js';

/**
 * Completes an action that creates a resource from another one and doesn't specify the states of the new resource: they are the transitions
 * of an output-only field, from the state that no transition leads to.
 */
export function inferStateSequence(action: Action, lookup: Lookup): Action {
  if (action.kind !== 'createFrom' || action.passes) return action;
  const type = lookup.object(lookup.resource(action.creates)?.schema);
  for (const { rule } of type?.rules ?? []) {
    if (rule.kind !== 'states' || !rule.transitions?.length || !lookup.field(type, rule.field)?.readOnly) continue;
    const next = new Map(rule.transitions.map(({ from, to }) => [from, to]));
    const reached = new Set(next.values());
    const start = [...next.keys()].find((state) => !reached.has(state));
    const values: string[] = [];
    for (let state = start; state !== undefined && !values.includes(state); state = next.get(state)) values.push(state);
    if (values.length > 1) return { ...action, passes: { field: rule.field, values } };
  }
  return action;
}
