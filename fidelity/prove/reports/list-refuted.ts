/** Lists refuted rules for formats that locate each result in the specification, such as SARIF. */
import type { Location } from '../../../generator/lib/diagnostics.js';
import type { ProveReport } from '../prove.js';
import { describeRefutation } from './describe.js';
import { formatCurl } from './format-request.js';
import type { ReportOptions } from './format-text.js';

interface RefutedRule {
  readonly id: string;
  readonly message: string;
  readonly at: Location;
  readonly curl: readonly string[];
}

/** Lists the refuted rules. */
export function listRefuted({ testedRules }: ProveReport, { origin }: ReportOptions): readonly RefutedRule[] {
  return testedRules.flatMap(({ testedRule, kind, refutation }) => {
    if (kind !== 'refuted' || refutation === undefined) return [];
    const { id, sentence, file, line, column } = testedRule;
    const { setup, call } = refutation;
    const message = `${id}: ${sentence} ${describeRefutation(refutation)}`;
    return [{ id, message, at: { file, line, column }, curl: [...setup, call].map((each) => formatCurl(each, origin)) }];
  });
}
