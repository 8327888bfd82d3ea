import { expect, test } from 'vitest';
import { compileSources } from '../../../generator/write/compile-sources.js';
import { listDerivedPaths } from '../../../generator/write/dist-paths.js';

const compiled = compileSources(
  new Map([
    ['src/deep/a.ts', "import type { T } from './t.js';\n/** Doubled. */\nexport const twice = (n: T): number => n * 2;\n"],
    ['src/compiled.js', 'export const x = 1;\n'],
    ['src/compiled.d.ts', 'export const x: number;\n'],
    ['README.md', '# no source'],
  ]),
);

test('each source has compiled files, and there are no others', () => {
  expect([...compiled.keys()]).toEqual([
    'dist/deep/a.js',
    'dist/deep/a.js.map',
    'dist/deep/a.d.ts',
    'dist/deep/a.d.ts.map',
    'dist/compiled.js',
    'dist/compiled.d.ts',
  ]);
});

test('the paths are known without compiling', () => {
  expect(['src/deep/a.ts', 'src/compiled.js', 'src/compiled.d.ts', 'README.md'].flatMap(listDerivedPaths)).toEqual([...compiled.keys()]);
});

test('the script has no types, and the declarations contain them', () => {
  expect(compiled.get('dist/deep/a.js')).toMatch(/export const twice = \(n\) => n \* 2;\n\/\/# sourceMappingURL=a\.js\.map\n$/);
  expect(compiled.get('dist/deep/a.d.ts')).toContain('/** Doubled. */\nexport declare const twice: (n: T) => number;');
});

test('source maps refer to the source', () => {
  for (const map of ['dist/deep/a.js.map', 'dist/deep/a.d.ts.map']) {
    expect(JSON.parse(compiled.get(map) ?? '')).toMatchObject({
      version: 3,
      sources: ['../../src/deep/a.ts'],
      mappings: expect.stringMatching(/./),
    });
  }
});

test('files other than TypeScript are copied', () => {
  expect(compiled.get('dist/compiled.js')).toBe('export const x = 1;\n');
});

test.each([
  ['a missing type', 'export const f = (n: number) => n;\n', 'src/f.ts does not compile'],
  ['a syntax error', 'export const = 1;\n', 'src/f.ts does not compile'],
])('%s is an error of the emitter', (_, text, message) => {
  expect(() => compileSources(new Map([['src/f.ts', text]]))).toThrow(message);
});
