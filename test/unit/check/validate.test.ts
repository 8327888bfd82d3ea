import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDiagnostic, sortDiagnostics } from '../../../generator/lib/diagnostics.js';
import { readSpecification } from '../../../generator/read/index.js';
import { applyOverlays } from '../../../generator/read/apply-overlays.js';
import { mergeOverlays } from '../../../generator/pipeline/merge-overlays.js';
import type { Specification } from '../../../generator/language/specification.js';
import { validateSpecification } from '../../../generator/check/index.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

function read(path: string): Specification {
  const { specification, diagnostics } = readSpecification({ path, text: readFileSync(join(root, path), 'utf8') });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  return specification!;
}

const lint = (specification: Specification): string[] => sortDiagnostics(validateSpecification(specification)).map(formatDiagnostic);
const listFiles = (folder: string, ending: string): string[] =>
  existsSync(join(root, folder)) ? readdirSync(join(root, folder)).filter((name) => name.endsWith(ending)) : [];

describe('accepts the specifications of this project', () => {
  test.each(listFiles('specs', '.yaml'))('%s', (name) => {
    expect(lint(read(`specs/${name}`))).toEqual([]);
  });

  test.each(listFiles('specs/overlays', '.yaml'))('%s, separately and together with its specification', (name) => {
    const overlay = read(`specs/overlays/${name}`);
    expect(lint(overlay)).toEqual([]);
    const { specification, diagnostics } = applyOverlays(read(`specs/${name}`), [overlay]);
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    expect(lint(specification)).toEqual([]);
  });
});

const corpus = listFiles('../shared/corpus', '.json');

describe.skipIf(corpus.length === 0)('accepts published documents (skipped without ../shared/corpus)', () => {
  test.each(corpus)('%s', (name) => {
    const errors = validateSpecification(read(`../shared/corpus/${name}`)).filter(({ severity }) => severity === 'error');
    expect(errors.map(formatDiagnostic)).toEqual([]);
  });
});

describe('schemas that refer to each other', () => {
  /** Each schema refers to the next one. `toReference`: the field that does. */
  const createChain = (length: number, toReference: (name: string) => object): Specification => {
    const schemas = Array.from({ length }, (_, index) => [
      `S${index}`,
      { type: 'object', properties: { name: { type: 'string' }, ...(index < length - 1 && { next: toReference(`S${index + 1}`) }) } },
    ]);
    const document = { name: 'chain', version: 'v1', schemas: Object.fromEntries(schemas) as object };
    return readSpecification({ path: 'chain.json', text: JSON.stringify(document) }).specification!;
  };
  const listDeep = (specification: Specification): string[] => lint(specification).filter((line) => line.includes('deep-references'));

  test.each([
    ['a field', 333, 334, (name: string) => ({ $ref: name })],
    ['a list', 250, 251, (name: string) => ({ type: 'array', items: { $ref: name } })],
    ['a map of lists', 200, 201, (name: string) => ({ type: 'object', additionalProperties: { type: 'array', items: { $ref: name } } })],
  ])('by %s may nest 1,000 levels', (_, accepted, rejected, toReference) => {
    expect(listDeep(createChain(accepted + 1, toReference))).toEqual([]);
    expect(listDeep(createChain(rejected + 1, toReference))).toEqual([
      expect.stringMatching(/^chain\.json:1:\d+: error deep-references references must nest types at most 1000 levels deep/),
    ]);
  });

  test.each([
    [333, []],
    [334, [expect.stringContaining('deep-references')]],
  ])('in a circle of %d count once', (length, expected) => {
    const chain = createChain(length, (name) => ({ $ref: name }));
    const text = JSON.stringify(chain.value).replace(`"S${length - 1}":{"type":"object","properties":{`, '$&"first":{"$ref":"S0"},');
    expect(listDeep(readSpecification({ path: 'circle.json', text }).specification!)).toEqual(expected);
  });
});

describe('any document', () => {
  const keys = [
    'name',
    'version',
    'kind',
    'schemas',
    'properties',
    'items',
    'type',
    '$ref',
    'enum',
    'enumDescriptions',
    'default',
    'minimum',
    'pattern',
    'x-rules',
    'x-source',
    'x-propertyNames',
    'x-action',
    'methods',
    'resources',
    'parameters',
    'path',
    'httpMethod',
    'id',
    'request',
    'response',
    'scopes',
    'auth',
    'oauth2',
    'x-permissions',
    'x-variables',
    'x-documents',
    'x-notes',
    'x-undocumented',
    'annotations',
    'required',
    'additionalProperties',
    'fields',
    'field',
    'when',
    'values',
    '__proto__',
    'a',
  ];
  const values = [
    'discovery#restDescription',
    'string',
    'integer',
    'object',
    'array',
    'A',
    'a',
    '{a}',
    '{+a}',
    'requires',
    'lessOrEqual',
    'pagination',
    'manual: A',
    'GET',
    '',
    '(',
    '12',
    '-1',
    'constructor',
  ];
  const { document } = fc.letrec<{ document: Record<string, unknown>; value: unknown }>((tie) => ({
    document: fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 8 }),
    value: fc.oneof(
      { maxDepth: 7, withCrossShrink: true },
      fc.constantFrom<unknown>(...values, null, true, 0, 1.5),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('document'),
    ),
  }));

  test('is validated without throwing', () => {
    fc.assert(
      fc.property(document, (value) => {
        const { specification } = readSpecification({ path: 'a.json', text: JSON.stringify(value) });
        for (const { line, column } of validateSpecification(specification!)) expect([line, column >= 1]).toEqual([1, true]);
      }),
      { numRuns: 150 },
    );
  });

  test('is merged and validated without throwing', () => {
    fc.assert(
      fc.property(document, document, fc.boolean(), (base, overlayValue, isLearned) => {
        const source = isLearned ? { recordings: ['0123456789ab'], scenarios: 1, against: 0 } : { public: 'x' };
        const [specification, overlay] = [base, { ...overlayValue, name: base['name'], version: base['version'], 'x-source': source }].map(
          (value) => readSpecification({ path: 'a.json', text: JSON.stringify(value) }).specification!,
        );
        for (const { line } of mergeOverlays(specification!, [overlay!]).diagnostics) expect(line).toBe(1);
      }),
      { numRuns: 50 },
    );
  });
});
