/**
 * Scenarios: each file contains a description (the `yaml` block, completed with required parts) and the generated code: blocks with a file
 * name that must occur in that file, ignoring layout.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resolveApi, buildPackageFrom } from '../../support/packages.js';

const folder = new URL('./', import.meta.url);
const scenarios = readdirSync(folder).filter((name) => name.endsWith('.md'));

interface Block {
  /** The text after the fence: `yaml`, `ts src/types.ts`. */
  readonly info: string;
  readonly text: string;
}

function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, info = '', text = '']) => ({ info, text }));
}

/** Normalizes layout, because tables and data are printed on one line and formatted here. */
const flush = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/,(?= [}\])])/g, '');

test.each(scenarios)('%s', async (name) => {
  const [description, ...expected] = blocksOf(readFileSync(new URL(name, folder), 'utf8'));
  expect(description?.info).toBe('yaml');
  expect(expected).not.toEqual([]);
  const files = await buildPackageFrom(resolveApi(description?.text ?? ''), ['client', 'docs']);
  for (const { info, text } of expected) {
    const [, path = ''] = info.split(' ');
    const found = files.get(path) ?? `(there is no ${path} among ${[...files.keys()].join(', ')})`;
    if (!flush(found).includes(flush(text))) expect(found).toBe(text);
  }
});
