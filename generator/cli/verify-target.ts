/** `discogen verify --target` */
import type { Effects } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import { proveTarget } from '../pipeline/prove-target.js';
import { formatProofText } from '../traffic/prove/reports/format-text.js';
import { toProofJson } from '../traffic/prove/reports/to-json.js';
import { countUnaccepted } from '../traffic/verify/accepted.js';
import { getValue, getValues, hasOption, type CommandInput, type Status } from './command.js';
import { readCommonOptions, readInteger } from './option-values.js';
import { printDiagnostics } from './print-diagnostics.js';

export async function verifyTarget(input: CommandInput, format: string, effects: Effects): Promise<Status> {
  const target = getValue(input, 'target') ?? '';
  if (input.arguments.length > 0) throw new UsageError('verify takes either RECORDING... or --target URL');
  if (!/^https?:\/\/[^/]/.test(target) || !URL.canParse(target))
    throw new UsageError(`--target must be an http or https URL (received ${JSON.stringify(target)})`);
  const options = {
    ...readCommonOptions(input),
    apis: getValues(input, 'api'),
    target,
    keepsSamples: format === 'html',
    ...omitUndefined({
      seed: readInteger(input, 'random-seed'),
      accepted: getValue(input, 'accepted'),
      adminToken: getValue(input, 'admin-token') ?? effects.environment['DISCOGEN_ADMIN_TOKEN'],
    }),
  };
  const { proof, diagnostics } = await proveTarget(options, effects);
  if (format !== 'json') printDiagnostics(diagnostics, effects, { quiet: hasOption(input, 'quiet') });
  const origin = target.replace(/\/+$/, '');
  if (format === 'json') effects.stdout(`${JSON.stringify({ ...(proof && toProofJson(proof, { origin })), diagnostics })}\n`);
  else if (proof !== undefined) effects.stdout(formatProofText(proof, { origin }));
  if (proof === undefined) return 1;
  const refuted = proof.claims.filter(({ kind }) => kind === 'refuted').length;
  const confirmed = proof.claims.filter(({ kind }) => kind === 'confirmed').length;
  if (confirmed + refuted === 0) {
    effects.stderr('discogen: no rule was tested; the report lists why\n');
    return 1;
  }
  return refuted > 0 || countUnaccepted(proof.verdict) > 0 ? 1 : 0;
}
