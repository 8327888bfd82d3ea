/** Checks that mocks agree with recordings. */
import { type Diagnostic, formatDiagnostic } from '../generator/lib/diagnostics.js';
import { countUnaccepted } from '../fidelity/verify/accepted.js';
import { formatVerdictText } from '../fidelity/verify/reports/format-text.js';
import type { Verdict } from '../fidelity/verify/verdict.js';
import type { CheckResult } from './checks.js';

/** What `verify` of `discogen` returns. */
export interface RecordingsResult {
  readonly verdict?: Verdict;
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws a `TypeError` if the argument isn't the result of `verify`. */
export function checkRecordings({ verdict, diagnostics }: RecordingsResult): CheckResult {
  if (!Array.isArray(diagnostics)) throw new TypeError('expected the result of verify');
  const pass = verdict !== undefined && verdict.compared > verdict.assumed && countUnaccepted(verdict) === 0;
  const message = (): string => {
    if (verdict === undefined) return `the recordings can't be compared:\n${diagnostics.map(formatDiagnostic).join('\n')}`;
    return `expected the mock ${pass ? 'not to' : 'to'} agree with the recordings:\n${formatVerdictText(verdict)}`;
  };
  return { pass, message };
}
