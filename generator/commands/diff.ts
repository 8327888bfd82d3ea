/** `discogen diff` */
import { format } from '../diagnostics.js';
import { diffSpecifications } from '../diff/index.js';
import { printMarkdown, printText } from '../diff/print.js';
import type { Effects } from '../effects.js';
import { given, type Input, type Status, value } from './command.js';
import { assignments, choice } from './values.js';

const formats = ['text', 'json', 'markdown'] as const;

export async function run(input: Input, effects: Effects): Promise<Status> {
  const [old = '', next = ''] = input.arguments;
  const config = value(input, 'config');
  const chosen = choice(input, 'format', formats) ?? (given(input, 'json') ? 'json' : 'text');
  const options = {
    overlays: !given(input, 'no-overlays'),
    variables: assignments(input, 'var'),
    ...(config === undefined ? {} : { config }),
  };
  const result = diffSpecifications({ old, new: next }, options, effects);
  const { step, changes, diagnostics } = result;
  const breaking = changes.filter((change) => change.breaking).length;
  if (chosen === 'json') effects.stdout(`${JSON.stringify({ breaking, ...result })}\n`);
  else {
    for (const finding of diagnostics) if (!given(input, 'quiet') || finding.severity === 'error') effects.stderr(`${format(finding)}\n`);
    if (step !== undefined) effects.stdout(chosen === 'markdown' ? printMarkdown(changes, step) : printText(changes, step));
  }
  return step === undefined || breaking > 0 ? 1 : 0;
}
