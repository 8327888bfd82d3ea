/** Rules among resources, judged again when an operation that had to wait is done: others may have changed meanwhile. */
import type { ExclusiveRoleRule } from '../../rule.js';
import { member } from '../json.js';
import { relativePath } from '../links.js';
import type { State } from '../state/state.js';
import { activeBeside } from './exclusive-role.js';
import type { Put } from './change.js';
import { overlapOf } from './non-overlapping.js';
import { allMembers } from './siblings.js';

/** Why what is put can no longer stand beside what is there; `undefined` where it can. */
export function clashOf(state: State, puts: readonly Put[]): string | undefined {
  for (const put of puts) {
    for (const rule of put.place.resource.rules) {
      const found =
        rule.kind === 'nonOverlapping'
          ? overlapOf(state, rule, put)?.message
          : rule.kind === 'exclusiveRole'
            ? secondActive(state, rule, { put, puts })
            : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

interface Activation {
  readonly put: Put;
  readonly puts: readonly Put[];
}

/** A partner that gives up the role at the same time is none. */
function secondActive(state: State, rule: ExclusiveRoleRule, { put, puts }: Activation): string | undefined {
  if (member(put.next, rule.field) !== rule.active || member(put.before, rule.field) === rule.active) return undefined;
  const other = activeBeside(rule, put, allMembers(state, put.place));
  if (!other || puts.some(({ place, next }) => place.path === other.place.path && member(next, rule.field) !== rule.active))
    return undefined;
  return `the resource '${relativePath(other.place.segments)}' has become ${rule.active} meanwhile`;
}
