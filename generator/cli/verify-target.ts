/** `discogen verify --target` */
import type { Effects } from '../lib/effects.js';
import { escapeUnprintable } from '../lib/unprintable.js';
import { omitUndefined } from '../lib/json.js';
import { listTargetRequests, proveTarget } from '../pipeline/prove-target.js';
import type { ProveReport } from '../../fidelity/prove/prove.js';
import { formatProveHtml } from '../../fidelity/prove/reports/format-html.js';
import { formatProveText, type ReportOptions } from '../../fidelity/prove/reports/format-text.js';
import { toProveJson } from '../../fidelity/prove/reports/to-json.js';
import { openTape } from '../pipeline/open-recorder.js';
import { countUnaccepted } from '../../fidelity/verify/accepted.js';
import { getValue, getValues, hasOption, type CommandInput, type Status } from './command.js';
import { readCommonOptions, readInteger } from './option-values.js';
import { printDiagnostics } from './print-diagnostics.js';
import { catchTargetError, printLeftovers, readTargetOptions } from './target-options.js';
import { toProveGithub, toProveSarif } from './verify-formats.js';

export const verifyFormats = ['text', 'json', 'sarif', 'github', 'html'] as const;
export type VerifyFormat = (typeof verifyFormats)[number];

export async function verifyTarget(input: CommandInput, format: VerifyFormat, effects: Effects): Promise<Status> {
  const { target, ...access } = readTargetOptions(input, effects);
  const options = {
    ...readCommonOptions(input),
    ...access,
    apis: getValues(input, 'api'),
    target,
    keepsSamples: format === 'html',
    ...omitUndefined({ seed: readInteger(input, 'random-seed'), accepted: getValue(input, 'accepted'), values: getValue(input, 'values') }),
  };
  if (hasOption(input, 'dry-run')) {
    for await (const line of listTargetRequests(options, effects)) effects.stdout(`${line}\n`);
    return 0;
  }
  const tape = getValue(input, 'record');
  const output = tape === undefined ? undefined : openTape(tape, effects);
  const proven = proveTarget({ ...options, ...(output && { record: (line: string) => output.write(line) }) }, effects);
  const result = await catchTargetError(proven, effects);
  output?.close();
  if (result === undefined) return 1;
  const { report, leftovers = [], isStopped = false, diagnostics } = result;
  if (format !== 'json') printDiagnostics(diagnostics, effects, { quiet: hasOption(input, 'quiet') });
  const origin = target.replace(/\/+$/, '');
  if (format === 'json')
    effects.stdout(`${escapeUnprintable(JSON.stringify({ ...(report && toProveJson(report, { origin })), leftovers, diagnostics }))}\n`);
  else if (report !== undefined) effects.stdout(formatReport(report, format, { origin, cwd: effects.cwd }));
  printLeftovers(leftovers, effects);
  if (report === undefined) return 1;
  const refuted = report.testedRules.filter(({ kind }) => kind === 'refuted').length;
  const confirmed = report.testedRules.filter(({ kind }) => kind === 'confirmed').length;
  if (confirmed + refuted === 0) {
    effects.stderr('discogen: no rule was tested; the report lists why\n');
    return 1;
  }
  return isStopped || refuted > 0 || leftovers.length > 0 || countUnaccepted(report.verdict) > 0 ? 1 : 0;
}

function formatReport(
  report: ProveReport,
  format: Exclude<VerifyFormat, 'json'>,
  { cwd, ...options }: ReportOptions & { readonly cwd: string },
): string {
  switch (format) {
    case 'text':
      return formatProveText(report, options);
    case 'html':
      return formatProveHtml(report, options);
    case 'sarif':
      return `${JSON.stringify(toProveSarif(report, options, cwd), undefined, 2)}\n`;
    case 'github':
      return toProveGithub(report, options, cwd);
  }
}
