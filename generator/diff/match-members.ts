/** Matches the members of two versions by name, and renamed members by their content. Reports those without a match. */
import { quote } from '../lib/diagnostics.js';
import { groupBy } from '../lib/group-by.js';
import type { Type } from '../model/model.js';
import type { Changes, ChangeText, Site } from './changes.js';
import type { Pair } from './comparison.js';

export interface NamedMember<T> {
  readonly name: string;
  readonly value: T;
  /** The content apart from the name. Absent if it is too little for a match. */
  readonly signature?: string | undefined;
}

export interface MatchedMembers<T> {
  readonly kept: readonly Pair<NamedMember<T>>[];
  readonly renamed: readonly Pair<NamedMember<T>>[];
  readonly removed: readonly NamedMember<T>[];
  readonly added: readonly NamedMember<T>[];
}

export function matchMembers<T>({ old, new: next }: Pair<readonly NamedMember<T>[]>): MatchedMembers<T> {
  const before = new Map(old.map((member) => [member.name, member]));
  const after = new Map(next.map((member) => [member.name, member]));
  const disappeared = old.filter(({ name }) => !after.has(name));
  const appeared = next.filter(({ name }) => !before.has(name));
  const renamed = pairBySignature(disappeared, appeared);
  const paired = new Set(renamed.flatMap((pair) => [pair.old, pair.new]));
  return {
    kept: old.flatMap((member) => {
      const same = after.get(member.name);
      return same === undefined ? [] : [{ old: member, new: same }];
    }),
    renamed,
    removed: disappeared.filter((member) => !paired.has(member)),
    added: appeared.filter((member) => !paired.has(member)),
  };
}

/** Pairs members whose signature is unique in both versions. */
function pairBySignature<T>(disappeared: readonly NamedMember<T>[], appeared: readonly NamedMember<T>[]): Pair<NamedMember<T>>[] {
  const right = groupBy(appeared, ({ signature }) => signature);
  return [...groupBy(disappeared, ({ signature }) => signature)].flatMap(([signature, [old, ...others]]) => {
    const [next, ...nextOthers] = right.get(signature) ?? [];
    const isUnique = signature !== undefined && others.length === 0 && nextOthers.length === 0;
    return isUnique && next !== undefined ? [{ old, new: next }] : [];
  });
}

/** Serializes elements of the model without their positions. */
export const formatContent = (content: unknown): string =>
  JSON.stringify(content, (key, value: unknown) => (key === 'pointer' ? undefined : value));

/** Returns the type and description of a field or parameter. Without a description, the type alone is too little for a match. */
export function getMemberSignature({ type, description }: { readonly type: Type; readonly description?: string }): string | undefined {
  return description === undefined || description === '' ? undefined : formatContent([type, description]);
}

/** How members of a kind are reported and compared. */
interface MemberKind<T> {
  readonly noun: 'schema' | 'method' | 'parameter' | 'field';
  readonly createSite: (member: NamedMember<T>) => Site;
  /** What differs from the default text of an addition. */
  readonly describeAdded?: (member: T) => Partial<ChangeText>;
  readonly renameReason: string;
  readonly compare: (members: Pair<T>, site: Site) => void;
}

/** Reports the members of an element that were removed, added, or renamed, and compares the others. */
export function compareMembers<T>(changes: Changes, matched: MatchedMembers<T>, kind: MemberKind<T> & { readonly owner: Site }): void {
  const { noun, createSite, describeAdded, renameReason, compare, owner } = kind;
  const createPairSite = ({ old, new: next }: Pair<NamedMember<T>>): Site => ({ ...createSite(old), new: createSite(next).new });
  for (const member of matched.removed)
    changes.add(`${noun}-removed`, { ...createSite(member), new: owner.new }, { message: `the ${noun} was removed`, effect: 'removes' });
  for (const member of matched.added)
    changes.add(
      `${noun}-added`,
      { ...createSite(member), old: owner.old },
      { message: `the ${noun} was added`, effect: 'adds', ...describeAdded?.(member.value) },
    );
  for (const pair of matched.renamed)
    changes.add(`${noun}-renamed`, createPairSite(pair), {
      message: `the ${noun} was renamed to ${quote(pair.new.name)}`,
      effect: 'removes',
      reason: renameReason,
    });
  for (const pair of [...matched.kept, ...matched.renamed]) compare({ old: pair.old.value, new: pair.new.value }, createPairSite(pair));
}
