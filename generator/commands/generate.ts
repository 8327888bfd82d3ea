/** `discogen generate` */
import { formatDiagnostic } from '../diagnostics.js';
import type { Effects } from '../effects.js';
import { parts } from '../emit/emitter.js';
import { type GeneratedPackage, type GenerateResult, runGenerate } from '../run-generate.js';
import type { GenerateOptions } from '../generate-options.js';
import { UsageError } from '../usage-error.js';
import type { WatchReports } from '../watch-generate.js';
import { isGiven, type CommandInput, type Status, getValue, getValues } from './command.js';
import { readAssignments, readChoices } from './option-values.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const options = optionsOf(input);
  if (isGiven(input, 'watch')) return watch(options, input, effects);
  const result = await showing(!isGiven(input, 'quiet'), effects, (shown) => runGenerate(options, shown));
  if (isGiven(input, 'json')) effects.stdout(`${JSON.stringify(result)}\n`);
  else print(result, { effects, check: options.check === true, quiet: isGiven(input, 'quiet') });
  return result.status === 'done' ? 0 : 1;
}

/** With a bar while it lasts, where that is wanted and there is a terminal. */
async function showing<T>(wanted: boolean, effects: Effects, run: (effects: Effects) => Promise<T>): Promise<T> {
  if (!wanted || effects.columns === undefined) return run(effects);
  const { createProgressBar: progressBar } = await import('../progress-bar.js');
  const { progress, clear } = progressBar(effects);
  try {
    return await run({ ...effects, progress });
  } finally {
    clear();
  }
}

async function watch(options: GenerateOptions, input: CommandInput, effects: Effects): Promise<Status> {
  if (options.check === true) throw new UsageError('--watch writes, and --check does not: they exclude each other');
  const quiet = isGiven(input, 'quiet');
  const { watchGenerate } = await import('../watch-generate.js');
  const reports: WatchReports = {
    done: (result) =>
      isGiven(input, 'json') ? effects.stdout(`${JSON.stringify(result)}\n`) : print(changed(result), { effects, check: false, quiet }),
    failed: ({ message, diagnostics }) => {
      for (const finding of diagnostics) effects.stderr(`${formatDiagnostic(finding)}\n`);
      effects.stderr(`discogen: ${message}; the output stays as it is\n`);
    },
    waiting: (files) => void (quiet || effects.stderr(`discogen: watching ${files} ${files === 1 ? 'file' : 'files'}; end with Ctrl+C\n`)),
  };
  await watchGenerate(options, { ...effects, reports });
  return 0;
}

/** Without the packages that stayed as they were. */
function changed(result: GenerateResult): GenerateResult {
  return { ...result, packages: result.packages.filter(({ changes }) => changes.length > 0) };
}

function optionsOf(input: CommandInput): GenerateOptions {
  const config = getValue(input, 'config');
  const out = getValue(input, 'out');
  const only = readChoices(
    input,
    'only',
    parts.filter((part) => part !== 'package'),
  );
  return {
    files: input.arguments,
    check: isGiven(input, 'check'),
    overlays: !isGiven(input, 'no-overlays'),
    variables: readAssignments(input, 'var'),
    ...(config === undefined ? {} : { config }),
    ...(out === undefined ? {} : { out }),
    ...(only === undefined ? {} : { only }),
    ...(isGiven(input, 'methods') ? { methods: getValues(input, 'methods') } : {}),
  };
}

interface Printing {
  readonly effects: Effects;
  readonly check: boolean;
  readonly quiet: boolean;
}

function print(result: GenerateResult, { effects, check, quiet }: Printing): void {
  for (const finding of result.diagnostics) if (!quiet || finding.severity === 'error') effects.stderr(`${formatDiagnostic(finding)}\n`);
  if (result.status === 'failed') effects.stderr('discogen: nothing was written\n');
  else if (check)
    for (const { path, difference } of [...result.packages.flatMap(({ changes }) => changes), ...result.changes])
      effects.stdout(`${difference} ${path}\n`);
  if (result.status === 'stale' && !quiet) effects.stderr('discogen: the output is stale; run `discogen generate`\n');
  if (result.status !== 'done' || quiet) return;
  for (const entry of result.packages) effects.stdout(`${entry.folder}: ${summary(entry)}\n`);
}

/** Counts the files to commit, which `dist/` isn't among. */
function summary({ specification, folder, files, changes: all }: GeneratedPackage): string {
  if (specification === undefined) return `removed (${all.length} files)`;
  const changes = all.filter(({ path }) => !path.startsWith(`${folder}/dist/`));
  if (changes.length === 0 && all.length > 0) return `${files} files from ${specification}, compiled`;
  const removed = changes.filter(({ difference }) => difference === 'orphaned').length;
  const written = changes.length - removed;
  const done = [...(written > 0 ? [`${written} written`] : []), ...(removed > 0 ? [`${removed} removed`] : [])];
  return `${files} files from ${specification}, ${done.length === 0 ? 'up to date' : done.join(', ')}`;
}
