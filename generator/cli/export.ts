/** `discogen export` */
import { hasErrors } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { exportDescription, exportFormats } from '../pipeline/export-description.js';
import { UsageError } from '../lib/usage-error.js';
import { hasOption, type CommandInput, type Status } from './command.js';
import { printDiagnostics } from './print-diagnostics.js';
import { readChoice, readCommonOptions } from './option-values.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const to = readChoice(input, 'to', exportFormats);
  if (to === undefined) throw new UsageError(`export requires --to FORMAT: one of ${exportFormats.join(', ')}`);
  const { document, diagnostics } = exportDescription(input.arguments[0] ?? '', { to, ...readCommonOptions(input) }, effects);
  printDiagnostics(diagnostics, effects, { quiet: hasOption(input, 'quiet') });
  if (document !== undefined) effects.stdout(`${JSON.stringify(document, undefined, 2)}\n`);
  return hasErrors(diagnostics) ? 1 : 0;
}
