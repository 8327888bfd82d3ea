/** `discogen export` */
import { format, hasErrors } from '../diagnostics.js';
import type { Effects } from '../effects.js';
import { exportFormats } from '../export.js';
import { exportDescription, type ExportOptions } from '../export-description.js';
import { UsageError } from '../usage-error.js';
import { given, type Input, type Status, value } from './command.js';
import { assignments, choice } from './values.js';

export async function run(input: Input, effects: Effects): Promise<Status> {
  const { document, diagnostics } = exportDescription(input.arguments[0] ?? '', optionsOf(input), effects);
  for (const finding of diagnostics) if (!given(input, 'quiet') || finding.severity === 'error') effects.stderr(`${format(finding)}\n`);
  if (document !== undefined) effects.stdout(`${JSON.stringify(document, undefined, 2)}\n`);
  return hasErrors(diagnostics) ? 1 : 0;
}

function optionsOf(input: Input): ExportOptions {
  const to = choice(input, 'to', exportFormats);
  if (to === undefined) throw new UsageError(`discogen export needs --to FORMAT: one of ${exportFormats.join(', ')}`);
  const config = value(input, 'config');
  return { to, overlays: !given(input, 'no-overlays'), variables: assignments(input, 'var'), ...(config === undefined ? {} : { config }) };
}
