/** Distinguishes values that custom methods set from values that a resource has before. */
import type { FieldFact } from './field-fact.js';
import type { Observation } from './observe.js';

const standardActions: ReadonlySet<string> = new Set(['create', 'update', 'delete']);

/** Adds a question to a fact about a value that is only seen after one custom method, which can set it: `destroyTime` after `destroy`. */
export function addCustomMethodQuestion(fact: FieldFact): FieldFact {
  const methods = new Set(fact.evidence.map(findLastCustomMethod));
  const [method] = methods;
  return methods.size === 1 && method !== undefined ? { ...fact, question: `only seen after ${method}` } : fact;
}

/** Returns the ID of the custom method that changed a resource last, unless the scenario created the resource. */
function findLastCustomMethod({ role, resource, scenario }: Observation): string | undefined {
  const last = resource?.changes.at(-1);
  if (role !== 'resource' || last === undefined || resource?.isCreated === true) return undefined;
  const method = scenario.calls.find((call) => call.method.id === last)?.method;
  return method?.httpMethod === 'POST' && !standardActions.has(method.action.kind) ? last : undefined;
}
