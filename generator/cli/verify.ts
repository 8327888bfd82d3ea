/** `discogen verify` */
import { escapeUnprintable } from '../lib/unprintable.js';
import type { Effects } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { defaultConfig } from '../config/generate-options.js';
import { isPresent } from '../config/named-files.js';
import { UsageError } from '../lib/usage-error.js';
import { readSeeds } from '../pipeline/read-seed.js';
import { recordedStates } from '../pipeline/replay-mocks.js';
import { verifyRecordings } from '../pipeline/verify-recordings.js';
import { countUnaccepted } from '../../fidelity/verify/accepted.js';
import { formatHtml } from '../../fidelity/verify/reports/format-html.js';
import { formatVerdictText } from '../../fidelity/verify/reports/format-text.js';
import type { Verdict } from '../../fidelity/verify/verdict.js';
import { getValue, hasOption, type CommandInput, type Status, getValues } from './command.js';
import { printDiagnostics } from './print-diagnostics.js';
import { readChoice, readCommonOptions } from './option-values.js';
import { findOutput, writeOutput } from '../lib/output-file.js';
import { toGithub, toSarif } from './verify-formats.js';
import { verifyFormats, verifyTarget, type VerifyFormat } from './verify-target.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const format = readChoice(input, 'format', verifyFormats) ?? (hasOption(input, 'json') ? 'json' : 'text');
  if (input.arguments.length === 0 && !hasOption(input, 'target')) throw new UsageError('verify requires RECORDING..., or --target URL');
  if (getValues(input, 'api').length === 0 && !hasOption(input, 'config') && !isPresent(defaultConfig, effects))
    throw new UsageError(`verify requires --api NAME|FILE, because there is no ${defaultConfig}`);
  if (hasOption(input, 'target')) return verifyTarget(input, format, effects);
  const target = getValue(input, 'write');
  const output = target === undefined ? undefined : findOutput({ option: '--write', file: target }, effects);
  const seeds = await readSeeds(getValues(input, 'seed'), effects);
  const options = {
    ...readCommonOptions(input),
    apis: getValues(input, 'api'),
    messages: hasOption(input, 'messages'),
    keepsSamples: format === 'html',
    seed: seeds.map(({ document }) => document),
    ...omitUndefined({ accepted: getValue(input, 'accepted'), state: readChoice(input, 'state', recordedStates) }),
  };
  const { verdict, evidence, diagnostics } = await verifyRecordings(input.arguments, options, effects);
  if (format !== 'json') printDiagnostics(diagnostics, effects, { quiet: hasOption(input, 'quiet') });
  if (format === 'json') effects.stdout(`${escapeUnprintable(JSON.stringify({ ...verdict, diagnostics }))}\n`);
  else if (verdict !== undefined) effects.stdout(formatVerdict(verdict, format, effects.cwd));
  if (verdict === undefined) return 1;
  if (output) writeOutput(output, `${JSON.stringify(evidence, undefined, 2)}\n`, effects);
  if (verdict.compared === verdict.assumed) {
    effects.stderr(`discogen: nothing was compared${verdict.assumed > 0 ? ' but what was assumed' : ''}; the report lists why\n`);
    return 1;
  }
  return countUnaccepted(verdict) > 0 ? 1 : 0;
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
