/** Proposes that the packages of several APIs share the runtime. */
import { readRequiredFile } from '../config/named-files.js';
import type { Effects } from '../lib/effects.js';
import { canShareRuntime } from '../project/edit-config.js';

/** Prints a note if the config has two APIs or more and doesn't state how their packages get the runtime. */
export function proposeSharedRuntime(config: string, effects: Effects): void {
  if (!canShareRuntime(readRequiredFile(config, effects).text)) return;
  effects.stderr(`discogen: the packages can share one copy of the runtime; set \`runtime: package\` in ${config}\n`);
}
