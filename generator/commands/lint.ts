/** `discogen lint` */
import { type Diagnostic, format, quote } from '../diagnostics.js';
import type { Effects } from '../effects.js';
import { lint, type LintResult, type ListedRule } from '../lint.js';
import { readNamed } from '../named-files.js';
import { given, type Input, type Status } from './command.js';
import { whole } from './values.js';

export async function run(input: Input, effects: Effects): Promise<Status> {
  const most = whole(input, 'max-warnings', { least: 0, most: Number.MAX_SAFE_INTEGER }) ?? Infinity;
  const result = lint(input.arguments, (path) => readNamed(path, effects), { rules: given(input, 'rules') });
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = result.diagnostics.length - errors;
  if (given(input, 'json')) effects.stdout(`${JSON.stringify({ errors, warnings, ...result })}\n`);
  else print(result, { quiet: given(input, 'quiet') && warnings <= most, effects });
  if (warnings > most) effects.stderr(`discogen: ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, at most ${most} allowed\n`);
  if (result.diagnostics.some(({ code }) => code === 'unreadable-file')) return 2;
  return errors > 0 || warnings > most ? 1 : 0;
}

function print({ diagnostics, rules }: LintResult, { quiet, effects }: { readonly quiet: boolean; readonly effects: Effects }): void {
  const shown = diagnostics.filter((finding: Diagnostic) => !quiet || finding.severity === 'error');
  for (const finding of shown) effects.stdout(`${format(finding)}\n`);
  for (const rule of rules) effects.stdout(`${formatRule(rule)}\n`);
}

/** `file:line:column  owner  kind  sentence  [source]`, on one line. */
function formatRule({ file, line, column, owner, kind, sentence, source }: ListedRule): string {
  const parts = [`${file}:${line}:${column}`, plain(owner), kind, plain(sentence), ...(source === '' ? [] : [`[${plain(source)}]`])];
  return parts.join('  ');
}

/** Text of a specification without what would break the line or deceive the reader. */
function plain(text: string): string {
  return quote(text, Infinity)
    .slice(1, -1)
    .replace(/\\(["\\])/g, '$1');
}
