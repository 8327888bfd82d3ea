/** The overlays that come with discogen are valid, and match the APIs that they are named for. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../../generator/lib/diagnostics.js';
import { lintFiles } from '../../../generator/pipeline/lint-files.js';
import { isLearned } from '../../../generator/read/learned-entries.js';
import { readSpecification } from '../../../generator/read/index.js';

const folder = new URL('../../../specs/overlays/google/', import.meta.url);

test.each(readdirSync(folder))('%s', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  expect(lintFiles([name], () => ({ text })).diagnostics.map(formatDiagnostic)).toEqual([]);
  const { specification } = readSpecification({ path: name, text });
  if (specification === undefined) throw new Error(`${name} can't be read`);
  const { value } = specification;
  const isFromProtos = name.endsWith('.protos.yaml');
  expect(`${String(value['name'])}.${String(value['version'])}${isFromProtos ? '.protos' : ''}.yaml`).toBe(name);
  if (isFromProtos) expect(value['x-source']).toHaveProperty('protos');
  expect(value['rootUrl']).toMatch(/^https:\/\/[a-z0-9-]+\.googleapis\.com\/$/);
  // What the document or an overlay of the user states takes precedence. A module needs its own facts.
  expect(isLearned(specification) || value['x-service'] !== undefined).toBe(true);
  expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=../../../generator/check/overlay.schema.json');
});
