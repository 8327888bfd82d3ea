import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot, templatesFolder } from '../../../generator/root.js';
import { makeDist } from '../../../generator/write/dist.js';
import { nodeFileSystem } from '../../../generator/write/file-system.js';
import { joinAll } from '../../../generator/write/joined.js';
import { Runtime } from '../../../generator/write/runtime.js';

const built = join(packageRoot, 'dist/joined');
const all = await joinAll(join(templatesFolder, 'runtime'));

test('the build has joined the runtime as it is now', () => {
  expect(new Map(readdirSync(built).map((name) => [name, readFileSync(join(built, name), 'utf8')]))).toEqual(
    new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1))),
  );
});

test.each([
  ['without media', "import './runtime/mock/index.js';\n"],
  ['with media', "import './runtime/mock/index.js';\nimport './runtime/mock/media.js';\n"],
])('a package %s finds it', async (_, text) => {
  const own = new Map([['src/mock.ts', text]]);
  const runtime = new Runtime(join(templatesFolder, 'runtime'), nodeFileSystem).filesFor(own);
  const dist = await makeDist(new Map([...own, ...runtime]));
  const scripts = [...dist].filter(([path]) => path.startsWith('dist/runtime/mock/') && !/\.d\.ts(?:\.map)?$/.test(path));
  expect([...all.values()].map((file) => JSON.parse(file))).toContainEqual(Object.fromEntries(scripts));
});
