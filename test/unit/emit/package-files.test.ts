import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Part } from '../../../generator/emit/emitter.js';
import { resolveApi, emitFiles } from '../../support/packages.js';

const api = resolveApi('schemas: {}\nresources: {}\n');

function manifest(...parts: readonly Part[]): { readonly exports: object; readonly files: readonly string[] } {
  const text = emitFiles(api, parts).find(({ path }) => path === 'package.json')?.text ?? '';
  return JSON.parse(text) as { exports: object; files: string[] };
}

test('a package with only its client has the entry points that it supports', () => {
  expect(Object.keys(manifest('client').exports)).toEqual(['.', './methods', './values', './otel', './undici', './package.json']);
  expect(manifest('client').files).toEqual(['dist', 'src']);
});

test('types come first so that compilers find them', () => {
  expect(manifest('types').exports).toEqual({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './package.json': './package.json',
  });
});

test('descriptions are separate entry points', () => {
  expect(manifest('docs').exports).toMatchObject({ './spec.json': './spec.json', './openapi.json': './openapi.json' });
  expect(manifest('docs').files).toContain('openapi.json');
});

test('the notices contain the license of ajv unchanged', () => {
  const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  expect(read('templates/THIRD_PARTY_NOTICES')).toContain(read('node_modules/ajv/LICENSE'));
});

test('files have distinct paths', () => {
  const paths = emitFiles(api, ['client', 'docs']).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('the same description generates the same files', () => {
  expect(emitFiles(api, ['client', 'docs'])).toEqual(emitFiles(resolveApi('resources: {}\nschemas: {}\n'), ['client', 'docs']));
});
