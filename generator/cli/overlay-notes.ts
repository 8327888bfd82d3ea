/** Says that overlays come with discogen for the files that a user names. */
import { isPresent } from '../config/named-files.js';
import type { Effects } from '../lib/effects.js';
import { listApisWithOverlays } from '../pipeline/bundled-overlays.js';
import { type CommandInput, hasOption } from './command.js';

/** Arguments that aren't files are names of the config, whose overlays the config states. */
export function printOverlayNotes(input: CommandInput, effects: Effects): void {
  if (hasOption(input, 'no-overlays') || hasOption(input, 'quiet')) return;
  const files = input.arguments.filter((argument) => isPresent(argument, effects));
  for (const api of listApisWithOverlays(files, effects))
    effects.stderr(
      `discogen: an overlay for ${api} comes with discogen; \`discogen add ${api}\` applies it (--no-overlays hides this note)\n`,
    );
}
