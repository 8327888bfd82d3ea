import { describe, expect, test } from 'vitest';
import { readSpecification } from '../../../generator/read/index.js';
import { applyOverlays } from '../../../generator/read/apply-overlays.js';
import type { Specification } from '../../../generator/language/specification.js';
import { buildModel } from '../../../generator/model/build.js';

const source = { public: 'the service itself' };
const identity = { name: 'shop', version: 'v1' };

function specification(path: string, value: object): Specification {
  return readSpecification({ path, text: JSON.stringify(value, undefined, 1) }).specification!;
}

function applyTo(base: object, ...overlays: readonly object[]) {
  return applyOverlays(
    specification('base.json', { ...identity, ...base }),
    overlays.map((overlay, i) => specification(`overlay${i + 1}.json`, { ...identity, 'x-source': source, ...overlay })),
  );
}

describe('an overlay adds', () => {
  const base = {
    schemas: { Thing: { type: 'object', properties: { name: { type: 'string' } } } },
    methods: { get: { id: 'shop.get', scopes: ['a'] } },
  };

  test('elements to maps with the source of the overlay', () => {
    const { value } = applyTo(base, {
      schemas: { Thing: { properties: { size: { type: 'integer' } } }, Part: { type: 'object', properties: { a: { type: 'string' } } } },
    }).specification;
    expect(value).toMatchObject({
      schemas: {
        Thing: { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer', 'x-source': source } } },
        Part: { type: 'object', properties: { a: { type: 'string' } }, 'x-source': source },
      },
    });
    expect(value).not.toHaveProperty('x-source');
  });

  test('an element with its own source, which applies to its children', () => {
    const assumption = { assumption: 'so that the mock works' };
    const { value } = applyTo(base, {
      schemas: {
        Thing: { 'x-source': assumption, properties: { size: { type: 'integer' } } },
        Part: { type: 'object', 'x-source': assumption },
      },
    }).specification;
    expect(value).toMatchObject({
      schemas: { Thing: { properties: { size: { 'x-source': assumption } } }, Part: { 'x-source': assumption } },
    });
    expect(value['schemas']).not.toHaveProperty('Thing.x-source');
  });

  test('a map that the specification lacks', () => {
    const { value } = applyTo(base, {
      methods: { get: { parameters: { page: { type: 'string', location: 'query' } }, response: { $ref: 'Thing' } } },
      resources: { shelves: { methods: { list: { id: 'shop.shelves.list' } } } },
    }).specification;
    expect(value).toMatchObject({
      methods: { get: { parameters: { page: { 'x-source': source } }, response: { $ref: 'Thing', 'x-source': source } } },
      resources: { shelves: { 'x-source': source } },
    });
  });

  test('rules and permissions to lists with their source, without duplicates', () => {
    const rule = { kind: 'requires', fields: ['name'] };
    const { value } = applyTo(
      { schemas: { Thing: { type: 'object', 'x-rules': [rule], 'x-undocumented': ['fields'] } }, methods: { get: { scopes: ['a'] } } },
      {
        schemas: { Thing: { 'x-rules': [rule, { kind: 'requires', fields: ['size'] }], 'x-undocumented': ['description'] } },
        methods: { get: { scopes: ['b', 'a'], 'x-permissions': ['shop.get'] } },
      },
    ).specification;
    expect(value).toMatchObject({
      schemas: {
        Thing: { 'x-rules': [rule, { kind: 'requires', fields: ['size'], source }], 'x-undocumented': ['fields', 'description'] },
      },
      methods: { get: { scopes: ['a', 'b'], 'x-permissions': [{ permission: 'shop.get', source }] } },
    });
  });

  test('values with descriptions to an enum', () => {
    const { value } = applyTo(
      { schemas: { State: { type: 'string', enum: ['ON', 'OFF'] } } },
      { schemas: { State: { enum: ['AWAY', 'ON'], enumDescriptions: ['Not here.', 'Running.'] } } },
    ).specification;
    expect(value['schemas']).toEqual({
      State: { type: 'string', enum: ['ON', 'OFF', 'AWAY'], enumDescriptions: ['Running.', '', 'Not here.'] },
    });
  });

  test('facts about parts that were undocumented', () => {
    const { specification: result, diagnostics } = applyTo(
      {
        schemas: {
          A: { type: 'object', 'x-undocumented': ['fields', 'description'] },
          B: { type: 'object', 'x-undocumented': ['fields'] },
        },
      },
      { schemas: { A: { 'x-documented': ['fields'] }, B: { 'x-documented': ['fields', 'values'] } } },
    );
    expect(result.value['schemas']).toEqual({ A: { type: 'object', 'x-undocumented': ['description'] }, B: { type: 'object' } });
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'redundant-documented x-undocumented of the specification does not list "values"',
    ]);
  });

  test('fields named x-source, enum, and __proto__', () => {
    const fields = { 'x-source': { type: 'string' }, enum: { format: 'byte' }, ['__proto__']: { type: 'string' } };
    const { value } = applyTo(
      { schemas: { A: { properties: { enum: { type: 'string' } } } } },
      { schemas: { A: { properties: fields } } },
    ).specification;
    expect(JSON.stringify(value['schemas'])).toBe(
      JSON.stringify({
        A: {
          properties: {
            enum: { type: 'string', format: 'byte' },
            'x-source': { type: 'string', 'x-source': source },
            ['__proto__']: { type: 'string', 'x-source': source },
          },
        },
      }),
    );
  });
});

describe('rejects an overlay that would', () => {
  test.each([
    ['contradict a value', { title: 'A' }, { title: 'B' }, 'overlay-contradiction'],
    [
      'contradict a list',
      { schemas: { A: { 'x-rules': [{ kind: 'states', values: ['A'] }] } }, icons: ['a'] },
      { icons: ['b'] },
      'overlay-contradiction',
    ],
    ['replace a mapping with a value', { schemas: {} }, { schemas: 'none' }, 'overlay-contradiction'],
    ['belong to another API', {}, { name: 'other' }, 'overlay-mismatch'],
    ['belong to another version', {}, { version: 'v2' }, 'overlay-mismatch'],
    ['omit its source', {}, { 'x-source': 'manual: All' }, 'not-an-overlay'],
  ])('%s', (_, base, overlay, code) => {
    const { specification: result, diagnostics } = applyTo(base, overlay);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
    expect(diagnostics[0]?.file).toBe('overlay1.json');
    expect(result.value).toEqual({ ...identity, ...base });
  });
});

describe('a learned overlay', () => {
  const evidence = { recordings: ['0123456789ab'], scenarios: 3, against: 0 };
  const learned = (content: object): object => ({ 'x-source': evidence, ...content });
  const rule = (field: string, value: string, more: object = {}): object => ({ kind: 'serverDefault', field, value, ...more });
  const base = {
    schemas: { Thing: { type: 'object', properties: { a: { type: 'string' } }, 'x-rules': [rule('a', 'document')] } },
    methods: { get: { id: 'shop.get', path: 'a' } },
  };
  const withRules = (...rules: readonly object[]): object => ({ schemas: { Thing: { 'x-rules': rules } } });
  const listRules = ({ specification: { value } }: ReturnType<typeof applyTo>): readonly string[] =>
    (value as unknown as { schemas: { Thing: { 'x-rules': { field: string; value: string }[] } } }).schemas.Thing['x-rules'].map(
      ({ field, value: stated }) => `${field} ${stated}`,
    );
  const listWarnings = ({ diagnostics }: ReturnType<typeof applyTo>): readonly string[] =>
    diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message}`);

  test('yields to the document and to hand-written overlays, in whatever order they are named', () => {
    const result = applyTo(
      base,
      learned(
        withRules(
          rule('a', 'learned'),
          rule('b', 'learned', { when: { c: ['x'] } }),
          rule('c', 'learned', { id: 'one' }),
          rule('d', 'learned'),
        ),
      ),
      withRules(rule('b', 'written'), rule('e', 'written', { id: 'one' })),
    );
    expect(listRules(result)).toEqual(['a document', 'b written', 'e written', 'd learned']);
    expect(listWarnings(result)).toEqual([
      'warning skipped-entry the learned entry "schemas.Thing.x-rules.0" is skipped: the specification states the same with other values',
      'warning replaced-entry the learned entry "schemas.Thing.x-rules.1" is replaced: a hand-written overlay states the same with other values',
      'warning replaced-entry the learned entry "one" is replaced: a hand-written overlay states the same with other values',
    ]);
    expect(result.diagnostics[0]?.file).toBe('overlay1.json');
    expect(result.specification.at(['schemas', 'Thing', 'x-rules', 3]).file).toBe('overlay1.json');
  });

  test('is replaced without a warning by the same value, and if a hand-written overlay also removes the entry', () => {
    const written = { ...withRules(rule('b', 'same'), rule('c', 'written')), 'x-remove': ['c'] };
    const result = applyTo(base, learned(withRules(rule('b', 'same'), rule('c', 'learned', { id: 'c' }))), written);
    expect([listRules(result), listWarnings(result)]).toEqual([['a document', 'b same', 'c written'], []]);
  });

  test('yields to learned overlays before it, and may repeat what is stated', () => {
    const result = applyTo(
      base,
      learned(withRules(rule('b', 'first'))),
      learned(withRules(rule('b', 'second'), rule('a', 'document', { id: 'a' }))),
    );
    expect(listRules(result)).toEqual(['a document', 'b first']);
    expect(listWarnings(result)).toEqual([
      'warning skipped-entry the learned entry "schemas.Thing.x-rules.0" is skipped: an overlay before it states the same with other values',
    ]);
  });

  test('completes what a method states about its operations', () => {
    const withOperation = (parameters: object): object => ({ methods: { get: { 'x-rules': [{ kind: 'operation', ...parameters }] } } });
    const written = withOperation({ scope: 'global', fields: { kind: 'op' } });
    const completed = applyTo(base, learned(withOperation({ type: 'insert', fields: { kind: 'other', region: 'r' } })), written);
    const api = buildModel(completed.specification.value, { variables: {} });
    expect(api.methods[0]?.rules.map(({ rule }) => rule)).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'operation', scope: 'global', type: 'insert', fields: { kind: 'op', region: 'r' } })),
    );
    const repeated = applyTo(base, learned(withOperation({ scope: 'zone', fields: { kind: 'other' } })), written);
    expect(repeated.specification.value).toMatchObject({ methods: { get: { 'x-rules': [{ scope: 'global', fields: { kind: 'op' } }] } } });
  });

  test('adds errors to those of a hand-written overlay, which decides about what both state', () => {
    const written = { 'x-errors': { methods: { 'shop.get': { notFound: { message: 'Ours.', source } } }, source } };
    const own = { source: evidence };
    const methods = {
      'shop.get': { notFound: { message: 'Theirs.', reason: 'r', ...own } },
      'shop.list': { invalid: { code: 422, ...own } },
    };
    const result = applyTo(base, written, learned({ 'x-errors': { envelope: 'both', methods, ...own } }));
    expect(result.specification.value['x-errors']).toEqual({
      envelope: 'both',
      methods: { 'shop.get': { notFound: { message: 'Ours.', reason: 'r', source } }, 'shop.list': { invalid: { code: 422, ...own } } },
      source,
    });
    expect(listWarnings(result)).toEqual([
      'warning replaced-entry the learned entry "x-errors.methods.shop.get.notFound.message" is replaced: it states "Theirs.", and a hand-written overlay states "Ours."',
    ]);
  });

  test('yields in single members of an element, but not in parts of an action', () => {
    const result = applyTo(
      base,
      { 'x-errors': { envelope: 'status', source }, methods: { get: { 'x-action': { kind: 'get' } } } },
      learned({
        title: 'Shop',
        'x-errors': { envelope: 'errors', domain: 'shop', source: evidence },
        methods: { get: { path: 'b', 'x-action': { kind: 'create', name: 'x' } } },
      }),
    );
    expect(result.specification.value).toMatchObject({
      title: 'Shop',
      'x-errors': { envelope: 'status', domain: 'shop' },
      methods: { get: { path: 'a', 'x-action': { kind: 'get' } } },
    });
    expect(listWarnings(result)).toEqual([
      'warning replaced-entry the learned entry "x-errors.envelope" is replaced: it states "errors", and a hand-written overlay states "status"',
      'warning skipped-entry the learned entry "methods.get.path" is skipped: it states "b", and the specification states "a"',
      'warning replaced-entry the learned entry "methods.get.x-action" is replaced: it states a mapping, and a hand-written overlay states a mapping',
    ]);
  });

  test('does not apply to what no longer exists', () => {
    const result = applyTo(
      base,
      learned({
        schemas: {
          Thing: { properties: { gone: { 'x-immutable': true }, a: { items: { 'x-enumNumbers': { X: 1 } } }, added: { type: 'string' } } },
          Gone: { 'x-rules': [rule('a', 'b')] },
        },
        resources: { things: { methods: { list: { 'x-rules': [{ kind: 'operation' }] } } } },
      }),
    );
    expect(result.specification.value).toEqual({
      ...identity,
      ...base,
      schemas: {
        Thing: { ...base.schemas.Thing, properties: { a: { type: 'string' }, added: { type: 'string', 'x-source': evidence } } },
      },
    });
    expect(listWarnings(result).map((text) => text.replace(/.* is skipped: /, ''))).toEqual([
      'there is no field "gone"',
      'there is no "items" in "a"',
      'there is no schema "Gone"',
      'there is no method "list"',
    ]);
  });

  test('loses the entries that a hand-written overlay removes', () => {
    const result = applyTo(
      base,
      { 'x-remove': ['Thing.b', 'methods.get.description', 'Thing.bb'] },
      learned({ ...withRules(rule('b', 'learned', { id: 'Thing.b' }), rule('c', 'learned')), methods: { get: { description: 'Gets.' } } }),
    );
    expect(listRules(result)).toEqual(['a document', 'c learned']);
    expect(result.specification.value).not.toHaveProperty('methods.get.description');
    expect(result.specification.value).not.toHaveProperty('x-remove');
    expect(result.diagnostics).toMatchObject([
      { code: 'unknown-entry', severity: 'warning', suggestion: 'Thing.b', file: 'overlay1.json' },
    ]);
  });

  test('cannot remove entries itself', () => {
    const result = applyTo(base, learned({ 'x-remove': ['x'] }));
    expect(listWarnings(result)).toEqual([
      'warning skipped-entry the learned entry "x-remove" is skipped: only a hand-written overlay can remove entries',
    ]);
  });
});

describe('positions', () => {
  const { specification: result } = applyTo(
    { schemas: { Thing: { type: 'object', 'x-rules': [{ kind: 'requires', fields: ['a'] }] } } },
    { schemas: { Thing: { 'x-rules': [{ kind: 'requires', fields: ['b'] }], properties: { b: { type: 'string' } } } } },
    { schemas: { Thing: { 'x-rules': [{ kind: 'requires', fields: ['c'] }], properties: { c: { type: 'string', enum: ['C'] } } } } },
  );

  test.each([
    [['schemas', 'Thing', 'type'], 'base.json'],
    [['schemas', 'Thing', 'x-rules', 0, 'fields', 0], 'base.json'],
    [['schemas', 'Thing', 'x-rules', 1, 'fields', 0], 'overlay1.json'],
    [['schemas', 'Thing', 'x-rules', 2, 'fields', 0], 'overlay2.json'],
    [['schemas', 'Thing', 'properties', 'b', 'type'], 'overlay1.json'],
    [['schemas', 'Thing', 'properties', 'c', 'enum', 0], 'overlay2.json'],
    [['schemas', 'Thing', 'properties', 'c', 'x-source'], 'overlay2.json'],
    [['schemas', 'Thing', 'properties', 'd'], 'overlay1.json'],
  ] as const)('%j is in %s', (pointer, file) => {
    expect(result.at(pointer).file).toBe(file);
  });

  test('of an added rule are those in the overlay', () => {
    const overlaySpecification = specification('overlay1.json', {
      ...identity,
      'x-source': source,
      schemas: { Thing: { 'x-rules': [{ kind: 'requires', fields: ['b'] }], properties: { b: { type: 'string' } } } },
    });
    expect(result.at(['schemas', 'Thing', 'x-rules', 1])).toEqual(overlaySpecification.at(['schemas', 'Thing', 'x-rules', 0]));
  });
});
