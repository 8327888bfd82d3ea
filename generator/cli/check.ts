/** `discogen check` */
import { join, resolve } from 'node:path';
import { formatUsesReport } from '../../fidelity/usage/format-report.js';
import { defaultConfig } from '../config/generate-options.js';
import { isPresent, readNamedFile } from '../config/named-files.js';
import type { Effects } from '../lib/effects.js';
import { UsageError } from '../lib/usage-error.js';
import { checkUses, type UsedExchange, type UseSources } from '../pipeline/check-uses.js';
import { type CommandInput, getValues, hasOption, type Status } from './command.js';
import { readCommonOptions } from './option-values.js';
import { printDiagnostics } from './print-diagnostics.js';
import { parseJournal, readJournal } from './read-journal.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const apis = getValues(input, 'api');
  if (apis.length === 0 && !hasOption(input, 'config') && !isPresent(defaultConfig, effects))
    throw new UsageError(`check requires --api NAME|FILE, because there is no ${defaultConfig}`);
  if (input.arguments.length === 0 && !hasOption(input, 'url'))
    throw new UsageError('check requires a RECORDING, a JOURNAL, or a PROJECT, or --url URL');
  const { report, diagnostics } = await checkUses(await findSources(input, effects), { ...readCommonOptions(input), apis }, effects);
  if (hasOption(input, 'json')) effects.stdout(`${JSON.stringify({ ...report, diagnostics })}\n`);
  else printDiagnostics(diagnostics, effects, { quiet: hasOption(input, 'quiet') });
  if (report === undefined) return 1;
  if (!hasOption(input, 'json')) effects.stdout(formatUsesReport(report));
  if (report.methods.length > 0) return report.missing > 0 ? 1 : 0;
  effects.stderr('discogen: nothing calls a method of the APIs\n');
  return 1;
}

async function findSources(input: CommandInput, effects: Effects): Promise<UseSources> {
  const [recordings, projects, journal]: [string[], string[], UsedExchange[]] = [[], [], []];
  for (const path of input.arguments) {
    const project = findProject(path, effects);
    const exchanges = project === undefined ? readJournalFile(path, effects) : undefined;
    if (project !== undefined) projects.push(project);
    else if (exchanges === undefined) recordings.push(path);
    else journal.push(...exchanges);
  }
  return { recordings, projects, journal: hasOption(input, 'url') ? [...journal, ...(await readJournal(input, effects))] : journal };
}

/** Returns the absolute path of the `tsconfig.json` that is at a path, or in the folder there. */
function findProject(path: string, { cwd, files }: Effects): string | undefined {
  const candidates = /(?:^|[/\\])tsconfig[^/\\]*\.json$/.test(path) ? [path] : [join(path, 'tsconfig.json')];
  return candidates.map((file) => resolve(cwd, file)).find((file) => files.stat(file)?.kind === 'file');
}

function readJournalFile(path: string, effects: Effects): readonly UsedExchange[] | undefined {
  if (!path.endsWith('.json') || !isPresent(path, effects)) return undefined;
  const read = readNamedFile(path, effects);
  return 'problem' in read ? undefined : parseJournal(read.text);
}
