/**
 * Scenarios: each file of this folder holds a description (the `yaml` block; what every description needs is added) and
 * code that it leads to: blocks named by the file in which they must stand, word for word, whatever the layout.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resolveApi, buildPackageFrom } from '../../support/packages.js';

const folder = new URL('./', import.meta.url);
const scenarios = readdirSync(folder).filter((name) => name.endsWith('.md'));

interface Block {
  /** What stands behind the fence: `yaml`, `ts src/types.ts`. */
  readonly info: string;
  readonly text: string;
}

function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, info = '', text = '']) => ({ info, text }));
}

/** The same text in one layout: tables and data are printed on one line, and prettier breaks them here. */
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
