import { expect, test } from 'vitest';
import { buildDist } from '../../../generator/write/build-dist.js';

const createExports = (names: readonly string[]): string =>
  JSON.stringify({ exports: Object.fromEntries(names.map((name) => [`./${name}`, { default: `./dist/${name}.js` }])) });

const sources = new Map([
  ['package.json', createExports(['index', 'mock'])],
  ['spec.json', '{}'],
  ['src/index.ts', "import { twice } from './shared.js';\nimport type { T } from './types.js';\nexport const four: T = twice(2);\n"],
  [
    'src/mock.ts',
    "import { twice } from './shared.js';\nimport { serve } from './runtime/mock.js';\nexport const mock: string = serve(twice(2));\n",
  ],
  ['src/shared.ts', '/** Doubled. */\nexport const twice = (n: number): number => n * 2;\nexport const unused = 1;\n'],
  ['src/types.ts', 'export type T = number;\n'],
  ['src/runtime/mock.js', 'export const serve = String;\n'],
  ['src/runtime/mock.d.ts', 'export declare const serve: (n: number) => string;\n'],
]);
const dist = await buildDist(sources);

test('writes a script per entry point and one that they share, the declarations that they need, and copies of ready modules', () => {
  expect([...dist.keys()].sort()).toEqual([
    'dist/index.d.ts',
    'dist/index.js',
    'dist/index.js.map',
    'dist/mock.d.ts',
    'dist/mock.js',
    'dist/mock.js.map',
    'dist/runtime/mock.d.ts',
    'dist/runtime/mock.js',
    'dist/shared.js',
    'dist/shared.js.map',
    'dist/types.d.ts',
  ]);
  expect(dist.get('dist/runtime/mock.js')).toBe(sources.get('src/runtime/mock.js'));
});

test('writes source maps that lead to the sources beside the package', () => {
  const { sources: paths, sourcesContent } = JSON.parse(dist.get('dist/shared.js.map') ?? '') as Record<string, unknown>;
  expect(paths).toEqual(['../src/shared.ts']);
  expect(sourcesContent).toBeUndefined();
  expect(dist.get('dist/shared.js')).toMatch(/\n\/\/# sourceMappingURL=shared\.js\.map$/);
});

test('imports ready modules and packages instead of bundling them, and removes types and unused code', () => {
  expect(dist.get('dist/mock.js')?.match(/^import .*$/gm)).toEqual([
    'import { twice } from "./shared.js";',
    'import { serve } from "./runtime/mock.js";',
  ]);
  expect(dist.get('dist/shared.js')).toContain('const twice = (n) => n * 2;');
  expect(dist.get('dist/shared.js')).not.toContain('unused');
});

test('keeps packages and JSON documents outside', async () => {
  const load =
    "import { serve } from '@demo/runtime/mock';\nexport const load: () => Promise<unknown> = () => import('../spec.json', { with: { type: 'json' } }).then(serve);\n";
  const text = (await buildDist(new Map([...sources, ['src/mock.ts', load]]))).get('dist/mock.js');
  expect(text).toContain('from "@demo/runtime/mock"');
  expect(text).toContain('import("../spec.json", { with: { type: "json" } })');
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
