import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PackagePart } from '../../../generator/language/parts.js';
import { resolveApi, emitFiles } from '../../support/packages.js';

const api = resolveApi('schemas: {}\nresources: {}\n');

function emitManifest(...parts: readonly PackagePart[]): { readonly exports: object; readonly files: readonly string[] } {
  const text = emitFiles(api, parts).find(({ path }) => path === 'package.json')?.text ?? '';
  return JSON.parse(text) as { exports: object; files: string[] };
}

test('exports the entry points of the client if only the client is generated', () => {
  expect(Object.keys(emitManifest('client').exports)).toEqual(['.', './methods', './values', './otel', './undici', './package.json']);
  expect(emitManifest('client').files).toEqual(['dist', '!dist/**/*.map', 'runtime', 'CHANGELOG.md']);
});

test('lists types before the default export, as compilers require', () => {
  expect(emitManifest('types').exports).toEqual({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './package.json': './package.json',
  });
});

test('exports API descriptions as entry points', () => {
  expect(emitManifest('docs').exports).toMatchObject({ './spec.json': './spec.json', './openapi.json': './openapi.json' });
  expect(emitManifest('docs').files).toContain('openapi.json');
});

test('states in the notices whose code the package contains', () => {
  const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  expect(read('generated/runtime/THIRD_PARTY_NOTICES')).toContain(read('node_modules/re2js/LICENSE'));
});

test('has pages about methods and sources only if they are selected', () => {
  const list = (only: readonly string[]): readonly string[] =>
    emitFiles(api, only as readonly PackagePart[]).flatMap(({ path }) => (path.startsWith('docs/') ? [path] : []));
  expect(list([])).toEqual(['docs/mock-support.md']);
  expect(list(['pages'])).toEqual(['docs/methods.md', 'docs/provenance.md']);
});

test('emits distinct paths', () => {
  const paths = emitFiles(api, ['client', 'docs']).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('emits the same files for the same description', () => {
  expect(emitFiles(api, ['client', 'docs'])).toEqual(emitFiles(resolveApi('resources: {}\nschemas: {}\n'), ['client', 'docs']));
});
