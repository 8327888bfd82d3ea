/** `discogen add` */
import type { Effects } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { type AddedApi, addSpecifications } from '../project/add-specifications.js';
import { type CommandInput, getValue, hasOption, type Status } from './command.js';
import { printProblems } from './print-diagnostics.js';
import { proposeSharedRuntime } from './propose-runtime.js';

export async function run(input: CommandInput, effects: Effects): Promise<Status> {
  const dryRun = hasOption(input, 'dry-run');
  const overlays = !hasOption(input, 'no-overlays');
  const options = {
    dryRun,
    overlays,
    ...omitUndefined({ config: getValue(input, 'config'), name: getValue(input, 'name'), protos: getValue(input, 'protos') }),
  };
  const result = await addSpecifications(input.arguments, options, effects);
  const { status, config, added } = result;
  if (hasOption(input, 'json')) effects.stdout(`${JSON.stringify(result)}\n`);
  printProblems(result, effects);
  if (status === 'failed' || hasOption(input, 'quiet') || hasOption(input, 'json')) return status === 'failed' ? 1 : 0;
  for (const api of added) effects.stdout(`${formatApi(api)}\n`);
  const outcome = dryRun ? `would be added to ${config}` : `added to ${config}; run \`discogen generate\``;
  effects.stderr(`discogen: ${added.length} ${added.length === 1 ? 'API' : 'APIs'} ${outcome}\n`);
  if (!dryRun) proposeSharedRuntime(config, effects);
  return 0;
}

function formatApi({ name, file, overlays, service, address, revision }: AddedApi): string {
  const origin = address === undefined ? '' : ` from ${address}${revision === undefined ? '' : `, revision ${revision}`}`;
  return `${name}: ${[file, ...overlays].join(', ')}${origin}${service === undefined ? '' : `, with the service module ${service}`}`;
}
