/** The macros and the list literals of compiled CEL expressions. See `operations.ts` about the results. */
import { isObject } from '../validate/objects.js';
import { spend } from './cost.js';
import { isKnown, propagate, propagateAny, type Result } from './failure.js';
import { combineUndecided, requireBool } from './operations.js';

type ElementFunction = (element: unknown) => unknown;
function listElements(value: unknown): Result<readonly unknown[]> {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (!isObject(value)) return propagate(value);
  const keys = Object.keys(value);
  spend(keys.length);
  return keys;
}

/** Evaluates `all` and `exists`. A failed evaluation matters only if no element decides. */
function quantify(value: unknown, decidingValue: boolean, predicate: ElementFunction): Result<boolean> {
  const elements = listElements(value);
  if (!isKnown(elements)) return elements;
  let result: Result<boolean> = !decidingValue;
  for (const element of elements) {
    const outcome = predicate(element);
    if (outcome === decidingValue) return decidingValue;
    result = combineUndecided(result, outcome);
  }
  return result;
}
export function all(value: unknown, predicate: ElementFunction): Result<boolean> {
  return quantify(value, false, predicate);
}
export function exists(value: unknown, predicate: ElementFunction): Result<boolean> {
  return quantify(value, true, predicate);
}
export function existsOne(value: unknown, predicate: ElementFunction): Result<boolean> {
  const results = testElements(value, predicate);
  return isKnown(results) ? results.filter(Boolean).length === 1 : results;
}
export function filterElements(value: unknown, predicate: ElementFunction): Result<readonly unknown[]> {
  const elements = listElements(value);
  if (!isKnown(elements)) return elements;
  const results = testElements(elements, predicate);
  return isKnown(results) ? elements.filter((_, index) => results[index]) : results;
}
const testElements = (value: unknown, predicate: ElementFunction): Result<readonly unknown[]> =>
  mapElements(value, (element) => requireBool(predicate(element)));

export function mapElements(value: unknown, transform: ElementFunction): Result<readonly unknown[]> {
  const elements = listElements(value);
  return isKnown(elements) ? createList(elements.map(transform)) : elements;
}

/** Evaluates a list literal, which fails if one of its elements fails. */
export function createList(elements: readonly unknown[]): Result<readonly unknown[]> {
  const withoutValue = elements.filter((element) => !isKnown(element));
  return withoutValue.length === 0 ? elements : propagateAny(withoutValue);
}
