/** An exported Discovery document has no error, and shows no change in `diff`. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documents } from '../../fuzz/support/documents.js';
import { exportAndRead, type RoundTrip } from '../../support/round-trip.js';

const specs = new URL('../../../specs/', import.meta.url);

test.each(readdirSync(specs).filter((name) => name.endsWith('.yaml')))('exports %s faithfully', (file) => {
  expectSame(exportAndRead(file, readFileSync(new URL(file, specs), 'utf8')));
});

/** A published document with one schema, and a method that takes and returns it. */
function printDocument(members: object, method: object = {}, properties: object = {}): string {
  const send = { id: 'shop.send', httpMethod: 'POST', path: 'send', request: { $ref: 'Thing' }, response: { $ref: 'Thing' }, ...method };
  return JSON.stringify({
    kind: 'discovery#restDescription',
    name: 'shop',
    version: 'v1',
    title: 'Shop',
    rootUrl: 'https://shop.example.com/',
    servicePath: 'shop/v1/',
    schemas: { Thing: { id: 'Thing', type: 'object', properties } },
    methods: { send, get: { id: 'shop.get', httpMethod: 'GET', path: 'get/{code}', parameters: { code: inPath } } },
    ...members,
  });
}

const inPath = { type: 'string', location: 'path', required: true };
const required = '[Required] It.';
const withParameters = (parameters: object, path = 'send'): string => printDocument({}, { path, parameters });

describe.each<[string, string]>([
  ['without rootUrl', printDocument({ rootUrl: undefined, basePath: '/shop/v1/' })],
  ['without rootUrl and servicePath', printDocument({ rootUrl: undefined, servicePath: undefined })],
  ['without kind and version', printDocument({ kind: undefined, version: undefined })],
  ['with a name of capitals', printDocument({ canonicalName: 'X Y' })],
  ['with a canonical name', printDocument({ canonicalName: 'My OS shop' })],
  ['with untyped parameters', withParameters({ a: { location: 'query' }, b: { location: 'query', repeated: true, description: 'B.' } })],
  ['with parameters of unknown types', withParameters({ a: { type: 'datetime', location: 'query', default: 'x' } })],
  ['with parameters that are JSON', withParameters({ a: { type: 'object', location: 'query' }, b: { type: 'any', location: 'query' } })],
  [
    'with arrays as parameters',
    withParameters({
      a: { type: 'array', items: { type: 'integer', format: 'int32' }, location: 'query' },
      b: { type: 'array', items: { type: 'string' }, repeated: true, location: 'query' },
      c: { type: 'array', location: 'query' },
      d: { type: 'string', repeated: true, default: 'x', location: 'query' },
    }),
  ],
  ['with a path variable in the query', withParameters({ code: { type: 'string', location: 'query' } }, 'send/{code}')],
  ['with an undeclared path variable', printDocument({}, { path: 'send/{code}' })],
  ['with a path parameter that is not in the path', withParameters({ code: inPath })],
  [
    'with unusable defaults',
    printDocument({}, {}, { a: { type: 'integer', default: 'many' }, b: { type: 'string', enum: ['x'], default: 'y' } }),
  ],
  [
    'with a field that another method requires',
    printDocument({}, {}, { a: { type: 'string', description: required, annotations: { required: ['shop.get'] } } }),
  ],
  ['with a field that its method requires', printDocument({}, {}, { a: { type: 'string', annotations: { required: ['shop.send'] } } })],
  [
    'with a field that an unknown method requires',
    printDocument({}, {}, { a: { type: 'string', annotations: { required: ['shop.gone'] } } }),
  ],
  [
    'with an optional field that is called required',
    printDocument({}, {}, { a: { type: 'string', required: false, description: required } }),
  ],
  [
    'with a required field in the path',
    withParameters({ a: inPath }, 'send/{a}').replace(
      '"properties":{}',
      `"properties":{"a":{"type":"string","description":"${required}"}}`,
    ),
  ],
  [
    'with described flags',
    printDocument({}, {}, { a: { type: 'string', description: 'Output only. A.' }, b: { type: 'string', description: 'Immutable. B.' } }),
  ],
  [
    'with a client-assigned field',
    printDocument({}, {}, { a: { type: 'string', readOnly: true, description: 'Output only. The client-assigned name.' } }),
  ],
  [
    'with optional fields in required ones',
    printDocument(
      {},
      {},
      {
        a: {
          type: 'object',
          required: true,
          properties: { b: { type: 'string', description: required, required: false }, c: { type: 'array', items: { type: 'any' } } },
        },
      },
    ),
  ],
  [
    'with arrays as bodies',
    printDocument({}, { request: { type: 'array', items: { $ref: 'Thing' } }, response: { type: 'array', items: { type: 'string' } } }),
  ],
  [
    'with open objects',
    printDocument(
      {},
      {},
      {
        a: { type: 'object', properties: {}, additionalProperties: { type: 'any' } },
        b: { type: 'object', additionalProperties: { type: 'any' } },
      },
    ),
  ],
  ['with older paths', withParameters({ name: inPath }, 'orgs{/name*}')],
  ['with reserved expansion', withParameters({ name: { ...inPath, pattern: '^orgs/[^/]+/(?:a|b)$' } }, '{+name}:go')],
  ['with a template and a pattern', withParameters({ name: { ...inPath, pattern: '[a-z/]+' } }, '{name=orgs/*}')],
  ['with any segments and a pattern', withParameters({ name: { ...inPath, pattern: 'orgs/[a-z]+' } }, '{name=**}')],
  [
    'with uploads',
    printDocument({}, { mediaUpload: { accept: ['*/*'], maxSize: '1GB', protocols: { resumable: { path: '/resumable/upload/send' } } } }),
  ],
])('a document %s', (_, text) => {
  test('is exported faithfully', () => {
    expectSame(exportAndRead('shop.json', text));
  });
});

test('a specification without sources is exported faithfully, whatever its descriptions state', () => {
  const text = `
name: shop
version: v1
schemas:
  Thing:
    type: object
    properties: { a: { type: string, description: Output only. A. }, b: { type: string, description: Required. B. } }
methods: { send: { id: shop.send, httpMethod: POST, path: send, request: { $ref: Thing } } }
`;
  const result = exportAndRead('shop.yaml', text);
  expectSame(result);
  expect(result.after.schemas[0]?.type).toMatchObject({ fields: [{ readOnly: false }, { required: false }] });
});

test('any valid document is exported faithfully', () => {
  fc.assert(
    fc.property(documents, ({ path, text }) => {
      let result: RoundTrip;
      try {
        result = exportAndRead(path, text);
      } catch (error) {
        // Only the generated document has errors, and not the exported one.
        expect((error as Error).message).not.toMatch(/^exported\.json.* error /m);
        return;
      }
      expect(result.changes).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

function expectSame({ changes, exported }: RoundTrip): void {
  expect(changes).toEqual([]);
  expect(exported[1]).toBe(exported[0]);
}
