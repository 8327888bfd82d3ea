import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { toCamelCase, createNames, toPascalCase, type Names } from '../../../generator/emit/names.js';
import type { Api } from '../../../generator/model/model.js';
import { resolveApi } from '../../support/packages.js';

const object = { type: 'object', properties: {} };
const withSchemas = (schemas: object, rest: object = {}): Api => resolveApi(JSON.stringify({ schemas, resources: {}, ...rest }));
const schemaNames = (names: Names, ...ids: readonly string[]): readonly string[] => ids.map((id) => names.schema(id));

describe('words are joined into one name', () => {
  it.each([
    [['managedZones', 'get'], 'ManagedZonesGet', 'managedZonesGet'],
    [['a-b'], 'AB', 'aB'],
    [['1abc'], '_1abc', '_1abc'],
    [['@type'], 'Type', 'type'],
    [['__proto__'], 'Proto', 'proto'],
    [['Google.Iam__v1'], 'GoogleIam__v1', 'googleIam__v1'],
    [['🙂'], 'Unnamed', 'unnamed'],
    [[''], 'Unnamed', 'unnamed'],
  ])('%j: %s, %s', (texts, pascal, camel) => {
    expect(toPascalCase(...texts)).toBe(pascal);
    expect(toCamelCase(...texts)).toBe(camel);
  });
});

describe('type names of schemas', () => {
  test('an ID that is a valid type name keeps it, and others with that name get numbers', () => {
    const names = createNames(withSchemas({ foo: object, Foo: object, FOO: object, 'f-oo': object, 'F.oo': object }));
    expect(schemaNames(names, 'Foo', 'FOO', 'foo', 'F.oo', 'f-oo')).toEqual(['Foo', 'FOO', 'Foo2', 'FOo', 'FOo2']);
  });

  test('a number that is taken is skipped', () => {
    expect(schemaNames(createNames(withSchemas({ foo: object, Foo: object, Foo2: object })), 'foo')).toEqual(['Foo3']);
  });

  it.each([
    'Record',
    'Promise',
    'Date',
    'Error',
    'ApiError',
    'DemoClient',
    'Array',
    'Readonly',
    'Client',
    'MergePatch',
    'CommonParameters',
  ])('%s gets a $', (id) => {
    expect(createNames(withSchemas({ [id]: object })).schema(id)).toBe(`${id}$`);
  });

  test('`__proto__` and `constructor` are ordinary IDs', () => {
    const schemas = JSON.parse('{ "__proto__": { "type": "object" }, "constructor": { "type": "object" } }') as object;
    expect(schemaNames(createNames(withSchemas(schemas)), '__proto__', 'constructor')).toEqual(['Proto', 'Constructor']);
  });

  test('inline objects are named by their path and yield to schemas', () => {
    const inline = { type: 'object', properties: { inner: { type: 'object', properties: {} } } };
    const api = withSchemas({
      Error: { type: 'object', properties: { log: inline, list: { type: 'array', items: inline } } },
      ErrorLog: object,
    });
    const names = createNames(api);
    const type = api.schemas.find(({ id }) => id === 'Error')?.type;
    const inlines =
      type?.kind === 'object' ? type.fields.map((field) => (field.type.kind === 'array' ? field.type.items : field.type)) : [];
    expect(inlines.map((each) => (each.kind === 'object' ? names.object(each) : each.kind))).toEqual(['ErrorLog2', 'ErrorList']);
    expect(type?.kind === 'object' && names.object(type)).toBe('Error$');
  });
});

describe('input types', () => {
  const zone = { type: 'object', properties: { id: { type: 'string', readOnly: true } } };
  const create = { httpMethod: 'POST', path: 'zones', request: { $ref: 'Zone' } };

  test('a schema in requests with read-only fields has an input type', () => {
    const names = createNames(withSchemas({ Zone: zone, Other: zone, Plain: object }, { methods: { create } }));
    expect(['Zone', 'Other', 'Plain'].map((id) => names.schema(id, 'input'))).toEqual(['ZoneInput', 'Other', 'Plain']);
  });

  test('an input type yields to a schema with its name', () => {
    expect(createNames(withSchemas({ Zone: zone, ZoneInput: object }, { methods: { create } })).schema('Zone', 'input')).toBe('ZoneInput2');
  });
});

describe('method names', () => {
  const get = { httpMethod: 'GET', path: 'x' };
  const names = createNames(
    withSchemas(
      { ZonesGetResponse: object, ZonesGetParams: object },
      { methods: { delete: get, createTransport: get }, resources: { zones: { methods: { get } }, 'z-ones': { methods: { get } } } },
    ),
  );

  test('constants avoid reserved words and the names that the modules use', () => {
    expect(['demo.delete', 'demo.createTransport'].map((id) => names.method(id).constant)).toEqual(['delete$', 'createTransport$']);
  });

  test('lists all names of a method', () => {
    expect(names.method('demo.zones.get')).toEqual({
      base: 'ZonesGet',
      constant: 'zonesGet',
      params: 'ZonesGetParams2',
      requestValidator: 'validateZonesGetRequest',
      responseValidator: 'validateZonesGetResponse',
    });
  });

  test('a method takes precedence over a schema for a validator name', () => {
    expect(names.schemaValidator('ZonesGetResponse')).toBe('validateZonesGetResponse$');
  });
});

describe('for any IDs', () => {
  const id = fc.oneof(fc.constantFrom('Zone', 'zone', 'ZONE', 'z-one', 'Error', 'ZoneInput', 'ZoneLog', '__proto__'), fc.string());
  const zone = { type: 'object', properties: { id: { type: 'string', readOnly: true }, log: object } };

  test('names are distinct identifiers and do not depend on the order of the schemas', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 12 }), (ids) => {
        const schemas = (order: readonly string[]): object => Object.fromEntries(order.map((each) => [each, zone]));
        const methods = { create: { httpMethod: 'POST', path: 'x', request: { type: 'array', items: { $ref: ids[0] ?? '' } } } };
        const names = createNames(withSchemas(schemas(ids), { methods }));
        const found = ids.map((each) => names.schema(each));
        expect(new Set(found).size).toBe(ids.length);
        expect(new Set(ids.map((each) => names.schemaValidator(each))).size).toBe(ids.length);
        for (const name of found) expect(name).toMatch(/^[A-Za-z_$][A-Za-z0-9_$]*$/);
        const again = createNames(withSchemas(schemas([...ids].reverse()), { methods }));
        expect(ids.map((each) => again.schema(each))).toEqual(found);
      }),
      { numRuns: 50 },
    );
  });
});
