/** Finds the fields whose presence in a request explains all exceptions from the usual value of another field. */
import { compareText } from '../../lib/diagnostics.js';
import { getAtPath } from './flatten.js';
import type { ObservedValue } from './infer-parts.js';

/** With more fields, there are too many ways to explain exceptions. */
const maxFields = 3;

/** Returns the fields that are present wherever the value isn't the usual one, and only there. `undefined` if there are none, or too many. */
export function findExceptionFields(values: readonly ObservedValue[], fields: readonly string[]): readonly string[] | undefined {
  const usual = findUsualValue(values);
  const isException = ({ value }: ObservedValue): boolean => JSON.stringify(value) !== usual;
  const candidates = fields
    .map((field) => ({ field, present: values.filter((own) => isPresent(own, field)) }))
    .filter(({ present }) => present.length > 0 && present.every(isException));
  let open = values.filter(isException);
  if (usual === undefined || open.length === 0) return undefined;
  const found: string[] = [];
  while (open.length > 0 && found.length < maxFields) {
    const counted = candidates.map(({ field, present }) => ({ field, count: present.filter((own) => open.includes(own)).length }));
    const [best] = counted.sort((left, right) => right.count - left.count || compareText(left.field, right.field));
    if (best === undefined || best.count === 0) return undefined;
    found.push(best.field);
    open = open.filter((own) => !isPresent(own, best.field));
  }
  return open.length === 0 ? found.sort(compareText) : undefined;
}

/** Whether a request set a field. Empty lists and objects count as absent, as in a condition. */
export function isPresent({ observation }: ObservedValue, field: string): boolean {
  const own = getAtPath(observation.sent, field);
  return own !== undefined && own !== null && (typeof own !== 'object' || Object.keys(own).length > 0);
}

/** The value of most scenarios, as JSON. */
function findUsualValue(values: readonly ObservedValue[]): string | undefined {
  const scenarios = new Map<string, Set<string>>();
  for (const { value, observation } of values) {
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) continue;
    scenarios.set(text, (scenarios.get(text) ?? new Set()).add(observation.scenario.signature));
  }
  const [first] = [...scenarios].sort(([left, own], [right, other]) => other.size - own.size || compareText(left, right));
  return first?.[0];
}
