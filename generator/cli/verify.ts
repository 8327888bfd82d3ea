/** `discogen verify` */
import { escapeUnprintable } from '../lib/unprintable.js';
import type { Effects } from '../lib/effects.js';
import { hasErrors } from '../lib/diagnostics.js';
import { omitUndefined } from '../lib/json.js';
import { defaultConfig } from '../config/generate-options.js';
import { isPresent } from '../config/named-files.js';
import { UsageError } from '../lib/usage-error.js';
import { readSeeds } from '../pipeline/read-seed.js';
import { recordedStates } from '../pipeline/replay-mocks.js';
import type { TargetOptions } from '../pipeline/target-access.js';
import { printRecordedRequests, verifyRecordings } from '../pipeline/verify-recordings.js';
import { countUnaccepted } from '../../fidelity/verify/accepted.js';
import { formatHtml } from '../../fidelity/verify/reports/format-html.js';
import { formatVerdictText } from '../../fidelity/verify/reports/format-text.js';
import type { Verdict } from '../../fidelity/verify/verdict.js';
import { getValue, hasOption, type CommandInput, type Status, getValues } from './command.js';
import { printDiagnostics } from './print-diagnostics.js';
import { readChoice, readCommonOptions } from './option-values.js';
import { findOutput, writeOutput } from '../lib/output-file.js';
import { toGithub, toSarif } from './verify-formats.js';
import { catchTargetError, printLeftovers, readTargetOptions } from './target-options.js';
import { verifyFormats, verifyTarget, type VerifyFormat } from './verify-target.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const format = readChoice(input, 'format', verifyFormats) ?? (hasOption(input, 'json') ? 'json' : 'text');
  if (input.arguments.length === 0 && !hasOption(input, 'target')) throw new UsageError('verify requires RECORDING..., or --target URL');
  if (getValues(input, 'api').length === 0 && !hasOption(input, 'config') && !isPresent(defaultConfig, effects))
    throw new UsageError(`verify requires --api NAME|FILE, because there is no ${defaultConfig}`);
  if (hasOption(input, 'target') && input.arguments.length === 0) return verifyTarget(input, format, effects);
  const target = getValue(input, 'write');
  const output = target === undefined ? undefined : findOutput({ option: '--write', file: target }, effects);
  const server = hasOption(input, 'target') ? readServer(input, effects) : undefined;
  const seeds = await readSeeds(getValues(input, 'seed'), effects);
  const options = {
    ...readCommonOptions(input),
    apis: getValues(input, 'api'),
    messages: hasOption(input, 'messages'),
    keepsSamples: format === 'html',
    seed: seeds.map(({ document }) => document),
    ...omitUndefined({ accepted: getValue(input, 'accepted'), state: readChoice(input, 'state', recordedStates), server }),
  };
  if (server !== undefined && hasOption(input, 'dry-run')) {
    const problems = await printRecordedRequests(input.arguments, { ...options, server }, effects);
    printDiagnostics(problems, effects, { quiet: hasOption(input, 'quiet') });
    return hasErrors(problems) ? 1 : 0;
  }
  const result = await catchTargetError(verifyRecordings(input.arguments, options, effects), effects);
  if (result === undefined) return 1;
  const { verdict, evidence, leftovers = [], diagnostics } = result;
  if (format !== 'json') printDiagnostics(diagnostics, effects, { quiet: hasOption(input, 'quiet') });
  if (format === 'json')
    effects.stdout(`${escapeUnprintable(JSON.stringify({ ...verdict, ...(server && { leftovers }), diagnostics }))}\n`);
  else if (verdict !== undefined) effects.stdout(formatVerdict(verdict, format, effects.cwd));
  if (verdict === undefined) return 1;
  if (output) writeOutput(output, `${JSON.stringify(evidence, undefined, 2)}\n`, effects);
  printLeftovers(leftovers, effects);
  if (verdict.compared === verdict.assumed) {
    effects.stderr(`discogen: nothing was compared${verdict.assumed > 0 ? ' but what was assumed' : ''}; the report lists why\n`);
    return 1;
  }
  return countUnaccepted(verdict) > 0 || leftovers.length > 0 ? 1 : 0;
}

/** Evidence is about mocks, and nothing can be put into a server before its first request. */
function readServer(input: CommandInput, effects: Effects): TargetOptions {
  for (const name of ['seed', 'state', 'write'])
    if (hasOption(input, name)) throw new UsageError(`--${name} concerns mocks, so it can't be used with --target`);
  return readTargetOptions(input, effects);
}

function formatVerdict(verdict: Verdict, format: Exclude<VerifyFormat, 'json'>, cwd: string): string {
  switch (format) {
    case 'text':
      return formatVerdictText(verdict);
    case 'html':
      return formatHtml(verdict);
    case 'sarif':
      return `${JSON.stringify(toSarif(verdict, cwd), undefined, 2)}\n`;
    case 'github':
      return toGithub(verdict, cwd);
  }
}
