/** The words for the verdicts of rules, in all reports. */
import { formatCount } from '../../../generator/lib/format-count.js';
import { groupBy } from '../../../generator/lib/group-by.js';
import { escapeUnprintable } from '../../../generator/lib/unprintable.js';
import { formatJson } from '../../verify/reports/describe.js';
import type { Difference } from '../../verify/difference.js';
import type { RuleVerdict, VerdictKind } from '../run-rule-plan.js';
import type { Refutation } from '../run-scenario.js';

export const verdictKinds: readonly VerdictKind[] = ['confirmed', 'refuted', 'untested', 'notImplemented', 'untestable'];

const texts: Readonly<Record<VerdictKind, string>> = {
  confirmed: 'confirmed',
  refuted: 'refuted',
  untested: 'untested',
  untestable: 'not testable from outside',
  notImplemented: 'not implemented by the target',
};

export const describeVerdict = (kind: VerdictKind): string => texts[kind];

/** `256 rules: 240 confirmed, 16 untested` */
export function formatCounts(testedRules: readonly RuleVerdict[]): string {
  const counts = verdictKinds.map(
    (kind) => [testedRules.filter((testedRule) => testedRule.kind === kind).length, describeVerdict(kind)] as const,
  );
  const present = counts.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
  return `${formatCount(testedRules.length, 'rule')}: ${present.join(', ')}`;
}

/** Describes what refutes a rule. */
export const describeRefutation = ({ method, difference }: Refutation): string =>
  `${method === undefined ? 'the state of the mock' : method.id}: ${describeDifference(difference)}`;

/** Of a difference, `expected` is what the target sent, and `actual` what the mock sent. */
function describeDifference({ kind, field, expected, actual }: Difference): string {
  const name = escapeUnprintable(field);
  const values = `expected ${formatJson(actual)}, received ${formatJson(expected)}`;
  switch (kind) {
    case 'accepted':
      return `the target rejects a request that the rule accepts: ${values}`;
    case 'rejected':
      return `the target accepts a request that the rule rejects: ${values}`;
    case 'extra':
      return `${name} is missing: expected ${formatJson(actual)}`;
    case 'missing':
      return `${name} must be absent: received ${formatJson(expected)}`;
    case 'inconsistent':
      return `${name} is inconsistent with an earlier response: received ${formatJson(expected)}`;
    default:
      return `${name} differs: ${values}`;
  }
}

/** Groups the rules without a verdict by the reason, the most frequent first. */
export function groupReasons(
  testedRules: readonly RuleVerdict[],
): readonly (readonly [reason: string, testedRules: readonly RuleVerdict[]])[] {
  return [...groupBy(testedRules, ({ reason = '' }) => reason)].sort(([, one], [, other]) => other.length - one.length);
}
