/** `discogen generate` */
import { formatCount } from '../lib/format-count.js';
import type { Effects } from '../lib/effects.js';
import { moduleFormats, runtimeModes } from '../language/parts.js';
import type { GeneratedPackage, GenerateResult } from '../pipeline/run-context.js';
import { runGenerate } from '../pipeline/run-generate.js';
import type { GenerateOptions } from '../config/generate-options.js';
import { UsageError } from '../lib/usage-error.js';
import type { WatchReports } from '../pipeline/watch-generate.js';
import { hasOption, type CommandInput, type Status, getValue } from './command.js';
import { readChoice, readChoices, readCommonOptions, readList } from './option-values.js';
import { printOverlayNotes } from './overlay-notes.js';
import { printDiagnostics } from './print-diagnostics.js';
import { omitUndefined } from '../lib/json.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const options = readOptions(input);
  printOverlayNotes(input, effects);
  if (hasOption(input, 'watch')) return watch(options, input, effects);
  const result = await runWithProgressBar(!hasOption(input, 'quiet'), effects, (progressEffects) => runGenerate(options, progressEffects));
  if (hasOption(input, 'json')) effects.stdout(`${JSON.stringify(result)}\n`);
  else printResult(result, { effects, check: options.check === true, quiet: hasOption(input, 'quiet') });
  return result.status === 'done' ? 0 : 1;
}

/** Shows a progress bar during the run if standard error is a terminal. */
export async function runWithProgressBar<T>(isWanted: boolean, effects: Effects, run: (effects: Effects) => Promise<T>): Promise<T> {
  if (!isWanted || effects.columns === undefined) return run(effects);
  const { createProgressBar } = await import('./progress-bar.js');
  const { progress, clear } = createProgressBar(effects);
  try {
    return await run({ ...effects, progress });
  } finally {
    clear();
  }
}

async function watch(options: GenerateOptions, input: CommandInput, effects: Effects): Promise<Status> {
  if (options.check === true) throw new UsageError('--watch and --check cannot be combined');
  if (options.frozen === true) throw new UsageError('--watch and --frozen cannot be combined');
  const quiet = hasOption(input, 'quiet');
  const { watchGenerate } = await import('../pipeline/watch-generate.js');
  const reports: WatchReports = {
    done: (result) =>
      hasOption(input, 'json') ? effects.stdout(`${JSON.stringify(result)}\n`) : printRound(result, { effects, check: false, quiet }),
    failed: ({ message, diagnostics }) => {
      printDiagnostics(diagnostics, effects);
      effects.stderr(`discogen: ${message}; the output stays as it is\n`);
    },
    waiting: (files) => void (quiet || effects.stderr(`discogen: watching ${files} ${files === 1 ? 'file' : 'files'}; end with Ctrl+C\n`)),
  };
  await watchGenerate(options, { ...effects, reports });
  return 0;
}

/** Prints the packages that changed, or that all are up to date: each round ends with the state of the output. */
function printRound(result: GenerateResult, options: ResultPrintOptions): void {
  const changed = omitUnchangedPackages(result);
  printResult(changed, options);
  if (result.status === 'done' && changed.packages.length === 0 && !options.quiet)
    options.effects.stderr('discogen: all packages are up to date\n');
}

function omitUnchangedPackages(result: GenerateResult): GenerateResult {
  return { ...result, packages: result.packages.filter(({ changes }) => changes.length > 0) };
}

function readOptions(input: CommandInput): GenerateOptions {
  const only = getValue(input, 'only')
    ?.split(',')
    .map((name) => name.trim());
  const runtime = readChoice(input, 'runtime', runtimeModes);
  const formats = readChoices(input, 'module-formats', moduleFormats);
  return {
    files: input.arguments,
    check: hasOption(input, 'check'),
    frozen: hasOption(input, 'frozen'),
    ...readCommonOptions(input),
    ...omitUndefined({ out: getValue(input, 'out'), only, runtime, moduleFormats: formats }),
    ...(hasOption(input, 'methods') ? { methods: readList(input, 'methods', (pattern) => pattern) } : {}),
  };
}

interface ResultPrintOptions {
  readonly effects: Effects;
  readonly check: boolean;
  readonly quiet: boolean;
}

function printResult(result: GenerateResult, { effects, check, quiet }: ResultPrintOptions): void {
  printDiagnostics(result.diagnostics, effects, { quiet });
  if (result.status === 'failed') effects.stderr('discogen: nothing was written\n');
  else if (check)
    for (const { path, difference } of [...result.packages.flatMap(({ changes }) => changes), ...result.changes])
      effects.stdout(`${difference} ${path}\n`);
  if (result.status === 'stale' && !quiet) effects.stderr('discogen: the output is stale; run `discogen generate`\n');
  if (result.status !== 'done' || quiet) return;
  for (const entry of result.packages) effects.stdout(formatPackage(entry));
}

export const formatPackage = (entry: GeneratedPackage): string => `${entry.folder}: ${formatSummary(entry)}\n`;

/** Counts the files to commit, which `dist/` isn't among. */
function formatSummary({ specification, folder, files, changes: all }: GeneratedPackage): string {
  if (files === 0) return `removed (${formatCount(all.length, 'file')})`;
  const content = `${formatCount(files, 'file')} ${specification === undefined ? 'of the runtime' : `from ${specification}`}`;
  const changes = all.filter(({ path }) => !path.startsWith(`${folder}/dist/`));
  if (changes.length === 0 && all.length > 0) return `${content}, compiled`;
  const removed = changes.filter(({ difference }) => difference === 'orphaned').length;
  const written = changes.length - removed;
  const actions = [...(written > 0 ? [`${written} written`] : []), ...(removed > 0 ? [`${removed} removed`] : [])];
  return `${content}, ${actions.length === 0 ? 'up to date' : actions.join(', ')}`;
}
