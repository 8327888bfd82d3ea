/** The report as JSON. */
import type { Difference } from '../../verify/difference.js';
import type { Verdict } from '../../verify/verdict.js';
import type { ProveReport } from '../prove.js';
import type { RuleVerdict, VerdictKind } from '../run-rule-plan.js';
import { formatClientCall, formatCurl } from './format-request.js';
import type { ReportOptions } from './format-text.js';

interface RuleReport {
  readonly id: string;
  readonly kind: string;
  readonly sentence: string;
  readonly source: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly verdict: VerdictKind;
  readonly reason?: string;
  readonly refutation?: {
    /** Absent if a request to a control route of a mock shows the difference. */
    readonly method?: string;
    readonly difference: Omit<Difference, 'pointer'>;
    /** The requests in order. The last one shows the difference. */
    readonly curl: readonly string[];
    readonly call?: string;
  };
}

interface ProveJson extends Verdict {
  readonly rules: readonly RuleReport[];
}

export function toProveJson({ testedRules, verdict }: ProveReport, options: ReportOptions): ProveJson {
  return { rules: testedRules.map((testedRule) => toRuleReport(testedRule, options)), ...verdict };
}

function toRuleReport({ testedRule, kind: verdict, reason, refutation }: RuleVerdict, { origin }: ReportOptions): RuleReport {
  const { id, kind, sentence, source, file, line, column } = testedRule;
  const report = { id, kind, sentence, source, file, line, column, verdict, ...(reason !== undefined && { reason }) };
  if (refutation === undefined) return report;
  const { method, setup, call, difference } = refutation;
  const { pointer: _, ...shown } = difference;
  return {
    ...report,
    refutation: {
      ...(method && { method: method.id }),
      difference: shown,
      curl: [...setup, call].map((each) => formatCurl(each, origin)),
      ...(method && { call: formatClientCall(call, method) }),
    },
  };
}
