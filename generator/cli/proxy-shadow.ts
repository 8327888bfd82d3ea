/** The option `--shadow` of `discogen proxy`. */
import type { Effects } from '../lib/effects.js';
import { hasErrors } from '../lib/diagnostics.js';
import { escapeUnprintable } from '../lib/unprintable.js';
import { formatCount } from '../lib/format-count.js';
import type { DescribedApis } from '../pipeline/load-described-apis.js';
import { readAccepted } from '../pipeline/read-accepted.js';
import { readSeeds } from '../pipeline/read-seed.js';
import { prepareMocks, replayInSession } from '../pipeline/replay-mocks.js';
import { Shadow } from '../../fidelity/proxy/shadow.js';
import { createMatcher } from '../../fidelity/recordings/match-exchange.js';
import { acceptDifferences, countUnaccepted } from '../../fidelity/verify/accepted.js';
import { formatHtml } from '../../fidelity/verify/reports/format-html.js';
import { formatVerdictText } from '../../fidelity/verify/reports/format-text.js';
import { Tally, type Verdict } from '../../fidelity/verify/verdict.js';
import { type CommandInput, getValue, getValues, hasOption, type Status } from './command.js';
import { readCommonOptions } from './option-values.js';
import { findOutput, writeOutput } from '../lib/output-file.js';
import { printDiagnostics } from './print-diagnostics.js';
import { toSarif } from './verify-formats.js';

export interface ShadowUse {
  readonly maxBody: number;
  /** Further addresses of all APIs. */
  readonly addresses: readonly string[];
  /** Called with the shadow, which mirrors exchanges until the promise settles. Returns the exit status. */
  readonly use: (shadow: Shadow, apis: DescribedApis['apis']) => Promise<Status>;
  /** Whether standard output belongs to a command. */
  readonly isRun: boolean;
}

/**
 * Returns the status of `use`. If that is 0 and the proxy doesn't run a command, returns 1 for a difference that isn't accepted, or if nothing
 * was compared.
 */
export async function runWithShadow(input: CommandInput, { maxBody, addresses, use, isRun }: ShadowUse, effects: Effects): Promise<Status> {
  const seeds = await readSeeds(getValues(input, 'seed'), effects);
  const accepted = readAccepted(getValue(input, 'accepted'), effects);
  const file = getValue(input, 'report');
  const output = file === undefined ? undefined : findOutput({ option: '--report', file }, effects);
  const options = { ...readCommonOptions(input), apis: input.arguments, seed: seeds.map(({ document }) => document) };
  const { apis, mocks, diagnostics } = await prepareMocks(options, effects);
  const all = [...accepted.diagnostics, ...diagnostics];
  printDiagnostics(all, effects, { quiet: true });
  if (mocks === undefined || hasErrors(all)) return 1;
  const models = apis.map(({ api }) => api);
  const shadow = new Shadow({ match: createMatcher(models, { addresses }), maxBody, file: getValue(input, 'record') ?? 'shadow' });
  let status: Status = 0;
  const results = await replayInSession('shadow', mocks, async ({ send }) => {
    shadow.start(send);
    status = await use(shadow, models);
    return shadow.finish();
  });
  const tally = new Tally(false);
  tally.addRecording('shadow');
  tally.addScenario(results);
  const { verdict } = acceptDifferences(tally.toVerdict(), accepted.entries);
  if (file !== undefined && output) writeOutput(output, formatReport(verdict, { file, cwd: effects.cwd }), effects);
  report(verdict, { input, isRun, omitted: shadow.omitted }, effects);
  return status === 0 && !isRun && (countUnaccepted(verdict) > 0 || verdict.compared === 0) ? 1 : status;
}

interface ReportContext {
  readonly input: CommandInput;
  readonly isRun: boolean;
  readonly omitted: number;
}

function report(verdict: Verdict, { input, isRun, omitted }: ReportContext, effects: Effects): void {
  const print = isRun ? effects.stderr : effects.stdout;
  if (hasOption(input, 'json')) print(`${escapeUnprintable(JSON.stringify(verdict))}\n`);
  else if (!hasOption(input, 'quiet') || !isRun) print(formatVerdictText(verdict));
  if (omitted > 0) effects.stderr(`discogen: warning: ${formatCount(omitted, 'exchange')} not compared: too large, or too many\n`);
  if (verdict.compared === 0 && !hasOption(input, 'quiet')) effects.stderr('discogen: nothing was compared; the report lists why\n');
}

/** The extension of the file selects the format. */
function formatReport(verdict: Verdict, { file, cwd }: { readonly file: string; readonly cwd: string }): string {
  if (/\.html?$/i.test(file)) return formatHtml(verdict);
  if (/\.sarif$/i.test(file)) return `${JSON.stringify(toSarif(verdict, cwd), undefined, 2)}\n`;
  return /\.json$/i.test(file) ? `${JSON.stringify(verdict, undefined, 2)}\n` : formatVerdictText(verdict);
}
