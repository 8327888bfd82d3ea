/** What merge patches remove (RFC 7396): validators judge the values that are left, rules know which fields go back to their defaults. */
import type { Members } from './members.js';

const removedNames = /* @__PURE__ */ new WeakMap<object, ReadonlySet<string>>();

/** Whether the patch that these members are left of removes the one of this name. */
export function isRemovedMember(left: object, name: string): boolean {
  return removedNames.get(left)?.has(name) === true;
}

/** The members of a merge patch that it does not remove, at every depth. Lists are replaced whole and stay as they are. */
export function omitRemovals(patch: Members): Members {
  const names = new Set<string>();
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) names.add(name);
    else entries.push([name, typeof value === 'object' && !Array.isArray(value) ? omitRemovals(value as Members) : value]);
  }
  // fromEntries defines members; an own `__proto__` stays a member.
  const left = Object.fromEntries(entries);
  if (names.size > 0) removedNames.set(left, names);
  return left;
}
