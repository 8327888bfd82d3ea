/** Formats a report as text: the counts, what refutes a rule with the requests that show it, and why rules have no verdict. */
import { escapeUnprintable } from '../../../generator/lib/unprintable.js';
import { formatSummary } from '../../verify/reports/describe.js';
import { formatVerdictText as formatDifferences } from '../../verify/reports/format-text.js';
import type { ProveReport } from '../prove.js';
import type { RuleVerdict } from '../run-rule-plan.js';
import { describeRefutation, describeVerdict, formatCounts, groupReasons } from './describe.js';
import { formatCurl, formatRefuting } from './format-request.js';

export interface ReportOptions {
  /** The address of the target. */
  readonly origin: string;
}

/** The maximum number of rules that a reason lists. */
const maxNames = 5;

export function formatProveText({ testedRules, verdict }: ProveReport, options: ReportOptions): string {
  const refuted = testedRules.filter(({ kind }) => kind === 'refuted');
  const differing = verdict.methods.filter(({ differences }) => differences.length > 0);
  const lines = [
    ...refuted.flatMap((testedRule) => formatRefuted(testedRule, options)),
    ...(['untested', 'notImplemented', 'untestable'] as const).flatMap((kind) =>
      formatReasons(
        testedRules.filter((testedRule) => testedRule.kind === kind),
        describeVerdict(kind),
      ),
    ),
    formatCounts(testedRules),
  ];
  const details = differing.length === 0 ? `${formatSummary(verdict).join('\n')}\n` : formatDifferences({ ...verdict, methods: differing });
  return `${lines.join('\n')}\n\n${details}`;
}

function formatRefuted({ testedRule, refutation }: RuleVerdict, { origin }: ReportOptions): readonly string[] {
  const { id, sentence, file, line, column } = testedRule;
  const shown =
    refutation === undefined
      ? []
      : [
          `  ${describeRefutation(refutation)}`,
          ...refutation.setup.map((call) => `    ${escapeUnprintable(formatCurl(call, origin))}`),
          ...formatRefuting(refutation, origin).map((line) => `    ${escapeUnprintable(line)}`),
        ];
  return [`refuted: ${escapeUnprintable(id)}`, `  ${escapeUnprintable(sentence)}`, `  ${file}:${line}:${column}`, ...shown, ''];
}

function formatReasons(testedRules: readonly RuleVerdict[], title: string): readonly string[] {
  if (testedRules.length === 0) return [];
  const lines = groupReasons(testedRules).map(([reason, group]) => {
    const names = group
      .slice(0, maxNames)
      .map(({ testedRule }) => testedRule.id)
      .join(', ');
    return `  ${group.length}: ${escapeUnprintable(reason)} (${escapeUnprintable(names)}${group.length > maxNames ? ', …' : ''})`;
  });
  return [`${title}:`, ...lines, ''];
}
