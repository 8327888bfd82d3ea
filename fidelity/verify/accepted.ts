/** Differences that a project accepts. */
import type { Location } from '../../generator/lib/diagnostics.js';
import type { DifferenceKind } from './difference.js';
import type { DifferenceGroup, MethodVerdict, Verdict } from './verdict.js';

export interface AcceptedDifference {
  /** The API as `name version`. Absent if the method ID is enough. */
  readonly api?: string;
  /** The method ID. */
  readonly method: string;
  readonly kind: DifferenceKind;
  /** The path of the field. Empty for a difference of the whole response. */
  readonly field: string;
  readonly reason: string;
  readonly at: Location;
}

export interface AcceptedVerdict {
  readonly verdict: Verdict;
  /** The entries for compared methods whose difference doesn't occur. */
  readonly unused: readonly AcceptedDifference[];
}

/** Adds the reasons to the differences that a project accepts. */
export function acceptDifferences(verdict: Verdict, accepted: readonly AcceptedDifference[]): AcceptedVerdict {
  const used = new Set<AcceptedDifference>();
  const accept = (method: MethodVerdict, group: DifferenceGroup): DifferenceGroup => {
    const entries = accepted.filter((entry) => isMethod(entry, method) && entry.kind === group.kind && entry.field === group.field);
    for (const entry of entries) used.add(entry);
    return entries[0] === undefined ? group : { ...group, accepted: entries[0].reason };
  };
  const methods = verdict.methods.map((method) => ({ ...method, differences: method.differences.map((group) => accept(method, group)) }));
  const isCompared = (entry: AcceptedDifference): boolean => methods.some((method) => method.compared > 0 && isMethod(entry, method));
  return { verdict: { ...verdict, methods }, unused: accepted.filter((entry) => !used.has(entry) && isCompared(entry)) };
}

const isMethod = (entry: AcceptedDifference, { api, method }: MethodVerdict): boolean =>
  entry.method === method && (entry.api === undefined || entry.api === api);

/** The number of groups of differences that nobody accepts. */
export const countUnaccepted = ({ methods }: Verdict): number =>
  methods.flatMap(({ differences }) => differences).filter(({ accepted }) => accepted === undefined).length;
