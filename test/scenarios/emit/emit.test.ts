/**
 * Each `.md` file in this folder contains a description (the `yaml` block without its required parts) and blocks of generated code. The file
 * that a block names must contain its text, ignoring layout.
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

function parseBlocks(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, info = '', text = '']) => ({ info, text }));
}

/** Normalizes layout, because tables and data are printed on one line and formatted here. */
const normalizeLayout = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/,(?= [}\])])/g, '');

test.each(scenarios)('%s', async (name) => {
  const [description, ...expected] = parseBlocks(readFileSync(new URL(name, folder), 'utf8'));
  expect(description?.info).toBe('yaml');
  expect(expected).not.toEqual([]);
  const files = await buildPackageFrom(resolveApi(description?.text ?? ''), ['client', 'docs', 'pages']);
  for (const { info, text } of expected) {
    const [, path = ''] = info.split(' ');
    const content = files.get(path) ?? `(there is no ${path} among ${[...files.keys()].join(', ')})`;
    if (!normalizeLayout(content).includes(normalizeLayout(text))) expect(content).toBe(text);
  }
});
