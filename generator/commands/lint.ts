/** `discogen lint` */
import { type Diagnostic, format } from '../diagnostics.js';
import type { Effects } from '../effects.js';
import { lint, type LintResult, type ListedRule } from '../lint.js';
import { readNamed, requireFiles } from '../named-files.js';
import { given, type Input, type Status } from './command.js';
import { whole } from './values.js';

export async function run(input: Input, effects: Effects): Promise<Status> {
  const most = whole(input, 'max-warnings', { least: 0, most: Number.MAX_SAFE_INTEGER }) ?? Infinity;
  requireFiles(input.arguments, effects);
  const result = lint(input.arguments, (path) => readNamed(path, effects), { rules: given(input, 'rules') });
  const errors = count(result.diagnostics, 'error');
  const warnings = count(result.diagnostics, 'warning');
  if (given(input, 'json')) effects.stdout(`${JSON.stringify({ ...result, errors, warnings })}\n`);
  else print(result, { effects, quiet: given(input, 'quiet') });
  if (warnings > most) effects.stderr(`discogen: ${warnings} warnings; at most ${most} are allowed\n`);
  return errors > 0 || warnings > most ? 1 : 0;
}

function print({ diagnostics, rules }: LintResult, { effects, quiet }: { readonly effects: Effects; readonly quiet: boolean }): void {
  for (const finding of diagnostics) if (!quiet || finding.severity === 'error') effects.stdout(`${format(finding)}\n`);
  for (const rule of rules) effects.stdout(`${ruleLine(rule)}\n`);
  if (!quiet) effects.stderr(`discogen: ${plural(count(diagnostics, 'error'), 'error')}, ${plural(count(diagnostics, 'warning'), 'warning')}\n`);
}

const count = (diagnostics: readonly Diagnostic[], severity: Diagnostic['severity']): number => diagnostics.filter((finding) => finding.severity === severity).length;
const plural = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
const ruleLine = ({ file, line, column, kind, owner, sentence, source }: ListedRule): string =>
  `${file}:${line}:${column}: rule ${kind} ${owner}: ${sentence}${source === '' ? '' : ` [${source}]`}`;
