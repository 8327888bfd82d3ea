/** `discogen lint` */
import { listDiagnosticDefinitions, type DiagnosticCode, isCode, isError, quote } from '../lib/diagnostics.js';
import { escapeUnprintable } from '../lib/unprintable.js';
import type { Effects } from '../lib/effects.js';
import { type LintSeverity, lintFiles, type LintResult, type ListedRule } from '../pipeline/lint-files.js';
import type { Config } from '../config/generate-options.js';
import { readNamedFile } from '../config/named-files.js';
import { selectSources } from '../config/select-sources.js';
import { omitUndefined } from '../lib/json.js';
import { findNearest } from '../lib/suggest.js';
import { UsageError } from '../lib/usage-error.js';
import { getValue, hasOption, type CommandInput, type Status } from './command.js';
import { toGithub, toSarif } from './lint-formats.js';
import { readAssignments, readChoice, readInteger } from './option-values.js';
import { printDiagnostics } from './print-diagnostics.js';

const formats = ['text', 'json', 'sarif', 'github'] as const;
const severities = ['off', 'warning', 'error'] as const;

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const maxWarnings = readInteger(input, 'max-warnings') ?? Infinity;
  const format = readChoice(input, 'format', formats) ?? (hasOption(input, 'json') ? 'json' : 'text');
  const { files, fileLocations } = listFiles(input, effects);
  // Assumptions need inference, which takes as long as all checks.
  const assumptions = format === 'json' || (format === 'text' && hasOption(input, 'assumptions'));
  const options = { rules: hasOption(input, 'rules'), assumptions, severities: readSeverities(input), fileLocations };
  const result = lintFiles(files, (path) => readNamedFile(path, effects), options);
  const errors = result.diagnostics.filter(isError).length;
  const warnings = result.diagnostics.length - errors;
  const quiet = hasOption(input, 'quiet') && warnings <= maxWarnings;
  const visibleDiagnostics = quiet ? result.diagnostics.filter(isError) : result.diagnostics;
  if (format === 'json') effects.stdout(`${JSON.stringify({ errors, warnings, ...result })}\n`);
  else if (format === 'sarif') effects.stdout(`${JSON.stringify(toSarif(visibleDiagnostics, effects.cwd), undefined, 2)}\n`);
  else if (format === 'github') effects.stdout(toGithub(visibleDiagnostics, effects.cwd));
  else printText({ ...result, diagnostics: visibleDiagnostics }, effects);
  if (warnings > maxWarnings)
    effects.stderr(`discogen: ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, at most ${maxWarnings} allowed\n`);
  if (result.diagnostics.some(({ code }) => code === 'unreadable-file')) return 2;
  return errors > 0 || warnings > maxWarnings ? 1 : 0;
}

/** The files that the user names, or else all specifications and overlays of the config. Throws `UsageError` for an invalid config. */
function listFiles(input: CommandInput, effects: Effects): Pick<Config, 'files' | 'fileLocations'> {
  if (input.arguments.length > 0) {
    if (hasOption(input, 'config')) throw new UsageError('lint takes either files or --config');
    return { files: input.arguments, fileLocations: {} };
  }
  const { sources, fileLocations } = selectSources([], omitUndefined({ config: getValue(input, 'config') }), effects);
  return { files: sources.flatMap(({ file, overlays }) => [file, ...overlays]), fileLocations };
}

/** Diagnostics whose level can't be changed, because the file could not be read. */
const fixedCodes: ReadonlySet<DiagnosticCode> = new Set(['unreadable-file', 'syntax']);

function readSeverities(input: CommandInput): Partial<Record<DiagnosticCode, LintSeverity>> {
  const found: Partial<Record<DiagnosticCode, LintSeverity>> = {};
  for (const [code, text] of Object.entries(readAssignments(input, 'severity'))) {
    const severity = severities.find((candidate) => candidate === text);
    if (severity === undefined)
      throw new UsageError(`--severity ${code} must be one of ${severities.join(', ')} (received ${quote(text)})`);
    if (!isCode(code)) throw new UsageError(describeUnknownCode(code));
    if (fixedCodes.has(code)) throw new UsageError(`--severity cannot set ${code}: a file that cannot be read is always an error`);
    found[code] = severity;
  }
  return found;
}

function describeUnknownCode(code: string): string {
  const codes = listDiagnosticDefinitions().map((definition) => definition.code);
  const suggestion = findNearest(code, codes);
  return `--severity: unknown diagnostic ${quote(code)}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`;
}

function printText({ diagnostics, rules, assumptions = [] }: LintResult, effects: Effects): void {
  printDiagnostics(diagnostics, effects, { stream: 'stdout' });
  for (const rule of rules) effects.stdout(`${formatRule(rule)}\n`);
  for (const { file, line, column, owner, because } of assumptions)
    effects.stdout(`${file}:${line}:${column}  ${escapeUnprintable(owner)}  assumption  ${escapeUnprintable(because)}\n`);
}

/** `file:line:column  owner  kind  sentence  [source]`, on one line. */
function formatRule({ file, line, column, owner, kind, sentence, source }: ListedRule): string {
  const parts = [`${file}:${line}:${column}`, owner, kind, sentence, ...(source === '' ? [] : [`[${source}]`])];
  return parts.map(escapeUnprintable).join('  ');
}
