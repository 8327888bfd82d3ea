/** `discogen diff` */
import { diffSpecifications } from '../pipeline/diff-specifications.js';
import { formatChangesMarkdown, formatChangesText } from '../diff/format-changes.js';
import type { Effects } from '../lib/effects.js';
import { hasOption, type CommandInput, type Status } from './command.js';
import { printDiagnostics } from './print-diagnostics.js';
import { readChoice, readCommonOptions } from './option-values.js';

const formats = ['text', 'json', 'markdown'] as const;

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const [old = '', next = ''] = input.arguments;
  const format = readChoice(input, 'format', formats) ?? (hasOption(input, 'json') ? 'json' : 'text');
  const result = diffSpecifications({ old, new: next }, readCommonOptions(input), effects);
  const { step, changes, diagnostics } = result;
  const breaking = changes.filter((change) => change.breaking).length;
  if (format === 'json') effects.stdout(`${JSON.stringify({ breaking, ...result })}\n`);
  else {
    printDiagnostics(diagnostics, effects, { quiet: hasOption(input, 'quiet') });
    if (step !== undefined) effects.stdout(format === 'markdown' ? formatChangesMarkdown(changes, step) : formatChangesText(changes, step));
  }
  return step === undefined || breaking > 0 ? 1 : 0;
}
