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

test('returns the compiled files of each source and no others', () => {
  expect([...compiled.keys()]).toEqual([
    'dist/deep/a.js',
    'dist/deep/a.js.map',
    'dist/deep/a.d.ts',
    'dist/deep/a.d.ts.map',
    'dist/compiled.js',
    'dist/compiled.d.ts',
  ]);
});

test('lists the same paths without compiling', () => {
  expect(['src/deep/a.ts', 'src/compiled.js', 'src/compiled.d.ts', 'README.md'].flatMap(listDerivedPaths)).toEqual([...compiled.keys()]);
});

test('removes types from scripts and keeps them in declarations', () => {
  expect(compiled.get('dist/deep/a.js')).toMatch(/export const twice = \(n\) => n \* 2;\n\/\/# sourceMappingURL=a\.js\.map\n$/);
  expect(compiled.get('dist/deep/a.d.ts')).toContain('/** Doubled. */\nexport declare const twice: (n: T) => number;');
});

test('refers to the source in source maps', () => {
  for (const map of ['dist/deep/a.js.map', 'dist/deep/a.d.ts.map']) {
    expect(JSON.parse(compiled.get(map) ?? '')).toMatchObject({
      version: 3,
      sources: ['../../src/deep/a.ts'],
      mappings: expect.stringMatching(/./),
    });
  }
});

test('copies JavaScript and declarations', () => {
  expect(compiled.get('dist/compiled.js')).toBe('export const x = 1;\n');
});

test.each([
  ['a missing type', 'export const f = (n: number) => n;\n', 'src/f.ts does not compile'],
  ['a syntax error', 'export const = 1;\n', 'src/f.ts does not compile'],
])('throws for %s', (_, text, message) => {
  expect(() => compileSources(new Map([['src/f.ts', text]]))).toThrow(message);
});
