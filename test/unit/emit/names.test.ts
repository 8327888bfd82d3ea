import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { toCamelCase, createNames, toPascalCase, type Names } from '../../../generator/emit/names.js';
import type { Api } from '../../../generator/model/model.js';
import { resolveApi } from '../../support/packages.js';

const object = { type: 'object', properties: {} };
const createApi = (schemas: object, rest: object = {}): Api => resolveApi(JSON.stringify({ schemas, resources: {}, ...rest }));
const listSchemaNames = (names: Names, ...ids: readonly string[]): readonly string[] => ids.map((id) => names.schema(id));

describe('joins words into one name', () => {
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
  test('keeps an ID that is a valid type name and numbers others that map to the same name', () => {
    const names = createNames(createApi({ foo: object, Foo: object, FOO: object, 'f-oo': object, 'F.oo': object }));
    expect(listSchemaNames(names, 'Foo', 'FOO', 'foo', 'F.oo', 'f-oo')).toEqual(['Foo', 'FOO', 'Foo2', 'FOo', 'FOo2']);
  });

  test('skips a number that another schema uses', () => {
    expect(listSchemaNames(createNames(createApi({ foo: object, Foo: object, Foo2: object })), 'foo')).toEqual(['Foo3']);
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
  ])('appends $ to the reserved name %s', (id) => {
    expect(createNames(createApi({ [id]: object })).schema(id)).toBe(`${id}$`);
  });

  test('accepts `__proto__` and `constructor` as IDs', () => {
    const schemas = JSON.parse('{ "__proto__": { "type": "object" }, "constructor": { "type": "object" } }') as object;
    expect(listSchemaNames(createNames(createApi(schemas)), '__proto__', 'constructor')).toEqual(['Proto', 'Constructor']);
  });

  test('names inline objects by their path and numbers them if a schema has that name', () => {
    const inline = { type: 'object', properties: { inner: { type: 'object', properties: {} } } };
    const api = createApi({
      Error: { type: 'object', properties: { log: inline, list: { type: 'array', items: inline } } },
      ErrorLog: object,
    });
    const names = createNames(api);
    const type = api.schemas.find(({ id }) => id === 'Error')?.type;
    const inlineTypes =
      type?.kind === 'object' ? type.fields.map((field) => (field.type.kind === 'array' ? field.type.items : field.type)) : [];
    expect(inlineTypes.map((entry) => (entry.kind === 'object' ? names.object(entry) : entry.kind))).toEqual(['ErrorLog2', 'ErrorList']);
    expect(type?.kind === 'object' && names.object(type)).toBe('Error$');
  });
});

describe('input types', () => {
  const zone = { type: 'object', properties: { id: { type: 'string', readOnly: true } } };
  const create = { httpMethod: 'POST', path: 'zones', request: { $ref: 'Zone' } };

  test('creates an input type for a request schema with read-only fields', () => {
    const names = createNames(createApi({ Zone: zone, Other: zone, Plain: object }, { methods: { create } }));
    expect(['Zone', 'Other', 'Plain'].map((id) => names.schema(id, 'input'))).toEqual(['ZoneInput', 'Other', 'Plain']);
  });

  test('numbers an input type if a schema has its name', () => {
    expect(createNames(createApi({ Zone: zone, ZoneInput: object }, { methods: { create } })).schema('Zone', 'input')).toBe('ZoneInput2');
  });
});

describe('method names', () => {
  const get = { httpMethod: 'GET', path: 'x' };
  const names = createNames(
    createApi(
      { ZonesGetResponse: object, ZonesGetParams: object },
      { methods: { delete: get, createTransport: get }, resources: { zones: { methods: { get } }, 'z-ones': { methods: { get } } } },
    ),
  );

  test('appends $ to reserved words and names that the modules use', () => {
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

  test('prefers a method to a schema for a validator name', () => {
    expect(names.schemaValidator('ZonesGetResponse')).toBe('validateZonesGetResponse$');
  });
});

describe('for any IDs', () => {
  const id = fc.oneof(fc.constantFrom('Zone', 'zone', 'ZONE', 'z-one', 'Error', 'ZoneInput', 'ZoneLog', '__proto__'), fc.string());
  const zone = { type: 'object', properties: { id: { type: 'string', readOnly: true }, log: object } };

  test('creates distinct identifiers that do not depend on the order of the schemas', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 12 }), (ids) => {
        const schemas = (order: readonly string[]): object => Object.fromEntries(order.map((entry) => [entry, zone]));
        const methods = { create: { httpMethod: 'POST', path: 'x', request: { type: 'array', items: { $ref: ids[0] ?? '' } } } };
        const names = createNames(createApi(schemas(ids), { methods }));
        const typeNames = ids.map((entry) => names.schema(entry));
        expect(new Set(typeNames).size).toBe(ids.length);
        expect(new Set(ids.map((entry) => names.schemaValidator(entry))).size).toBe(ids.length);
        for (const name of typeNames) expect(name).toMatch(/^[A-Za-z_$][A-Za-z0-9_$]*$/);
        const reorderedNames = createNames(createApi(schemas([...ids].reverse()), { methods }));
        expect(ids.map((entry) => reorderedNames.schema(entry))).toEqual(typeNames);
      }),
      { numRuns: 25 },
    );
  });
});
