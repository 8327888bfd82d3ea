import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { toJsonSchema } from '../../../generator/emit/json-schema.js';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/lib/json.js';

/** Converts a field definition of Discovery. */
function convertField(field: JsonObject): unknown {
  const schemas = { Book: { type: 'object', properties: { field } }, Shelf: { type: 'object', properties: {} } };
  const api = buildModel({ name: 'shop', version: 'v1', schemas }, { variables: {} });
  const document = toJsonSchema(api) as { $defs: { Book: { properties: { field: unknown } } } };
  return document.$defs.Book.properties.field;
}

describe('toJsonSchema', () => {
  it.each<[string, JsonObject, unknown]>([
    ['converts 64-bit numbers to strings', { type: 'string', format: 'int64' }, { type: 'string', format: 'int64' }],
    ['anchors a pattern', { type: 'string', pattern: 'a|b' }, { type: 'string', pattern: '^(?:a|b)$' }],
    ['keeps an anchored pattern', { type: 'string', pattern: '^a+$' }, { type: 'string', pattern: '^a+$' }],
    ['omits a pattern with unsupported syntax', { type: 'string', pattern: '(?i)a' }, { type: 'string', 'x-pattern': '(?i)a' }],
    ['converts a closed enum', { type: 'string', enum: ['A', 'B'] }, { type: 'string', enum: ['A', 'B'] }],
    [
      'accepts other strings in an open enum',
      { type: 'string', enum: ['A'], 'x-undocumented': ['values'] },
      { anyOf: [{ type: 'string', enum: ['A'] }, { type: 'string' }] },
    ],
    [
      'accepts null as the value of its enum',
      { type: 'string', enum: ['NULL_VALUE'] },
      { type: ['string', 'null'], enum: ['NULL_VALUE', null] },
    ],
    ['converts excluded values', { type: 'string', 'x-notIn': ['x'] }, { type: 'string', not: { enum: ['x'] } }],
    ['converts a constant', { type: 'string', 'x-const': 'k' }, { type: 'string', const: 'k' }],
    ['converts bounds and defaults', { type: 'integer', minimum: '1', default: '2' }, { type: 'integer', minimum: 1, default: 2 }],
    ['keeps sibling members of a reference', { $ref: 'Shelf', readOnly: true }, { $ref: '#/$defs/Shelf', readOnly: true }],
    ['marks write-only fields', { type: 'string', 'x-writeOnly': true }, { type: 'string', writeOnly: true }],
    [
      'converts a map and its key constraints',
      { type: 'object', additionalProperties: { type: 'string' }, 'x-propertyNames': { maxLength: 3 } },
      { type: 'object', propertyNames: { maxLength: 3 }, additionalProperties: { type: 'string' } },
    ],
    [
      'accepts any fields in an object without documented fields',
      { type: 'object', 'x-undocumented': ['fields'] },
      { type: 'object', additionalProperties: {} },
    ],
    ['accepts any value for the type any', { type: 'any' }, {}],
  ])('%s', (_, field, schema) => {
    expect(convertField(field)).toEqual(schema);
  });

  it('requires the fields of a creation, but only the etag for a schema that is only patched', () => {
    const stringField = { type: 'string', required: true };
    const properties = { name: stringField, id: { ...stringField, readOnly: true }, etag: stringField };
    const rules = [{ kind: 'etag', field: 'etag', match: 'required' }];
    const schemas = { Book: { type: 'object', properties }, Page: { type: 'object', properties, 'x-rules': rules } };
    const methods = { patch: { httpMethod: 'PATCH', path: 'x', request: { $ref: 'Page' } } };
    const api = buildModel({ name: 'shop', version: 'v1', schemas, methods }, { variables: {} });
    const { $defs } = toJsonSchema(api) as { $defs: Record<string, { required?: string[] }> };
    expect($defs['Book']?.required).toEqual(['name', 'etag']);
    expect($defs['Page']?.required).toEqual(['etag']);
  });

  it('includes the source of an element unless its parent has the same source', () => {
    const publicSource = { public: 'the guides' };
    const properties = {
      name: { type: 'string' },
      color: { type: 'string', 'x-source': publicSource },
      state: { type: 'string', 'x-source': { assumption: 'seen once' } },
    };
    const rules = [{ kind: 'nonOverlapping', fields: ['name', 'color'], within: 'name', source: { assumption: 'the form offers one' } }];
    const schemas = { Book: { type: 'object', properties, 'x-source': 'shop: Books', 'x-rules': rules } };
    const api = buildModel({ name: 'shop', version: 'v1', 'x-source': 'shop', schemas }, { variables: {} });
    expect(toJsonSchema(api)).toMatchObject({
      'x-source': 'shop',
      $defs: {
        Book: {
          'x-source': 'shop: Books',
          'x-rules': [expect.stringMatching(/\(assumption: the form offers one\)$/)],
          properties: {
            name: { type: 'string' },
            color: { type: 'string', 'x-source': 'public knowledge: the guides' },
            state: { type: 'string', 'x-source': 'assumption: seen once' },
          },
        },
      },
    });
  });

  const specs = new URL('../../../specs/', import.meta.url);
  it.each(readdirSync(specs).filter((name) => name.endsWith('.yaml')))('exports schemas of %s that ajv compiles', (file) => {
    const api = buildModel(parse(readFileSync(new URL(file, specs), 'utf8')) as JsonObject, { variables: {} });
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(toJsonSchema(api) as object, 'api');
    for (const { id } of api.schemas) expect(ajv.getSchema(`api#/$defs/${encodeURIComponent(id)}`)).toBeTypeOf('function');
  });
});
