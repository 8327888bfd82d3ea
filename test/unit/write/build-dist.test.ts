import { expect, test } from 'vitest';
import { listDerivedPaths } from '../../../generator/write/dist-paths.js';
import { buildDist } from '../../../generator/write/build-dist.js';

const sources = new Map([
  [
    'src/mock.ts',
    "import { serve } from './runtime/mock/index.js';\nexport type { Served } from './runtime/mock/index.js';\nexport const mock = 1;\n",
  ],
  [
    'src/runtime/mock/index.ts',
    `import { path } from '../path.js';
import { twice } from './inner/twice.js';
import type { Shape } from './shape.js';
export type { Shape } from './shape.js';
/** Served. */
export const serve = (shape: Shape): string => path + twice(shape.size);
export const listen = async (): Promise<number> => (await import('./listen.js')).port;
`,
  ],
  [
    'src/runtime/mock/inner/twice.ts',
    "import { path } from '../../path.js';\nexport const twice = (n: number): string => path.repeat(n);\n",
  ],
  ['src/runtime/mock/shape.ts', 'export interface Shape {\n  size: number;\n}\n'],
  ['src/runtime/mock/listen.ts', "import { createServer } from 'node:http';\nexport const port: number = createServer.length;\n"],
  ['src/runtime/path-template.ts', "export const path: string = '/';\n"],
]);
const dist = await buildDist(sources);

test('joins the mock modules and dynamically imported modules separately, and keeps the rest', () => {
  expect([...dist.keys()].filter((path) => path.endsWith('.js'))).toEqual([
    'dist/mock.js',
    'dist/runtime/path-template.js',
    'dist/runtime/mock/index.js',
    'dist/runtime/mock/listen.js',
  ]);
});

test('keeps imports of outside modules in the joined module and removes types', () => {
  const script = dist.get('dist/runtime/mock/index.js') ?? '';
  expect(script.match(/^import .*|import\(.*?\)/gm)).toEqual(['import { path } from "../path.js";', 'import("./listen.js")']);
  expect(script).toContain('const twice = (n) => path.repeat(n);');
  expect(script).toContain('export { listen, serve };');
  expect(script).toMatch(/\n\/\/# sourceMappingURL=index\.js\.map\s*$/);
  expect(dist.get('dist/runtime/mock/listen.js')).toContain('from "node:http"');
});

test('keeps a module separate that only some packages import, with its shared dependencies', async () => {
  const media = await buildDist(
    new Map([
      ...sources,
      ['src/behavior.ts', "import { media } from './runtime/mock/media-entry.js';\nexport const behavior: string = media;\n"],
      ['src/runtime/mock/media-entry.ts', "import { twice } from './inner/twice.js';\nexport const media: string = twice(2);\n"],
    ]),
  );
  const scripts = [...media].filter(([path]) => path.startsWith('dist/runtime/mock/') && path.endsWith('.js'));
  expect(Object.fromEntries(scripts.map(([path, text]) => [path, text.match(/".*"/g)]))).toEqual({
    'dist/runtime/mock/index.js': ['"./inner-twice.js"', '"../path.js"', '"./listen.js"'],
    'dist/runtime/mock/inner-twice.js': ['"../path.js"'],
    'dist/runtime/mock/listen.js': ['"node:http"'],
    'dist/runtime/mock/media-entry.js': ['"./inner-twice.js"'],
  });
  expect([...sources.keys(), 'src/runtime/mock/media-entry.ts'].flatMap(listDerivedPaths)).toEqual(
    expect.arrayContaining(scripts.map(([path]) => path)),
  );
});

test('lists each source once in the source map', () => {
  const map = JSON.parse(dist.get('dist/runtime/mock/index.js.map') ?? '');
  expect(map).toMatchObject({
    version: 3,
    file: 'index.js',
    sources: ['../../../src/runtime/mock/inner/twice.ts', '../../../src/runtime/mock/index.ts'],
  });
  expect(map).not.toHaveProperty('sourcesContent');
});

test('keeps the declarations that entry points use', () => {
  expect([...dist.keys()].filter((path) => path.endsWith('.d.ts'))).toEqual([
    'dist/mock.d.ts',
    'dist/runtime/mock/index.d.ts',
    'dist/runtime/mock/shape.d.ts',
  ]);
});

test('returns the same output for the same sources, regardless of previous builds', async () => {
  const other = new Map([...sources, ['src/runtime/path-template.ts', "export const path: string = '#';\n"]]);
  const changed = await buildDist(other);
  expect(changed.get('dist/runtime/path-template.js')).toContain("'#'".replaceAll("'", '"'));
  expect(await buildDist(sources)).toEqual(dist);
});

test('joins nothing without a mock', async () => {
  const client = new Map([...sources].filter(([path]) => !path.includes('mock')));
  expect([...(await buildDist(client)).keys()].filter((path) => path.endsWith('.js'))).toEqual(['dist/runtime/path-template.js']);
});
