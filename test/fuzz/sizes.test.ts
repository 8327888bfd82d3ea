/** Descriptions of hostile size lead to a diagnostic with the limit, or to output. */
import { describe, expect, test } from 'vitest';
import { loadApi as read } from '../../generator/load-api.js';
import type { Limits } from '../../generator/read/specification.js';
import { memoryEffects } from '../support/memory-files.js';
import { generateSafely } from './support/check-harmless.js';

type Members = Readonly<Record<string, unknown>>;

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const named = (count: number, make: (index: number) => unknown): Members =>
  Object.fromEntries(many(count, (index) => [`n${index}`, make(index)]));

function published(schemas: Members, more: Members = {}): string {
  const document = { kind: 'discovery#restDescription', name: 'big', version: 'v1', rootUrl: 'https://big.example.com/', servicePath: '' };
  return JSON.stringify({ ...document, schemas, resources: {}, ...more });
}
const thing = (properties: Members): string => published({ Thing: { type: 'object', properties } });

/** A collection of the first schema with everything that mocks, masks, and validators inspect, and a field for each of `inside`. */
function collection(count: number, inside: (index: number) => readonly number[]): string {
  const kinds = [
    (to: object) => to,
    (to: object) => ({ type: 'array', items: to }),
    (to: object) => ({ type: 'object', additionalProperties: to }),
  ];
  const schemas = named(count, (index) => ({
    type: 'object',
    properties: {
      name: { type: 'string' },
      fingerprint: { type: 'string', format: 'byte' },
      kind: { type: 'string', enum: ['KIND_UNSPECIFIED', 'ONE'], readOnly: true },
      ...Object.fromEntries(
        inside(index).map((to, at) => [
          `f${at}`,
          { ...kinds[at % 3]?.({ $ref: `n${to}` }), ...(at % 3 === 0 && { annotations: { required: ['big.things.insert'] } }) },
        ]),
      ),
    },
  }));
  const parameters = { name: { type: 'string', location: 'path', required: true } };
  const updateMask = { type: 'string', location: 'query', format: 'google-fieldmask' };
  const thing = { $ref: 'n0' };
  const method = (httpMethod: string, more: object): object => ({
    id: `big.things.${httpMethod}`,
    httpMethod,
    path: 'things/{name}',
    parameters,
    ...more,
  });
  const methods = {
    get: method('GET', { response: thing }),
    patch: method('PATCH', { parameters: { ...parameters, updateMask }, request: thing, response: thing }),
    delete: method('DELETE', {}),
    insert: { id: 'big.things.insert', httpMethod: 'POST', path: 'things', request: thing, response: thing },
  };
  return published(schemas, { resources: { things: { methods } } });
}

describe('large input within the limits generates', { timeout: 60_000 }, () => {
  test.each([
    ['a text of a megabyte', thing({ a: { type: 'string', description: '*/'.repeat(500_000) } })],
    ['an enum of 20,000 values', thing({ a: { type: 'string', enum: many(20_000, (index) => `V${index}`) } })],
    ['an object of 20,000 fields', thing(named(20_000, () => ({ type: 'string' })))],
    ['an object of 2,000 objects', thing(named(2_000, () => ({ type: 'object', properties: { a: { type: 'integer', minimum: '1' } } })))],
    [
      'schemas that lead to each other 3,000 times',
      published(named(3_000, (index) => ({ type: 'object', properties: { a: { $ref: `n${(index + 1) % 3_000}` } } }))),
    ],
    [
      'schemas that are each other 3,000 times',
      published({ ...named(3_000, (index) => ({ $ref: `n${index + 1}` })), n3000: { type: 'string' } }),
    ],
    ['mutually recursive schemas', collection(40, () => many(40, (index) => index))],
    ['schemas that hold the next one 30 times', collection(12, (index) => (index < 11 ? many(30, () => index + 1) : []))],
    [
      'recursive lists and maps',
      published(
        { n0: { type: 'array', items: { $ref: 'n0' } }, n1: { type: 'object', additionalProperties: { $ref: 'n1' } } },
        {
          resources: {
            a: { methods: { m: { id: 'a.m', httpMethod: 'POST', path: 'm', request: { $ref: 'n0' }, response: { $ref: 'n1' } } } },
          },
        },
      ),
    ],
    [
      'a list of objects without a name that hold the list',
      published(
        { n0: { type: 'array', items: { type: 'object', properties: { a: { $ref: 'n0' }, b: { $ref: 'n0' } } } } },
        {
          resources: {
            a: { methods: { m: { id: 'a.m', httpMethod: 'POST', path: 'm', request: { $ref: 'n0' }, response: { $ref: 'n0' } } } },
          },
        },
      ),
    ],
    ['fields nested 150 times', thing({ a: JSON.parse(`${'{"type":"array","items":'.repeat(150)}{"type":"string"}${'}'.repeat(150)}`) })],
  ])('%s', async (_, text) => {
    expect(await generateSafely({ path: 'specs/big.json', text }, false)).toBeDefined();
  });
});

describe('too large input is rejected with the name of the limit', () => {
  const refusals = (path: string, text: string, limits: Limits = {}): readonly string[] =>
    read({ file: path, overlays: [] }, { variables: {}, methods: [], limits }, memoryEffects({ [path]: text })).diagnostics.map(
      ({ code, message }) => `${code}: ${message}`,
    );
  test.each([
    [
      'big.json',
      thing({ a: { type: 'string', enum: many(500_000, () => 'V') } }),
      'too-many: there are 500014 values; limits.elements is 500000',
    ],
    [
      'long.json',
      thing({ a: { type: 'string', pattern: 'a?'.repeat(6_000) } }),
      'pattern-too-long: the pattern has 12000 characters; limits.pattern is 10000',
    ],
    [
      'long.json',
      thing({ a: { type: 'string', enum: many(60_000, () => 'V') } }),
      'enum-too-large: the enumeration has 60000 values; limits.enum is 50000',
    ],
    ['long.yaml', `a: ${'x'.repeat(1_100_000)}\n`, 'text-too-long: the text has 1100000 characters; limits.text is 1048576'],
    ['big.yaml', `a: [${'a, '.repeat(50_000)}a]\n`, 'too-many: there are 50003 values; limits.elements is 50000', { elements: 50_000 }],
    [
      'huge.yaml',
      `a: [${'a, '.repeat(120_000)}a]\n`,
      'too-many: there are more than 50000 values; limits.elements is 50000',
      { elements: 50_000 },
    ],
    ['deep.json', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000), 'too-deep: nested deeper than 200 levels; limits.depth is 200'],
    ['deep.yaml', `a: ${'['.repeat(10_000)}\n`, 'too-deep: nested deeper than 200 levels; limits.depth is 200'],
  ])('%s', (path, text, refusal, limits: Limits = {}) => {
    expect(refusals(path, text, limits)).toEqual([refusal]);
  });
  test('limits are configurable', () => {
    const text = thing({ a: { type: 'string' } });
    expect(refusals('a.json', text, { size: text.length - 1 })[0]).toMatch(/^too-large: .* limits\.size is /);
    expect(refusals('a.json', text, { depth: 3 })[0]).toMatch(/^too-deep: /);
    expect(refusals('a.json', text, { elements: 9 })[0]).toMatch(/^too-many: /);
  });
});

test('validators contain no expression with exponential backtracking', async () => {
  const patterns = ['^(a+)+$', '(a|a)*', '(.*)*x', '((a{0,100}){0,100}){0,100}', '(a?){30}a{30}', '(x+x+)+y', '(\\w+\\s?)*'];
  const output = await generateSafely(
    {
      path: 'specs/slow.json',
      text: thing({
        ...named(patterns.length, (at) => ({ type: 'string', pattern: patterns[at] })),
        safe: { type: 'string', pattern: '[a-z]+' },
      }),
    },
    false,
  );
  const compiled = output?.modules.get('dist/compiled.js') ?? '';
  expect(compiled.match(/^const pattern.*$/gm)).toEqual(['const pattern0 = /^(?:[a-z]+)$/u;']);
});
