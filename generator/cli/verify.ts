/** `discogen verify` */
import type { Effects } from '../lib/effects.js';
import { UsageError } from '../lib/usage-error.js';
import { readSeeds } from '../pipeline/read-seed.js';
import { verifyRecordings } from '../pipeline/verify-recordings.js';
import { formatText } from '../traffic/verify/reports/format-text.js';
import { hasOption, type CommandInput, type Status, getValues } from './command.js';
import { printDiagnostics } from './print-diagnostics.js';
import { readChoice, readCommonOptions } from './option-values.js';

const formats = ['text', 'json', 'sarif', 'github', 'html'] as const;

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const format = readChoice(input, 'format', formats) ?? (hasOption(input, 'json') ? 'json' : 'text');
  const seeds = await readSeeds(getValues(input, 'seed'), effects);
  const options = {
    ...readCommonOptions(input),
    apis: getValues(input, 'api'),
    messages: hasOption(input, 'messages'),
    seed: seeds.map(({ document }) => document),
  };
  const { verdict, diagnostics } = await verifyRecordings(input.arguments, options, effects);
  printDiagnostics(diagnostics, effects, { quiet: hasOption(input, 'quiet') });
  if (verdict === undefined) return 1;
  effects.stdout(format === 'json' ? `${JSON.stringify(verdict)}\n` : formatText(verdict));
  if (verdict.compared === 0) throw new UsageError('nothing was compared: no request of the recordings calls a method of the APIs');
  return verdict.agree < verdict.compared ? 1 : 0;
}
