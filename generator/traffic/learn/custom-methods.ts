/** Tells the values that custom methods set from those that a resource has before. */
import type { FieldFact } from './field-fact.js';
import type { Observation } from './observe.js';

const standardActions: ReadonlySet<string> = new Set(['create', 'update', 'delete']);

/** Asks about a value that is only seen after one custom method, which can set it: `destroyTime` after `destroy`. */
export function askAfterCustomMethod(fact: FieldFact): FieldFact {
  const methods = new Set(fact.evidence.map(findLastCustomMethod));
  const [method] = methods;
  return methods.size === 1 && method !== undefined ? { ...fact, question: `only seen after ${method}` } : fact;
}

/** The custom method that changed a resource last, if the scenario doesn't show it before. */
function findLastCustomMethod({ role, resource, scenario }: Observation): string | undefined {
  const last = resource?.changes.at(-1);
  if (role !== 'resource' || last === undefined || resource?.isCreated === true) return undefined;
  const method = scenario.calls.find((call) => call.method.id === last)?.method;
  return method?.httpMethod === 'POST' && !standardActions.has(method.action.kind) ? last : undefined;
}
