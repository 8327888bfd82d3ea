/** Paths of methods, compared without what all of them begin with: a change of that is told once. */
import type { Api, Method } from '../model/model.js';
import { formatShapeKey, parseShape } from '../model/route-shape.js';
import type { Pair } from './comparison.js';

/** The path of a method as far as two versions can differ in it: the names of its variables do not count. */
export function getPathKey({ route }: Pick<Method, 'route'>, base: string): string {
  const { parts, verb } = parseShape(route.startsWith(base) ? route.slice(base.length) : route);
  return `${formatShapeKey(parts)}${verb === undefined ? '' : `:${verb}`}`;
}

/** Whether a path that ends in a run of any length takes all that the old one took. */
export function isWiderPath(old: string, next: string): boolean {
  const [before, after] = [old.split('/'), next.split('/')];
  if (after.at(-1) !== '**' || !(before.at(-1) === '*' || before.at(-1) === '**') || before.length < after.length) return false;
  return after.slice(0, -1).every((part, at) => part === before[at]);
}

/** What all paths begin with; nothing where it moved into the paths, most of which are what they were. */
export function findCommonBases({ old, new: next }: Pair<Api>): Pair<string> {
  const stated = { old: old.servicePath, new: next.servicePath };
  if (stated.old === stated.new) return stated;
  const before = new Map(old.methods.map((method) => [formatLocalMethodId(method), getPathKey(method, '')]));
  const common = next.methods.filter((method) => before.has(formatLocalMethodId(method)));
  const same = common.filter((method) => before.get(formatLocalMethodId(method)) === getPathKey(method, ''));
  return same.length * 2 > common.length ? { old: '', new: '' } : stated;
}

/** Without the name of the API, whose change is told once. */
export const formatLocalMethodId = ({ collections, name }: Method): string => [...collections, name].join('.');
