/** A description of hostile size leads to output, or to a diagnostic that names the exceeded limit. */
import { describe, expect, test } from 'vitest';
import { loadApi as read } from '../../generator/pipeline/load-api.js';
import type { Limits } from '../../generator/language/specification.js';
import { memoryEffects } from '../support/memory-files.js';
import { generateSafely } from './support/check-harmless.js';

type Members = Readonly<Record<string, unknown>>;

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const numberedMembers = (count: number, make: (index: number) => unknown): Members =>
  Object.fromEntries(times(count, (index) => [`n${index}`, make(index)]));

function printDocument(schemas: Members, extraMembers: Members = {}): string {
  const document = { kind: 'discovery#restDescription', name: 'big', version: 'v1', rootUrl: 'https://big.example.com/', servicePath: '' };
  return JSON.stringify({ ...document, schemas, resources: {}, ...extraMembers });
}
const printSchema = (properties: Members): string => printDocument({ Thing: { type: 'object', properties } });

/**
 * Prints an API with a collection whose schemas have all features that mocks, masks, and validators inspect, and references to each other.
 */
function printCollection(count: number, listReferences: (index: number) => readonly number[]): string {
  const wrappers = [
    (to: object) => to,
    (to: object) => ({ type: 'array', items: to }),
    (to: object) => ({ type: 'object', additionalProperties: to }),
  ];
  const schemas = numberedMembers(count, (index) => ({
    type: 'object',
    properties: {
      name: { type: 'string' },
      fingerprint: { type: 'string', format: 'byte' },
      kind: { type: 'string', enum: ['KIND_UNSPECIFIED', 'ONE'], readOnly: true },
      ...Object.fromEntries(
        listReferences(index).map((to, at) => [
          `f${at}`,
          { ...wrappers[at % 3]?.({ $ref: `n${to}` }), ...(at % 3 === 0 && { annotations: { required: ['big.things.insert'] } }) },
        ]),
      ),
    },
  }));
  const parameters = { name: { type: 'string', location: 'path', required: true } };
  const updateMask = { type: 'string', location: 'query', format: 'google-fieldmask' };
  const firstSchema = { $ref: 'n0' };
  const method = (httpMethod: string, extraMembers: object): object => ({
    id: `big.things.${httpMethod}`,
    httpMethod,
    path: 'things/{name}',
    parameters,
    ...extraMembers,
  });
  const methods = {
    get: method('GET', { response: firstSchema }),
    patch: method('PATCH', { parameters: { ...parameters, updateMask }, request: firstSchema, response: firstSchema }),
    delete: method('DELETE', {}),
    insert: { id: 'big.things.insert', httpMethod: 'POST', path: 'things', request: firstSchema, response: firstSchema },
  };
  return printDocument(schemas, { resources: { things: { methods } } });
}

describe('generates from large input within the limits', () => {
  test.each([
    ['a string of half a megabyte', printSchema({ a: { type: 'string', description: '*/'.repeat(250_000) } })],
    ['an enum of 20,000 values', printSchema({ a: { type: 'string', enum: times(20_000, (index) => `V${index}`) } })],
    ['an object of 3,000 fields', printSchema(numberedMembers(3_000, () => ({ type: 'string' })))],
    [
      'an object of 700 objects',
      printSchema(numberedMembers(700, () => ({ type: 'object', properties: { a: { type: 'integer', minimum: '1' } } }))),
    ],
    [
      '300 schemas in a cycle of references',
      printDocument(numberedMembers(300, (index) => ({ type: 'object', properties: { a: { $ref: `n${(index + 1) % 300}` } } }))),
    ],
    [
      'a chain of 900 schemas that only reference the next one',
      printDocument({ ...numberedMembers(900, (index) => ({ $ref: `n${index + 1}` })), n900: { type: 'string' } }),
    ],
    ['mutually recursive schemas', printCollection(24, () => times(24, (index) => index))],
    ['12 schemas that reference the next one 30 times', printCollection(12, (index) => (index < 11 ? times(30, () => index + 1) : []))],
    [
      'recursive lists and maps',
      printDocument(
        { n0: { type: 'array', items: { $ref: 'n0' } }, n1: { type: 'object', additionalProperties: { $ref: 'n1' } } },
        {
          resources: {
            a: { methods: { m: { id: 'a.m', httpMethod: 'POST', path: 'm', request: { $ref: 'n0' }, response: { $ref: 'n1' } } } },
          },
        },
      ),
    ],
    [
      'a recursive list of anonymous objects',
      printDocument(
        { n0: { type: 'array', items: { type: 'object', properties: { a: { $ref: 'n0' }, b: { $ref: 'n0' } } } } },
        {
          resources: {
            a: { methods: { m: { id: 'a.m', httpMethod: 'POST', path: 'm', request: { $ref: 'n0' }, response: { $ref: 'n0' } } } },
          },
        },
      ),
    ],
    [
      'fields nested 150 times',
      printSchema({ a: JSON.parse(`${'{"type":"array","items":'.repeat(150)}{"type":"string"}${'}'.repeat(150)}`) }),
    ],
  ])('%s', async (_, text) => {
    expect(await generateSafely({ path: 'specs/big.json', text }, false)).toBeDefined();
  });
});

describe('rejects input that exceeds a limit', () => {
  const listErrors = (path: string, text: string, limits: Limits = {}): readonly string[] =>
    read({ file: path, overlays: [] }, { variables: {}, methods: [], limits }, memoryEffects({ [path]: text })).diagnostics.map(
      ({ code, message }) => `${code}: ${message}`,
    );
  test.each([
    [
      'big.json',
      printSchema({ a: { type: 'string', enum: times(500_000, () => 'V') } }),
      'too-many: the file must have at most 500000 values (received 500014); limits.elements sets the limit',
    ],
    [
      'long.json',
      printSchema({ a: { type: 'string', pattern: 'a?'.repeat(6_000) } }),
      'pattern-too-long: a pattern must have at most 10000 characters (received 12000); limits.pattern sets the limit',
    ],
    [
      'long.json',
      printSchema({ a: { type: 'string', enum: times(60_000, () => 'V') } }),
      'enum-too-large: an enum must have at most 50000 values (received 60000); limits.enum sets the limit',
    ],
    [
      'long.yaml',
      `a: ${'x'.repeat(1_100_000)}\n`,
      'text-too-long: a string must have at most 1048576 characters (received 1100000); limits.text sets the limit',
    ],
    [
      'big.yaml',
      `a: [${'a, '.repeat(5_000)}a]\n`,
      'too-many: the file must have at most 5000 values (received 5003); limits.elements sets the limit',
      { elements: 5_000 },
    ],
    [
      'huge.yaml',
      `a: [${'a, '.repeat(12_000)}a]\n`,
      'too-many: the file must have at most 5000 values (received more than 5000); limits.elements sets the limit',
      { elements: 5_000 },
    ],
    [
      'deep.json',
      '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
      'too-deep: values must be nested at most 200 levels deep; limits.depth sets the limit',
    ],
    ['deep.yaml', `a: ${'['.repeat(10_000)}\n`, 'too-deep: values must be nested at most 200 levels deep; limits.depth sets the limit'],
  ])('%s', (path, text, expected, limits: Limits = {}) => {
    expect(listErrors(path, text, limits)).toEqual([expected]);
  });
  test('applies configured limits', () => {
    const text = printSchema({ a: { type: 'string' } });
    expect(listErrors('a.json', text, { size: text.length - 1 })[0]).toMatch(/^too-large: .* limits\.size sets the limit/);
    expect(listErrors('a.json', text, { depth: 3 })[0]).toMatch(/^too-deep: /);
    expect(listErrors('a.json', text, { elements: 9 })[0]).toMatch(/^too-many: /);
  });
});

test('matches patterns with exponential backtracking by the RE2 engine', async () => {
  const patterns = ['^(a+)+$', '(a|a)*', '(.*)*x', '((a{0,100}){0,100}){0,100}', '(a?){30}a{30}', '(x+x+)+y', '(\\w+\\s?)*'];
  const output = await generateSafely(
    {
      path: 'specs/slow.json',
      text: printSchema({
        ...numberedMembers(patterns.length, (at) => ({ type: 'string', pattern: patterns[at] })),
        safe: { type: 'string', pattern: '[a-z]+' },
      }),
    },
    false,
  );
  const compiled = output?.modules.get('dist/compiled.js') ?? '';
  expect(compiled.match(/\/\^\(\?:.*?\)\$\/u/g)).toEqual(['/^(?:[a-z]+)$/u']);
  // RE2 rejects the one whose repetitions multiply to a million.
  expect(compiled.match(/definePattern\(['"].*?['"],\s*re2\)/g)).toHaveLength(patterns.length - 1);
});
