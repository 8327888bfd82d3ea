/** Finds the APIs whose service modules follow the changes of each other, so that one mock must serve them. */
import type { ApiBehavior } from '../../runtime/behavior.js';

/** Returns each API in one group. An API without such modules is alone. */
export function groupByAccount(behaviors: readonly ApiBehavior[]): readonly (readonly ApiBehavior[])[] {
  let groups: readonly (readonly ApiBehavior[])[] = [];
  for (const behavior of behaviors) {
    const isLinked = (group: readonly ApiBehavior[]): boolean =>
      group.some((other) => follows(behavior, other) || follows(other, behavior));
    groups = [...groups.filter((group) => !isLinked(group)), [...groups.filter(isLinked).flat(), behavior]];
  }
  return groups;
}

/** The behavior doesn't know the type of its modules, because it is also part of clients. */
const follows = ({ services = [] }: ApiBehavior, { name }: ApiBehavior): boolean =>
  (services as readonly { readonly follow?: Readonly<Record<string, unknown>> }[]).some(({ follow = {} }) => Object.hasOwn(follow, name));
