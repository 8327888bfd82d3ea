/** Rules among resources, judged again when an operation that had to wait is done: others may have changed meanwhile. */
import type { ActiveStandbyRule } from '../../rule.js';
import { getMember } from '../json.js';
import { toRelativePath } from '../links.js';
import type { State } from '../state/state.js';
import { findOtherActive } from './active-standby.js';
import type { PendingPut } from './resource-change.js';
import { findOverlap } from './range-overlap.js';
import { listMembers } from './siblings.js';

/** Why what is put can no longer stand beside what is there; `undefined` where it can. */
export function findConflict(state: State, puts: readonly PendingPut[]): string | undefined {
  for (const put of puts) {
    for (const rule of put.place.resource.rules) {
      const found =
        rule.kind === 'nonOverlapping'
          ? findOverlap(state, rule, put)?.message
          : rule.kind === 'activeStandby'
            ? secondActive(state, rule, { put, puts })
            : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

interface Activation {
  readonly put: PendingPut;
  readonly puts: readonly PendingPut[];
}

/** A partner that gives up the role at the same time is none. */
function secondActive(state: State, rule: ActiveStandbyRule, { put, puts }: Activation): string | undefined {
  if (getMember(put.next, rule.field) !== rule.active || getMember(put.before, rule.field) === rule.active) return undefined;
  const other = findOtherActive(rule, put, listMembers(state, put.place));
  if (!other || puts.some(({ place, next }) => place.path === other.place.path && getMember(next, rule.field) !== rule.active))
    return undefined;
  return `the resource '${toRelativePath(other.place.segments)}' has become ${rule.active} meanwhile`;
}
