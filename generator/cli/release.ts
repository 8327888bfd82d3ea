/** `discogen release` */
import type { Effects } from '../lib/effects.js';
import { escapeUnprintable } from '../lib/unprintable.js';
import { omitUndefined } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import type { BumpReason } from '../release/classify-bump.js';
import { isReleased } from '../release/plan-release.js';
import { type ReleasedPackage, type ReleaseResult, runRelease } from '../release/run-release.js';
import { formatWorkflow } from '../release/workflow.js';
import { type CommandInput, getValue, hasOption, type Status } from './command.js';
import { readCommonOptions } from './option-values.js';
import { printDiagnostics } from './print-diagnostics.js';

const modes = ['plan', 'apply', 'workflow'] as const;

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const [mode, ...others] = modes.filter((name) => hasOption(input, name));
  if (mode === undefined || others.length > 0)
    throw new UsageError(`release requires exactly one of the options --plan, --apply, and --workflow`);
  if (mode === 'workflow') {
    effects.stdout(formatWorkflow());
    return 0;
  }
  const packDestination = getValue(input, 'pack-destination');
  const options = omitUndefined({ registry: getValue(input, 'registry'), packDestination });
  const result = await runRelease({ ...readCommonOptions(input), ...options, apply: mode === 'apply' }, effects);
  if (hasOption(input, 'json')) effects.stdout(`${JSON.stringify(result)}\n`);
  else printResult(result, effects, hasOption(input, 'quiet'));
  return result.status === 'failed' ? 1 : 0;
}

function printResult({ packages, commands, error, diagnostics }: ReleaseResult, effects: Effects, quiet: boolean): void {
  printDiagnostics(diagnostics, effects, { quiet });
  if (error !== undefined) effects.stderr(`discogen: ${error}\n`);
  const released = packages.filter(isReleased);
  for (const entry of released) {
    effects.stdout(`${formatVersions(entry)}\n`);
    for (const line of quiet ? [] : formatReasons(entry.reasons)) effects.stdout(`  ${escapeUnprintable(line)}\n`);
    for (const problem of entry.problems) effects.stderr(`discogen: ${entry.tarball}: ${problem}\n`);
  }
  const unchanged = packages.length - released.length;
  if (unchanged > 0 && !quiet) effects.stdout(`${unchanged} ${unchanged === 1 ? 'package is' : 'packages are'} unchanged\n`);
  if (commands.length > 0 && !quiet)
    effects.stdout('\nThe tarballs passed all checks. Commit the changes, and publish the tarballs in this order:\n\n');
  for (const command of commands) effects.stdout(`${command}\n`);
}

function formatVersions({ name, oldVersion, newVersion, step }: ReleasedPackage): string {
  return oldVersion === undefined ? `${name}: ${newVersion} (new)` : `${name}: ${oldVersion} -> ${newVersion} (${step})`;
}

/** Changes of descriptions are counted. */
function formatReasons(reasons: readonly BumpReason[]): readonly string[] {
  const listed = reasons.filter(({ kind }) => kind !== 'documentation-changed');
  const descriptions = reasons.length - listed.length;
  return [
    ...listed.map(
      ({ breaking, step, kind, subject, message, reason }) => `${breaking ? 'breaking' : step} ${kind} ${subject}: ${message}; ${reason}`,
    ),
    ...(descriptions === 0
      ? []
      : [`patch documentation-changed: ${descriptions === 1 ? '1 description' : `${descriptions} descriptions`}`]),
  ];
}
