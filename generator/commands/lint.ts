/** `discogen lint` */
import { listDiagnosticDefinitions, type Code, formatDiagnostic, isCode, quote } from '../diagnostics.js';
import type { Effects } from '../effects.js';
import { type LintSeverity, lint, type LintResult, type ListedRule } from '../lint-files.js';
import { readNamedFile } from '../named-files.js';
import { findNearest } from '../suggest.js';
import { UsageError } from '../usage-error.js';
import { isGiven, type CommandInput, type Status } from './command.js';
import { toGithub, toSarif } from './lint-formats.js';
import { readAssignments, readChoice, readInteger } from './option-values.js';

const formats = ['text', 'json', 'sarif', 'github'] as const;
const levels = ['off', 'warning', 'error'] as const;

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const most = readInteger(input, 'max-warnings', { least: 0, most: Number.MAX_SAFE_INTEGER }) ?? Infinity;
  const chosen = readChoice(input, 'format', formats) ?? (isGiven(input, 'json') ? 'json' : 'text');
  const options = { rules: isGiven(input, 'rules'), assumptions: true, levels: levelsOf(input) };
  const { assumptions = [], ...result } = lint(input.arguments, (path) => readNamedFile(path, effects), options);
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = result.diagnostics.length - errors;
  const quiet = isGiven(input, 'quiet') && warnings <= most;
  const shown = result.diagnostics.filter(({ severity }) => !quiet || severity === 'error');
  if (chosen === 'json') effects.stdout(`${JSON.stringify({ errors, warnings, ...result, assumptions })}\n`);
  else if (chosen === 'sarif') effects.stdout(`${JSON.stringify(toSarif(shown), undefined, 2)}\n`);
  else if (chosen === 'github') effects.stdout(toGithub(shown));
  else print({ diagnostics: shown, rules: result.rules, assumptions: isGiven(input, 'assumptions') ? assumptions : [] }, effects);
  if (assumptions.length > 0 && !isGiven(input, 'assumptions') && !isGiven(input, 'quiet') && chosen === 'text')
    effects.stderr(note(assumptions.length));
  if (warnings > most) effects.stderr(`discogen: ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, at most ${most} allowed\n`);
  if (result.diagnostics.some(({ code }) => code === 'unreadable-file')) return 2;
  return errors > 0 || warnings > most ? 1 : 0;
}

/** Codes of what is no matter of opinion: that a file cannot be read. */
const fixed: ReadonlySet<Code> = new Set(['unreadable-file', 'syntax']);

function levelsOf(input: CommandInput): Partial<Record<Code, LintSeverity>> {
  const found: Partial<Record<Code, LintSeverity>> = {};
  for (const [code, text] of Object.entries(readAssignments(input, 'rule'))) {
    const level = levels.find((candidate) => candidate === text);
    if (level === undefined) throw new UsageError(`--rule ${code} must be one of ${levels.join(', ')}; found ${quote(text)}`);
    if (!isCode(code)) throw new UsageError(unknownCode(code));
    if (fixed.has(code)) throw new UsageError(`--rule cannot set ${code}: a file that cannot be read is always an error`);
    found[code] = level;
  }
  return found;
}

function unknownCode(code: string): string {
  const suggestion = findNearest(
    code,
    listDiagnosticDefinitions().map((finding) => finding.code),
  );
  return `there is no diagnostic ${quote(code)}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`;
}

function note(count: number): string {
  return `discogen: ${count} ${count === 1 ? 'element rests on an assumption' : 'elements rest on assumptions'}; --assumptions lists what and why\n`;
}

function print({ diagnostics, rules, assumptions = [] }: LintResult, effects: Effects): void {
  for (const finding of diagnostics) effects.stdout(`${formatDiagnostic(finding)}\n`);
  for (const rule of rules) effects.stdout(`${formatRule(rule)}\n`);
  for (const { file, line, column, owner, because } of assumptions)
    effects.stdout(`${file}:${line}:${column}  ${plain(owner)}  assumption  ${plain(because)}\n`);
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
