import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Part } from '../../../generator/emit/emitter.js';
import { apiOf, emitted } from '../../support/packages.js';

const api = apiOf('schemas: {}\nresources: {}\n');

function manifest(...parts: readonly Part[]): { readonly exports: object; readonly files: readonly string[] } {
  const text = emitted(api, parts).find(({ path }) => path === 'package.json')?.text ?? '';
  return JSON.parse(text) as { exports: object; files: string[] };
}

test('a package with its client alone has the entry points that it can fill', () => {
  expect(Object.keys(manifest('client').exports)).toEqual(['.', './methods', './values', './otel', './undici', './package.json']);
  expect(manifest('client').files).toEqual(['dist', 'src']);
});

test('types come first, so that compilers find them', () => {
  expect(manifest('types').exports).toEqual({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './package.json': './package.json',
  });
});

test('descriptions are entry points of their own', () => {
  expect(manifest('docs').exports).toMatchObject({ './spec.json': './spec.json', './openapi.json': './openapi.json' });
  expect(manifest('docs').files).toContain('openapi.json');
});

test('the notices hold the licence of ajv as it is', () => {
  const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  expect(read('templates/THIRD_PARTY_NOTICES')).toContain(read('node_modules/ajv/LICENSE'));
});

test('files have distinct paths', () => {
  const paths = emitted(api, ['client', 'docs']).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('the same description gives the same files', () => {
  expect(emitted(api, ['client', 'docs'])).toEqual(emitted(apiOf('resources: {}\nschemas: {}\n'), ['client', 'docs']));
});
