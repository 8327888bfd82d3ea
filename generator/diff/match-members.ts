/** Matches the members of two versions by name, and renamed members by their content. */
import type { Type } from '../model/model.js';

export interface NamedMember<T> {
  readonly name: string;
  readonly value: T;
  /** The content apart from the name. Absent if it is too little for a match. */
  readonly signature: string | undefined;
}

export interface MatchedMembers<T> {
  readonly kept: readonly { readonly old: T; readonly new: T }[];
  readonly renamed: readonly { readonly old: T; readonly new: T }[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

export function matchMembers<T>(old: readonly NamedMember<T>[], next: readonly NamedMember<T>[]): MatchedMembers<T> {
  const before = new Map(old.map((member) => [member.name, member]));
  const after = new Map(next.map((member) => [member.name, member]));
  const disappeared = old.filter(({ name }) => !after.has(name));
  const appeared = next.filter(({ name }) => !before.has(name));
  const renamed = pairBySignature(disappeared, appeared);
  const paired = new Set(renamed.flat());
  const toPair = (left: NamedMember<T>, right: NamedMember<T>): { old: T; new: T } => ({ old: left.value, new: right.value });
  return {
    kept: old.flatMap((member) => {
      const same = after.get(member.name);
      return same === undefined ? [] : [toPair(member, same)];
    }),
    renamed: renamed.map(([left, right]) => toPair(left, right)),
    removed: disappeared.filter((member) => !paired.has(member)).map(({ value }) => value),
    added: appeared.filter((member) => !paired.has(member)).map(({ value }) => value),
  };
}

/** Pairs members whose signature is unique in both versions. */
function pairBySignature<T>(
  disappeared: readonly NamedMember<T>[],
  appeared: readonly NamedMember<T>[],
): (readonly [NamedMember<T>, NamedMember<T>])[] {
  const left = groupBySignature(disappeared);
  const right = groupBySignature(appeared);
  return disappeared.flatMap((member) => {
    if (member.signature === undefined || left.get(member.signature)?.length !== 1) return [];
    const found = right.get(member.signature);
    return found?.length === 1 && found[0] !== undefined ? [[member, found[0]] as const] : [];
  });
}

function groupBySignature<T>(members: readonly NamedMember<T>[]): ReadonlyMap<string, readonly NamedMember<T>[]> {
  const groups = new Map<string, NamedMember<T>[]>();
  for (const member of members) {
    if (member.signature === undefined) continue;
    const group = groups.get(member.signature);
    if (group === undefined) groups.set(member.signature, [member]);
    else group.push(member);
  }
  return groups;
}

/** Returns the type and description of a field or parameter. Without a description, the type alone is too little for a match. */
export function getMemberSignature({ type, description }: { readonly type: Type; readonly description?: string }): string | undefined {
  return description === undefined || description === '' ? undefined : JSON.stringify([type, description]);
}
