/** Lists refuted rules for formats that locate each result in the specification, such as SARIF. */
import type { Location } from '../../../generator/lib/diagnostics.js';
import type { Proof } from '../prove.js';
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
export function listRefuted({ claims }: Proof, { origin }: ReportOptions): readonly RefutedRule[] {
  return claims.flatMap(({ claim, kind, refutation }) => {
    if (kind !== 'refuted' || refutation === undefined) return [];
    const { id, sentence, file, line, column } = claim;
    const { setup, call } = refutation;
    const message = `${id}: ${sentence} ${describeRefutation(refutation)}`;
    return [{ id, message, at: { file, line, column }, curl: [...setup, call].map((each) => formatCurl(each, origin)) }];
  });
}
