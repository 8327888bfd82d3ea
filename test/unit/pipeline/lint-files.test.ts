import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../../generator/lib/diagnostics.js';
import { lintFiles, type ReadText } from '../../../generator/pipeline/lint-files.js';

const specification = `
name: shop
version: v1
x-source: 'manual: Shop'
x-documents: { manual: { title: The manual } }
auth: { oauth2: { scopes: { read: {}, write: {} } } }
x-notes:
  - { topic: errors, text: Errors have a code., source: 'manual: Errors' }
resources:
  things:
    methods:
      list:
        id: shop.things.list
        httpMethod: GET
        path: things
        x-source: 'manual: Listing'
        parameters:
          pageSize: { type: integer, location: query, maximum: '500', x-source: 'manual: Sizes' }
        response: { $ref: Thing }
        scopes: [read, write]
        x-permissions: [shop.list, { permission: shop.audit, source: 'manual: Audits' }]
        x-rules:
          - { kind: operation, scope: global }
schemas:
  Thing:
    type: object
    properties:
      parts: { type: array, items: { type: object, properties: { code: { type: string, pattern: '[a-z]' } } } }
      labels: { type: object, additionalProperties: { type: string, x-maxLength: 63 } }
      state: { type: string }
    x-rules:
      - { kind: serverDefault, field: state, value: OPEN, source: 'manual: Parts' }
`;
const overlay = `
name: shop
version: v1
x-source: { public: the service itself }
schemas: { Thing: { properties: { size: { type: integer, default: '1' } } } }
`;

function createReader(files: Readonly<Record<string, string>>): ReadText {
  return (path) => {
    const text = files[path];
    return text === undefined ? { problem: 'there is no such file' } : { text };
  };
}

describe('the checked files', () => {
  test('reports unreadable files and checks the others', () => {
    const { diagnostics } = lintFiles(['absent.yaml', 'bad.yaml'], createReader({ 'bad.yaml': '[' }));
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      'absent.yaml:1:1: error unreadable-file the file "absent.yaml" cannot be read: there is no such file',
      expect.stringMatching(/^bad\.yaml:1:1: error syntax /),
    ]);
  });

  test('checks a file once if it is named twice', () => {
    expect(lintFiles(['a.yaml', 'a.yaml'], createReader({ 'a.yaml': 'name: a\nversion: v1' })).diagnostics).toHaveLength(1);
  });

  test('applies limits to each file', () => {
    expect(
      lintFiles(['a.yaml'], createReader({ 'a.yaml': 'name: a' }), { limits: { size: 3 } }).diagnostics.map(({ code }) => code),
    ).toEqual(['too-large']);
  });
});

describe('the page of a diagnostic', () => {
  const schema = (content: string): string => `name: shop\nversion: v1\nschemas: { Thing: { type: object, ${content} } }\n`;

  test.each([
    [
      'a rule',
      schema('properties: { state: { type: string } }, x-rules: [{ kind: states, field: stat, values: [ON] }]'),
      'unknown-field',
      'rules.md#states',
    ],
    [
      'the shape of a rule',
      schema('x-rules: [{ kind: deleteBlockedByReference, feild: a }]'),
      'unknown-key',
      'rules.md#deleteblockedbyreference',
    ],
    ['an unknown kind of rule', schema('x-rules: [{ kind: frob }]'), 'unknown-rule-kind', 'diagnostics.md#unknown-rule-kind'],
    ['an expression', schema('x-validations: [{ rule: self.size > }]'), 'invalid-expression', 'cel.md#supported-expressions'],
    ['anything else', schema('$ref: Thong'), 'dangling-reference', 'diagnostics.md#dangling-reference'],
  ])('describes %s', (_, text, code, page) => {
    const pages = lintFiles(['a.yaml'], createReader({ 'a.yaml': text })).diagnostics.flatMap((each) =>
      each.code === code ? [each.page] : [],
    );
    expect(pages).toEqual([`docs/reference/${page}`]);
  });
});

describe('the list of rules', () => {
  const listRules = (files: Readonly<Record<string, string>>) => lintFiles(Object.keys(files), createReader(files), { rules: true }).rules;

  test('contains owner, kind, sentence, and source in document order', () => {
    expect(
      listRules({ 'shop.yaml': specification }).map(
        ({ line, owner, kind, sentence, source }) => `${line}  ${owner}  ${kind}  ${sentence}  [${source}]`,
      ),
    ).toEqual([
      '8  shop  statement  errors: Errors have a code.  [manual: Errors]',
      '18  shop.things.list(pageSize)  range  At most 500.  [manual: Sizes]',
      '20  shop.things.list  scopes  Requires the scope `read` or `write`.  [manual: Listing]',
      '21  shop.things.list  permission  Requires the permission `shop.list`.  [manual: Listing]',
      '21  shop.things.list  permission  Requires the permission `shop.audit`.  [manual: Audits]',
      '23  shop.things.list  operation  Returns a global operation that tracks the change.  [manual: Listing]',
      '28  Thing.parts[].code  pattern  The entire value must match `[a-z]`.  [manual: Shop]',
      '29  Thing.labels{}  length  At most 63 characters.  [manual: Shop]',
      "32  Thing  serverDefault  If you don't set `state`, the server sets it to `OPEN`.  [manual: Parts]",
    ]);
  });

  test('contains the rules of an overlay and their provenance', () => {
    expect(listRules({ 'shop.yaml': specification, 'overlay.yaml': overlay }).at(-1)).toMatchObject({
      file: 'overlay.yaml',
      owner: 'Thing.size',
      sentence: 'Default: `1`.',
      source: 'public: the service itself',
    });
    const learned = overlay.replace('{ public: the service itself }', '{ recordings: [0123456789ab], scenarios: 3, against: 0 }');
    expect(listRules({ 'shop.yaml': specification, 'overlay.yaml': learned }).at(-1)?.source).toBe('recordings: 3 scenarios');
  });

  test('is empty unless requested, and for a file with errors', () => {
    expect(lintFiles(['a.yaml'], createReader({ 'a.yaml': specification })).rules).toEqual([]);
    expect(listRules({ 'a.yaml': specification.replace('Thing }', 'Think }') })).toEqual([]);
  });
});

test('an assumption has the owner that the rules have, and the position of its source', () => {
  const text = `name: shop
version: v1
x-source: { public: a book }
x-errors: { messages: { notFound: { message: none, source: { assumption: common } } } }
x-notes: [{ topic: size, text: small, source: { assumption: noted } }]
resources:
  things:
    x-source: { assumption: grouped }
    methods:
      get: { id: shop.things.get, parameters: { size: { type: integer, x-source: { assumption: asked } } } }
schemas:
  Thing: { type: object, properties: { tags: { type: array, items: { type: string, x-source: { assumption: short } } } } }
`;
  const { assumptions = [] } = lintFiles(['shop.yaml'], () => ({ text }), { assumptions: true });
  expect(assumptions.map(({ line, column, owner, because }) => `${line}:${column} ${owner}: ${because}`)).toEqual([
    '4:52 shop (errors): common',
    '5:39 shop (statement): noted',
    '8:5 things: grouped',
    '10:72 things.get(size): asked',
    '12:84 Thing.tags[]: short',
  ]);
});

describe('assumptions about schemas of operations', () => {
  const operation = (fields: string): string => `
name: shop
version: v1
x-source: 'manual: Shop'
x-documents: { manual: { title: The manual } }
resources:
  things:
    methods:
      create: { id: shop.things.create, httpMethod: POST, path: things, response: { $ref: Operation } }
schemas:
  Operation: { id: Operation, type: object, properties: { ${fields} } }
`;

  test.each([
    [
      'name: { type: string }, done: { type: boolean }, response: { type: object }',
      ['Operation: inferred to be a long-running operation (AIP-151)'],
    ],
    [
      'status: { type: string }, operationType: { type: string }, targetLink: { type: string }',
      ['Operation: inferred to be an operation that reports its progress in its status'],
    ],
    ['name: { type: string }, done: { type: string }', []],
  ])('{ %s }', (fields, expected) => {
    const { assumptions = [] } = lintFiles(['shop.yaml'], () => ({ text: operation(fields) }), { assumptions: true });
    expect(assumptions.map(({ owner, because }) => `${owner}: ${because}`)).toEqual(expected);
  });
});

test.each([
  ['Deletes an empty box.', 'boxes/{box}/things', ['boxes.delete (behavior): inferred to require that all child collections are empty']],
  ['This method can only be called on an empty box.', 'boxes/{box}/things', ['boxes.delete (behavior): inferred']],
  ['Fails if the box is non-empty or in use.', 'boxes/{box}/things', ['boxes.delete (behavior): inferred']],
  ['Deletes an empty box.', 'things', []],
  ['Deletes a box. The response is an empty message.', 'boxes/{box}/things', []],
  ['Deletes a box. If the box is not empty, also deletes its things.', 'boxes/{box}/things', []],
])('the assumptions about a deletion with the description %j and %s', (description, path, expected) => {
  const box = path === 'things' ? '' : 'box: { type: string, location: path, required: true }, ';
  const text = `
name: shop
version: v1
x-source: 'manual: Shop'
x-documents: { manual: { title: The manual } }
resources:
  boxes:
    methods:
      get:
        id: shop.boxes.get
        httpMethod: GET
        path: boxes/{box}
        response: { $ref: Box }
        parameters: { box: { type: string, location: path, required: true } }
      delete:
        id: shop.boxes.delete
        httpMethod: DELETE
        path: boxes/{box}
        description: ${JSON.stringify(description)}
        parameters: { box: { type: string, location: path, required: true } }
  things:
    methods:
      create:
        id: shop.things.create
        httpMethod: POST
        path: "${path}"
        request: { $ref: Thing }
        parameters: { ${box} }
      list:
        id: shop.things.list
        httpMethod: GET
        path: "${path}"
        response: { $ref: Things }
        parameters: { ${box} pageToken: { type: string, location: query } }
schemas:
  Box: { id: Box, type: object, properties: { name: { type: string } } }
  Thing: { id: Thing, type: object, properties: { name: { type: string } } }
  Things:
    id: Things
    type: object
    properties: { things: { type: array, items: { $ref: Thing } }, nextPageToken: { type: string } }
`;
  const { assumptions = [] } = lintFiles(['shop.yaml'], () => ({ text }), { assumptions: true });
  expect(assumptions.map(({ owner, because }) => `${owner}: ${because}`)).toEqual(expected.map((text) => expect.stringContaining(text)));
});
