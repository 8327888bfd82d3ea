/** Finds where the mock differs from recorded responses. */
import type { Difference } from '../verify/difference.js';
import type { ObservedCall } from './calls.js';
import type { Observation } from './observe.js';

/** Whether the mock differs at a field of an observation. `undefined` if the field wasn't compared, or its value was assumed. */
export function differsAt({ call, at }: Observation, field: string): boolean | undefined {
  const place = at === '' ? field : `${at}.${field}`;
  const isAt = (text: string): boolean => text === place || isInside(text, place) || isInside(place, text);
  const isDifferent = getBodyDifferences(call)?.some(({ pointer }) => isAt(formatPointer(pointer ?? [])));
  return isDifferent === false && isAssumed(call, place) ? undefined : isDifferent;
}

function isAssumed({ assumed = [] }: ObservedCall, place: string): boolean {
  const path = place.replaceAll(/\[\d+\]/g, '[]');
  return assumed.some((field) => field === path || isInside(field, path) || isInside(path, field));
}

/** The differences of a body. `undefined` if it wasn't compared, because the mock responded with an error, or not at all. */
export function getBodyDifferences({ differences }: ObservedCall): readonly Difference[] | undefined {
  const isComparable = ({ kind, pointer, field }: Difference): boolean =>
    pointer !== undefined || field.startsWith('headers.') || kind === 'status';
  if (differences === undefined || !differences.every(isComparable)) return undefined;
  return differences.filter(({ pointer }) => pointer !== undefined);
}

const isInside = (part: string, whole: string): boolean => part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);

/** Formats a pointer like `items[0].name`. */
export const formatPointer = (pointer: readonly (string | number)[]): string =>
  pointer.map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`)).join('');

/** Whether an exchange of the evidence was compared. */
export const isCompared = (evidence: readonly Observation[]): boolean =>
  evidence.some(({ call }) => getBodyDifferences(call) !== undefined);

/** Whether the mock already has a fact in all compared exchanges, and at least one was compared. */
export function isAlreadySo(evidence: readonly Observation[], field: string): boolean {
  const results = evidence.map((observation) => differsAt(observation, field)).filter((result) => result !== undefined);
  return results.length > 0 && !results.includes(true);
}
