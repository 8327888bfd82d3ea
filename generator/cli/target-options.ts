/** Reads the options of `verify --target`, and prints what a run on a target says apart from its report. */
import type { TargetOptions } from '../pipeline/target-access.js';
import { quote } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { escapeUnprintable } from '../lib/unprintable.js';
import { UsageError } from '../lib/usage-error.js';
import { TargetError } from '../../fidelity/prove/target.js';
import { getValue, getValues, type CommandInput } from './command.js';

export function readTargetOptions(input: CommandInput, { environment }: Pick<Effects, 'environment'>): TargetOptions {
  const target = getValue(input, 'target') ?? '';
  if (!/^https?:\/\/[^/]/.test(target) || !URL.canParse(target))
    throw new UsageError(`--target must be an http or https URL (received ${quote(target)})`);
  return {
    target,
    projects: getValues(input, 'project'),
    allow: getValues(input, 'allow'),
    ...omitUndefined({
      adminToken: getValue(input, 'admin-token') ?? environment['DISCOGEN_ADMIN_TOKEN'],
      token: environment['DISCOGEN_TARGET_TOKEN'],
    }),
  };
}

/** Returns `undefined`, and prints why, if the target doesn't respond. */
export async function catchTargetError<T>(run: Promise<T>, { stderr }: Pick<Effects, 'stderr'>): Promise<T | undefined> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    stderr(`discogen: ${escapeUnprintable(error.message)}\n`);
    return undefined;
  }
}

export function printLeftovers(leftovers: readonly string[], { stderr }: Pick<Effects, 'stderr'>): void {
  for (const path of leftovers) stderr(`discogen: left behind: ${escapeUnprintable(path)}\n`);
}
