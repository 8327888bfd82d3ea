import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import { parseDescriptionFlags } from '../../../generator/model/infer/fields.js';
import { findDirectionalSchemas } from '../../../generator/model/split-input-types.js';
import type { Type } from '../../../generator/model/model.js';

const build = (document: JsonObject) => buildModel(document, { variables: {} });

describe('buildModel', () => {
  it('leaves the address undefined if it is a variable', () => {
    const api = build({ name: 'dns', version: 'v1', rootUrl: '{base_url}/' });
    expect(Object.hasOwn(api, 'rootUrl')).toBe(false);
    expect(api.rootUrlVariable).toBe('base_url');
  });

  it('keeps only the declared variables', () => {
    const document = { name: 'a', 'x-variables': { b: { description: '' }, a: { description: '', default: '1' } } };
    const api = buildModel(document, { variables: { b: '2', stranger: '3' } });
    expect(Object.entries(api.variables)).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  it('treats hostile names as data', () => {
    const document = JSON.parse(
      '{"name":"a","version":"v1","schemas":{"__proto__":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"$ref":"__proto__"},"x":{"$ref":"toString"}}}},"methods":{"__proto__":{"httpMethod":"GET","path":"x"}}}',
    ) as JsonObject;
    const api = build(document);
    expect(api.schemas).toMatchObject([
      {
        id: '__proto__',
        type: { fields: [{ name: '__proto__' }, { name: 'constructor', type: { kind: 'ref' } }, { name: 'x', type: { kind: 'any' } }] },
      },
    ]);
    expect(api.methods.map(({ id }) => id)).toEqual(['a.__proto__']);
    expect(Object.hasOwn(Object.prototype, 'type')).toBe(false);
  });

  it('does not depend on the order of schemas and methods', () => {
    const schemas = { B: { type: 'object', properties: { a: { $ref: 'A' } } }, A: { type: 'string' } };
    const methods = { z: { httpMethod: 'GET', path: 'z' }, Z: { httpMethod: 'GET', path: 'Z' }, a: { httpMethod: 'GET', path: 'a' } };
    const reverseKeys = <T extends JsonObject>(createObjectType: T): JsonObject =>
      Object.fromEntries(Object.entries(createObjectType).reverse());
    const api = build({ name: 'x', version: 'v1', schemas, methods });
    expect(build({ name: 'x', version: 'v1', schemas: reverseKeys(schemas), methods: reverseKeys(methods) })).toEqual(api);
    expect(api.methods.map(({ name }) => name)).toEqual(['Z', 'a', 'z']);
  });

  it('ignores a default that violates the pattern', () => {
    const group = { type: 'string', location: 'query', pattern: 'id:[a-z]+', default: '' };
    const parameters = { group, unit: { ...group, default: 'id:a' } };
    const api = build({ name: 'x', version: 'v1', methods: { list: { httpMethod: 'GET', path: 'v1/users', parameters } } });
    expect(api.methods[0]?.parameters.map((parameter) => parameter.default)).toEqual([undefined, 'id:a']);
  });

  it('ignores a pattern that is not valid', () => {
    const properties = { broken: { type: 'string', pattern: '(?!a)' }, whole: { type: 'string', pattern: 'a' } };
    const [schema] = build({ name: 'x', version: 'v1', schemas: { A: { type: 'object', properties } } }).schemas;
    expect(schema?.type).toMatchObject({
      fields: [
        { name: 'broken', type: { kind: 'string', open: false } },
        { name: 'whole', type: { pattern: 'a' } },
      ],
    });
    expect(schema?.type).not.toHaveProperty('fields.0.type.pattern');
  });

  it('builds an empty model from an empty document', () => {
    expect(build({})).toMatchObject({ name: '', version: 'v1', methods: [], schemas: [], scopes: [], parameters: [], servicePath: '' });
  });
});

describe('parseDescriptionFlags', () => {
  it.each([
    ['Required. The name.', ['required']],
    ['[Required] The name.', ['required']],
    ['Output only. The id.', ['readOnly']],
    ['Output-only. The id.', ['readOnly']],
    ['[Output Only] The id.', ['readOnly']],
    ['The id. Output only.', ['readOnly']],
    ['Required. Immutable. The name.', ['required', 'immutable']],
    ['Optional. Immutable. The name.', ['immutable']],
    ['Required. Output only. The count.', ['readOnly']],
    ['Required for inserts.', []],
    ['Output only. The client-assigned name.', ['immutable']],
    ['The client-assigned name.', []],
    ['Output only fields are ignored.', []],
    ['Immutable ID.', []],
    ['Not required.', []],
    ['', []],
  ])('%s', (description, flags) => {
    expect([...parseDescriptionFlags(description)]).toEqual(flags);
  });
});

describe('findDirectionalSchemas', () => {
  const createObjectType = (references: readonly string[], readOnly: boolean): Type => ({
    kind: 'object',
    rules: [],
    fields: references.map((schema, index) => ({
      kind: 'field',
      name: `f${String(index)}`,
      type: { kind: 'array', items: { kind: 'ref', schema } },
      pointer: [],
      source: { kind: 'published', reference: '' },
      undocumentedAspects: [],
      deprecated: false,
      required: false,
      readOnly,
      writeOnly: false,
      immutable: false,
      patchable: false,
      omitEmpty: false,
      described: [],
      inferred: [],
    })),
  });

  it('returns the same schemas as a search from each schema, for any graph', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const graph = fc.dictionary(id, fc.record({ references: fc.array(id, { maxLength: 3 }), readOnly: fc.boolean() }));
    fc.assert(
      fc.property(graph, (schemas) => {
        const types = new Map(
          Object.entries(schemas).map(([name, { references, readOnly }]) => [name, createObjectType(references, readOnly)]),
        );
        const directional = findDirectionalSchemas(types);
        for (const name of types.keys()) expect(directional.has(name)).toBe(reachesReadOnly(name, schemas));
      }),
    );
  });
});

interface Node {
  readonly references: readonly string[];
  readonly readOnly: boolean;
}

function reachesReadOnly(start: string, schemas: Readonly<Record<string, Node>>): boolean {
  const reached = new Set([start]);
  for (const name of reached) for (const next of schemas[name]?.references ?? []) reached.add(next);
  return [...reached].some((name) => schemas[name]?.readOnly === true && schemas[name].references.length > 0);
}
