/** The sources of our packages compile in strict mode under any compiler settings. test/packages covers those of published documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compile, packageFolders, removeFolder, root, sourceSettings, createTemporaryFolder } from '../../packages/support.js';

const folder = createTemporaryFolder();
const packages = packageFolders.map((name) => join(root, 'generated', name));

afterAll(() => removeFolder(folder));

test.each(sourceSettings)('compiles with %j', async (options) => {
  const files = packages.flatMap((name) => [join(name, 'src/index.ts'), join(name, 'src/methods.ts')]);
  expect(await compile({ compiler: 'typescript-native', folder, name: options.module, options, files })).toBe('');
});

test.each(packages)('emits no `any` in the types of %s', (name) => {
  for (const file of ['types', 'methods', 'index']) {
    const text = readFileSync(join(name, `src/${file}.ts`), 'utf8');
    const code = text.replace(/\/\*.*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'/gs, '');
    expect(code.match(/.*\bany\b.*/g) ?? []).toEqual([]);
  }
});
