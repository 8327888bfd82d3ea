/** Checks the rules between resources again when a delayed operation completes, because other resources may have changed. */
import type { ActiveStandbyRule } from '../../rule.js';
import { getMember } from '../json.js';
import { toRelativePath } from '../links.js';
import type { State } from '../state/state.js';
import { findOtherActive } from './active-standby.js';
import type { PendingPut } from './resource-change.js';
import { findOverlap } from './range-overlap.js';
import { listMembers } from './siblings.js';

/** Returns why a pending resource conflicts with the current state, or `undefined` without a conflict. */
export function findConflict(state: State, puts: readonly PendingPut[]): string | undefined {
  for (const put of puts) {
    for (const rule of put.place.resource.rules) {
      const conflict =
        rule.kind === 'nonOverlapping'
          ? findOverlap(state, rule, put)?.message
          : rule.kind === 'activeStandby'
            ? findSecondActive(state, rule, { put, puts })
            : undefined;
      if (conflict !== undefined) return conflict;
    }
  }
  return undefined;
}

interface Activation {
  readonly put: PendingPut;
  readonly puts: readonly PendingPut[];
}

/** Returns the conflict of a second active resource. A partner that gives up the role at the same time is not a conflict. */
function findSecondActive(state: State, rule: ActiveStandbyRule, { put, puts }: Activation): string | undefined {
  if (getMember(put.next, rule.field) !== rule.active || getMember(put.before, rule.field) === rule.active) return undefined;
  const other = findOtherActive(rule, put, listMembers(state, put.place));
  if (!other || puts.some(({ place, next }) => place.path === other.place.path && getMember(next, rule.field) !== rule.active))
    return undefined;
  return `the resource '${toRelativePath(other.place.segments)}' has become ${rule.active} in the meantime`;
}
