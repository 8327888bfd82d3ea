import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { buildDist } from '../../../generator/write/build-dist.js';

const createExports = (names: readonly string[]): string =>
  JSON.stringify({ exports: Object.fromEntries(names.map((name) => [`./${name}`, { default: `./dist/${name}.js` }])) });

const sources = new Map([
  ['package.json', createExports(['index', 'mock'])],
  ['spec.json', '{}'],
  ['src/index.ts', "import { twice } from './shared.js';\nimport type { T } from './types.js';\nexport const four: T = twice(2);\n"],
  [
    'src/mock.ts',
    "import { twice } from './shared.js';\nimport { serve } from '../runtime/mock.js';\nexport const mock: string = serve(twice(2));\n",
  ],
  ['src/shared.ts', '/** Doubled. */\nexport const twice = (n: number): number => n * 2;\n'],
  ['src/types.ts', 'export type T = number;\n'],
  ['src/data.js', 'export const data = 1;\n'],
  ['runtime/mock.js', 'export const serve = String;\n'],
  ['runtime/mock.d.ts', 'export declare const serve: (n: number) => string;\n'],
]);
const dist = await buildDist(sources);

test('writes a script and declarations per source, copies of scripts, and no copy of the runtime', () => {
  expect([...dist.keys()].sort()).toEqual([
    'dist/data.js',
    'dist/index.d.ts',
    'dist/index.js',
    'dist/index.js.map',
    'dist/mock.d.ts',
    'dist/mock.js',
    'dist/mock.js.map',
    'dist/shared.d.ts',
    'dist/shared.js',
    'dist/shared.js.map',
    'dist/types.d.ts',
  ]);
  expect(dist.get('dist/data.js')).toBe(sources.get('src/data.js'));
});

test('writes source maps that lead to the sources beside the package', () => {
  const { sources: paths, sourcesContent } = JSON.parse(dist.get('dist/shared.js.map') ?? '') as Record<string, unknown>;
  expect(paths).toEqual(['../src/shared.ts']);
  expect(sourcesContent).toBeUndefined();
  expect(dist.get('dist/shared.js')).toMatch(/\n\/\/# sourceMappingURL=shared\.js\.map$/);
});

test('removes types and their imports', () => {
  expect(dist.get('dist/mock.js')?.match(/^import .*$/gm)).toEqual([
    'import { twice } from "./shared.js";',
    'import { serve } from "../runtime/mock.js";',
  ]);
  expect(dist.get('dist/shared.js')).toContain('export const twice = (n) => n * 2;');
});

test('keeps imports of packages and JSON documents', async () => {
  const load =
    "import { serve } from '@demo/runtime/mock';\nexport const load: () => Promise<unknown> = () => import('../spec.json', { with: { type: 'json' } }).then(serve);\n";
  const text = (await buildDist(new Map([...sources, ['src/mock.ts', load]]))).get('dist/mock.js');
  expect(text).toContain('from "@demo/runtime/mock"');
  expect(text).toContain('import("../spec.json", { with: { type: "json" } })');
});

// The loader of the document is JavaScript, so it is copied with its own quotes. The compiler changes those of TypeScript.
test.each([
  ['in TypeScript', 'ts', ': () => Promise<{ default: object }>'],
  ['in JavaScript', 'js', ''],
])('adds CommonJS modules with their declarations if package.json has entry points for them, %s', async (_, extension, type) => {
  const exports = { './mock': { require: { default: './dist/cjs/mock.js' }, default: './dist/mock.js' } };
  const load = `import { serve } from '../runtime/mock.js';
export const mock${type && ': string'} = serve(1);
export const load${type} = () => import('../spec.json', { with: { type: 'json' } });
`;
  const runtime = [...sources].filter(([path]) => path.startsWith('runtime/'));
  const texts = new Map([
    ['package.json', JSON.stringify({ exports })],
    [`src/mock.${extension}`, load],
    ['src/mock.d.ts', 'export { serve } from "../runtime/mock.js";\n'],
    ...runtime,
  ]);
  const built = [...(await buildDist(texts))].filter(([path]) => path.startsWith('dist/cjs/'));
  expect(built.map(([path]) => path.slice('dist/cjs/'.length)).sort()).toEqual([
    'mock.d.ts',
    'mock.js',
    'package.json',
    'runtime/mock.d.ts',
    'runtime/mock.js',
  ]);
  expect(new Map(built).get('dist/cjs/mock.d.ts')).toBe('export { serve } from "./runtime/mock.js";\n');
  const folder = mkdtempSync(join(tmpdir(), 'discogen-dist-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of [...built, ['spec.json', '{ "name": "demo" }'] as const]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const required = createRequire(import.meta.url)(join(folder, 'dist/cjs/mock.js')) as {
    mock: string;
    load: () => Promise<{ default: object }>;
  };
  expect([required.mock, (await required.load()).default]).toEqual(['1', { name: 'demo' }]);
  // A bundler reports a document that it can't find.
  const problems: string[] = [];
  const input = join(folder, 'dist/cjs/mock.js');
  await using bundle = await rolldown({ input, platform: 'node', onLog: (_, { message }) => problems.push(message) });
  await bundle.generate({ format: 'cjs' });
  expect(problems).toEqual([]);
  // The loader of Jest doesn't support it.
  expect(Object.fromEntries(built)['dist/cjs/mock.js']).not.toContain('import(');
});

test.each([
  ['a missing type', 'export const f = (n: number) => n;\n'],
  ['a syntax error', 'export const = 1;\n'],
])('throws for %s', async (_, text) => {
  await expect(
    buildDist(
      new Map([
        ['package.json', createExports(['f'])],
        ['src/f.ts', text],
      ]),
    ),
  ).rejects.toThrow(/./);
});
