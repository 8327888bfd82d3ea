import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot, templatesFolder } from '../../../generator/root.js';
import { builtRuntimeName, buildRuntime } from '../../../generator/write/built-runtime.js';
import { buildDist } from '../../../generator/write/build-dist.js';
import { nodeFileSystem } from '../../../generator/write/file-system.js';
import { RuntimeFiles } from '../../../generator/write/runtime-files.js';

const folder = join(templatesFolder, 'runtime');
const text = await buildRuntime(folder);
const built: unknown = JSON.parse(text);

test('the build has compiled and joined the current runtime', () => {
  expect(readFileSync(join(packageRoot, 'dist', builtRuntimeName), 'utf8') === text).toBe(true);
});

const package_ = (...names: readonly string[]): ReadonlyMap<string, string> =>
  new Map([['src/index.ts', names.map((name) => `import './runtime/${name}.js';\n`).join('')]]);

test.each([
  ['a client and a mock', package_('client/index', 'mock/index')],
  ['a mock with media', package_('mock/index', 'mock/media-entry')],
])('%s: the freshly compiled runtime equals the built one', async (_, own) => {
  const dist = await buildDist(new Map([...own, ...new RuntimeFiles(folder, nodeFileSystem).collectFiles(own)]));
  const { compiled, joined } = built as { compiled: Record<string, { files: object }>; joined: Record<string, object> };
  const known = new Map(Object.values(compiled).flatMap(({ files }) => Object.entries(files)));
  const scripts = new Map([...dist].filter(([path]) => /^dist\/runtime\/mock\/[^/]*\.js(?:\.map)?$/.test(path)));
  expect(Object.values(joined)).toContainEqual(Object.fromEntries(scripts));
  for (const [path, found] of dist) if (path.startsWith('dist/runtime/') && !scripts.has(path)) expect(found).toBe(known.get(path));
});
