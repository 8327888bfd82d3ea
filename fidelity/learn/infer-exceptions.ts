/** Finds the fields whose presence in a request explains all exceptions from the usual value of another field. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { getAtPath } from './flatten.js';
import type { ObservedValue } from './infer-parts.js';

/** More fields can explain any exceptions by chance. */
const maxFields = 3;

/**
 * Returns fields of which at least one is present wherever the value isn't the usual one, and none elsewhere. Returns `undefined` if there are
 * no such fields, or if more than `maxFields` are necessary.
 */
export function findExceptionFields(values: readonly ObservedValue[], fields: readonly string[]): readonly string[] | undefined {
  const usual = findUsualValue(values);
  const isException = ({ value }: ObservedValue): boolean => JSON.stringify(value) !== usual;
  const candidates = fields
    .map((field) => ({ field, present: values.filter((own) => isPresent(own, field)) }))
    .filter(({ present }) => present.length > 0 && present.every(isException));
  let unexplained = values.filter(isException);
  if (usual === undefined || unexplained.length === 0) return undefined;
  const found: string[] = [];
  while (unexplained.length > 0 && found.length < maxFields) {
    const counted = candidates.map(({ field, present }) => ({ field, count: present.filter((own) => unexplained.includes(own)).length }));
    const [best] = counted.sort((left, right) => right.count - left.count || compareText(left.field, right.field));
    if (best === undefined || best.count === 0) return undefined;
    found.push(best.field);
    unexplained = unexplained.filter((own) => !isPresent(own, best.field));
  }
  return unexplained.length === 0 ? found.sort(compareText) : undefined;
}

/** Whether a request set a field. Empty lists and objects count as absent, as in a condition. */
export function isPresent({ observation }: ObservedValue, field: string): boolean {
  const own = getAtPath(observation.sent, field);
  return own !== undefined && own !== null && (typeof own !== 'object' || Object.keys(own).length > 0);
}

/** Returns the value that occurs in the most scenarios, as JSON. */
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
