/** `discogen export` */
import { hasErrors, isError } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { exportFormats } from '../pipeline/export-formats.js';
import { exportDescription, type ExportOptions } from '../pipeline/export-description.js';
import { UsageError } from '../lib/usage-error.js';
import { hasOption, type CommandInput, type Status, getValue } from './command.js';
import { printDiagnostics } from './print-diagnostics.js';
import { readAssignments, readChoice } from './option-values.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const { document, diagnostics } = exportDescription(input.arguments[0] ?? '', readOptions(input), effects);
  printDiagnostics(hasOption(input, 'quiet') ? diagnostics.filter(isError) : diagnostics, effects);
  if (document !== undefined) effects.stdout(`${JSON.stringify(document, undefined, 2)}\n`);
  return hasErrors(diagnostics) ? 1 : 0;
}

function readOptions(input: CommandInput): ExportOptions {
  const to = readChoice(input, 'to', exportFormats);
  if (to === undefined) throw new UsageError(`export requires --to FORMAT: one of ${exportFormats.join(', ')}`);
  const config = getValue(input, 'config');
  return {
    to,
    overlays: !hasOption(input, 'no-overlays'),
    variables: readAssignments(input, 'var'),
    ...(config === undefined ? {} : { config }),
  };
}
