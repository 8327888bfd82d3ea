/** Compares method paths without their common prefix, whose change is reported once. */
import type { Api, Method } from '../model/model.js';
import { toPathKey } from '../../runtime/paths/shape.js';
import type { Pair } from './comparison.js';

/** Returns the path of a method for comparison: without the prefix and the names of variables. */
export function getMethodPathKey({ route }: Pick<Method, 'route'>, base: string): string {
  return toPathKey(route.startsWith(base) ? route.slice(base.length) : route);
}

/** Whether a path that ends in a multi-segment wildcard accepts all paths of the old one. */
export function isWiderPath(old: string, next: string): boolean {
  const [before, after] = [old.split('/'), next.split('/')];
  if (after.at(-1) !== '**' || !(before.at(-1) === '*' || before.at(-1) === '**') || before.length < after.length) return false;
  return after.slice(0, -1).every((step, at) => step === before[at]);
}

/** Finds the common prefixes. They are empty if the service path moved into the method paths. */
export function findCommonBases({ old, new: next }: Pair<Api>): Pair<string> {
  const stated = { old: old.servicePath, new: next.servicePath };
  if (stated.old === stated.new) return stated;
  const before = new Map(old.methods.map((method) => [formatLocalMethodId(method), getMethodPathKey(method, '')]));
  const common = next.methods.filter((method) => before.has(formatLocalMethodId(method)));
  const same = common.filter((method) => before.get(formatLocalMethodId(method)) === getMethodPathKey(method, ''));
  return same.length * 2 > common.length ? { old: '', new: '' } : stated;
}

/** The id without the name of the API, whose change is reported once. */
export const formatLocalMethodId = ({ collections, name }: Method): string => [...collections, name].join('.');
