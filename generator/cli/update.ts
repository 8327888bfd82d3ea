/** `discogen update` */
import { formatChangesText } from '../diff/format-changes.js';
import type { Effects } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { type UpdatedFile, updateSpecifications, type UpdateResult } from '../project/update-specifications.js';
import { type CommandInput, getValue, hasOption, type Status } from './command.js';
import { formatPackage, runWithProgressBar } from './generate.js';
import { printProblems } from './print-diagnostics.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const quiet = hasOption(input, 'quiet');
  const options = {
    dryRun: hasOption(input, 'dry-run'),
    force: hasOption(input, 'force'),
    ...omitUndefined({ config: getValue(input, 'config') }),
  };
  const result = await runWithProgressBar(!quiet, effects, (progressEffects) =>
    updateSpecifications(input.arguments, options, progressEffects),
  );
  if (hasOption(input, 'json')) effects.stdout(`${JSON.stringify(result)}\n`);
  else printResult(result, quiet, effects);
  return result.status === 'done' ? 0 : 1;
}

function printResult(result: UpdateResult, quiet: boolean, effects: Effects): void {
  const { status, files, removed, apis, offered, packages } = result;
  printProblems(result, effects, { quiet });
  for (const file of files) if (!quiet || (file.difference ?? file.olderRevision) !== undefined) effects.stdout(formatFile(file));
  for (const file of removed) effects.stdout(`${file}: removed from the lock; the config does not name it\n`);
  for (const { name, step, changes } of apis) if (step !== undefined) effects.stdout(`${name}:\n${formatChangesText(changes, step)}`);
  if (!quiet) for (const entry of packages) effects.stdout(formatPackage(entry));
  if (!quiet)
    for (const { name, api, address } of offered)
      effects.stderr(
        `discogen: an overlay for ${api} comes with discogen; to apply it, remove ${name} from the config, and run \`discogen add ${address}\`\n`,
      );
  if (status === 'stale' && !quiet) effects.stderr('discogen: nothing was written; run `discogen update`\n');
  if (status === 'done' && files.length + removed.length === 0 && !quiet) effects.stderr('discogen: no file is pinned\n');
}

function formatFile({ file, address, difference, previousRevision, revision, olderRevision }: UpdatedFile): string {
  if (olderRevision !== undefined)
    return `${file}: kept at revision ${revision ?? 'none'}; ${address} returned the older revision ${olderRevision} (--force replaces the file)\n`;
  if (difference === undefined) return `${file}: up to date\n`;
  const revisions =
    revision === undefined || revision === previousRevision ? '' : `, revision ${previousRevision ?? 'none'} to ${revision}`;
  const texts = {
    missing: 'missing',
    changed: 'changed',
    unpinned: 'already has the new content; only the lock was outdated (the last update was interrupted, or the file was edited)',
  };
  return `${file}: ${texts[difference]}${revisions}\n`;
}
