/** The packed packages pass package linters. */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packageFolders, packPackages, readJson, removeFolder, root, runNode, createTemporaryFolder } from './support.js';

const folder = createTemporaryFolder();
const tarballs = new Map<string, string>();

beforeAll(async () => {
  for (const { folder: name, tarball } of await packPackages(folder)) tarballs.set(name, tarball);
}, 60_000);

afterAll(() => removeFolder(folder));

interface Analysis {
  readonly analysis: { readonly entrypoints: Readonly<Record<string, unknown>> };
  readonly problems?: Readonly<Record<string, unknown>>;
}

test.concurrent.each(packageFolders)('publint reports nothing for %s, not even a suggestion', { timeout: 60_000 }, async (name) => {
  const tarball = readFileSync(tarballs.get(name) ?? '');
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true, level: 'suggestion' });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

test.concurrent.each(packageFolders)('the types of %s are correct for every entry point', { timeout: 60_000 }, async (name) => {
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const { status, stdout, stderr } = await runNode(attw, [tarballs.get(name) ?? '', '--profile', 'esm-only', '--format', 'json']);
  expect(status, stdout + stderr).toBe(0);
  const { exports } = readJson(join(root, 'generated', name, 'package.json')) as { readonly exports: object };
  const { analysis } = JSON.parse(stdout) as Analysis;
  expect(Object.keys(analysis.entrypoints)).toEqual(Object.keys(exports));
});
