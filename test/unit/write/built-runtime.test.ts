import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot, templatesFolder } from '../../../generator/lib/root.js';
import { builtRuntimeName, buildRuntime } from '../../../generator/write/built-runtime.js';
import { buildDist } from '../../../generator/write/build-dist.js';
import { nodeFileSystem } from '../../../generator/lib/file-system.js';
import { RuntimeFiles } from '../../../generator/write/runtime-files.js';

const folder = join(templatesFolder, 'runtime');
const text = await buildRuntime(folder);
const built: unknown = JSON.parse(text);

test('contains the current compiled and joined runtime', () => {
  expect(readFileSync(join(packageRoot, 'dist', builtRuntimeName), 'utf8') === text).toBe(true);
});

const createSources = (...names: readonly string[]): ReadonlyMap<string, string> =>
  new Map([['src/index.ts', names.map((name) => `import './runtime/${name}.js';\n`).join('')]]);

test.each([
  ['a client and a mock', createSources('client/index', 'mock/index')],
  ['a mock with media', createSources('mock/index', 'mock/media-entry')],
])('equals the runtime compiled from source for %s', async (_, packageSources) => {
  const dist = await buildDist(new Map([...packageSources, ...new RuntimeFiles(folder, nodeFileSystem).collectFiles(packageSources)]));
  const { compiled, joined } = built as { compiled: Record<string, { files: object }>; joined: Record<string, object> };
  const builtFiles = new Map(Object.values(compiled).flatMap(({ files }) => Object.entries(files)));
  const scripts = new Map([...dist].filter(([path]) => /^dist\/runtime\/mock\/[^/]*\.js(?:\.map)?$/.test(path)));
  expect(Object.values(joined)).toContainEqual(Object.fromEntries(scripts));
  for (const [path, content] of dist)
    if (path.startsWith('dist/runtime/') && !scripts.has(path)) expect(content).toBe(builtFiles.get(path));
});
