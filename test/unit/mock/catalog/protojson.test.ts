import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../mock/index.js';
import { toEnumNumbers } from '../../../../mock/catalog/enum-numbers.js';
import { createMemberLookup } from '../../../../mock/catalog/field-tables.js';
import { normalizeProtoJson } from '../../../../mock/catalog/protojson.js';
import { readJson } from '../../../../mock/lib/http-request.js';

const post = { method: { httpMethod: 'POST' } } as const;
const patch = { method: { httpMethod: 'PATCH' } } as const;

describe('enum numbers', () => {
  const numbers = { NONE: 0, ON: 1, OFF: 20 };
  const api = {
    api: {
      objectTypes: {
        Body: {
          state: { enumNumbers: numbers },
          states: { type: 'array', items: { enumNumbers: numbers } },
          byName: { type: 'map', items: { enumNumbers: numbers } },
          parts: { type: 'array', objectType: 'Part' },
          other: {},
        },
        Part: { kind: { enumNumbers: { NONE: 0, BIG: -1 } } },
      },
    },
  } as const;
  const method = { ...post, requestType: 'Body' } as const;

  it.each<[JsonObject, Json]>([
    [{ state: 1 }, { state: 'ON' }],
    [{ state: 0 }, { state: 'NONE' }],
    [{ state: 20 }, { state: 'OFF' }],
    [{ states: [0, 'ON', 20] }, { states: ['NONE', 'ON', 'OFF'] }],
    [{ byName: { a: 1 } }, { byName: { a: 'ON' } }],
    [{ parts: [{ kind: -1 }, { kind: 'BIG' }, {}] }, { parts: [{ kind: 'BIG' }, { kind: 'BIG' }, {}] }],
    [{ other: 1 }, { other: 1 }],
    [{ state: 2 }, { state: 2 }],
    [{ state: 1.5 }, { state: 1.5 }],
    [{ state: '1' }, { state: '1' }],
    [
      { state: null, parts: 5 },
      { state: null, parts: 5 },
    ],
  ])('are normalized: %j becomes %j', (body, expected) => expect(normalizeProtoJson(body, method, api)).toEqual(expected));

  it('are unchanged if they are already names', () => {
    const body = { state: 'ON', parts: [{ kind: 'BIG' }] };
    expect(normalizeProtoJson(body, method, api)).toBe(body);
    expect(normalizeProtoJson(body, post, api)).toBe(body);
    expect(normalizeProtoJson(undefined, method, api)).toBeUndefined();
  });

  it('encode the names of a response at every depth', () => {
    const members = createMemberLookup({ objectType: 'Body' }, api.api.objectTypes);
    const body = {
      state: 'OFF',
      states: ['NONE', 'ON', 'LATER'],
      byName: { a: 'ON', b: 'LATER' },
      parts: [{ kind: 'BIG', own: 'BIG' }],
      other: 'ON',
      unknown: { state: 'ON' },
    };
    expect(toEnumNumbers(body, members, api.api.objectTypes)).toEqual({
      state: 20,
      states: [0, 1, 'LATER'],
      byName: { a: 1, b: 'LATER' },
      parts: [{ kind: -1, own: 'BIG' }],
      other: 'ON',
      unknown: { state: 'ON' },
    });
    expect(toEnumNumbers(body, undefined, api.api.objectTypes)).toBe(body);
  });
});

const objectTypes = {
  Body: {
    ttl: { type: 'integer', format: 'int32' },
    name: {},
    sizeGb: { format: 'int64' },
    weight: { type: 'number', format: 'double' },
    zone: { type: 'object', objectType: 'Zone' },
    additions: { type: 'array', objectType: 'Set' },
    labels: { type: 'map' },
    ports: { type: 'array', items: { type: 'integer' } },
    sizes: { type: 'map', items: { format: 'uint64' } },
    table: { type: 'array', items: { type: 'array', items: { format: 'int64' } } },
    counts: { type: 'map', objectType: 'Set' },
    IPAddress: {},
    snake_name: {},
    snakeName: {},
  },
  Zone: { name: {}, displayName: {} },
  Set: { ttl: { type: 'integer' }, name: {}, displayName: {} },
} as const;
const api = { api: { objectTypes } };

describe('other number forms', () => {
  it.each<[JsonObject, Json]>([
    [{ ttl: '300' }, { ttl: 300 }],
    [{ additions: [{ ttl: '1' }, { ttl: 2 }] }, { additions: [{ ttl: 1 }, { ttl: 2 }] }],
    [{ sizeGb: 50 }, { sizeGb: '50' }],
    [{ weight: '0.5' }, { weight: 0.5 }],
    [{ weight: 'NaN' }, { weight: 'NaN' }],
    [{ ports: ['80', 443] }, { ports: [80, 443] }],
    [{ sizes: { a: 1, b: '2' } }, { sizes: { a: '1', b: '2' } }],
    [{ table: [[1], ['2']] }, { table: [['1'], ['2']] }],
    [{ counts: { a: { ttl: '1' } } }, { counts: { a: { ttl: 1 } } }],
    [{ name: 5 }, { name: 5 }],
    [{ other: '1' }, { other: '1' }],
    [{ ttl: '' }, { ttl: '' }],
    [{ ttl: null }, { ttl: null }],
    [{ labels: { ttl: 1 } }, { labels: { ttl: 1 } }],
  ])('are normalized: %j becomes %j', (body, expected) =>
    expect(normalizeProtoJson(body, { ...patch, requestType: 'Body' }, api)).toEqual(expected),
  );

  it("keep digits that a JavaScript number can't represent", () => {
    const text =
      '{"sizeGb":9223372036854775807,"sizes":{"a":[1],"b":18446744073709551615},"name":"9223372036854775807","weight":1234567890123456789}';
    const value = readJson(text, { maxBody: 1000, maxDepth: 9 }) as JsonObject;
    expect(normalizeProtoJson(value, { ...post, requestType: 'Body' }, api)).toEqual({
      sizeGb: '9223372036854775807',
      sizes: { a: [1], b: '18446744073709551615' },
      name: '9223372036854775807',
      weight: 1234567890123456800,
    });
  });
});

const protoApi = { api: { objectTypes, protoJson: true } } as const;

describe('names of fields', () => {
  const method = { ...post, requestType: 'Body' } as const;

  it.each<[JsonObject, Json]>([
    [{ size_gb: 50 }, { sizeGb: '50' }],
    [
      { sizeGb: '50', name: 'n' },
      { sizeGb: '50', name: 'n' },
    ],
    [{ zone: { display_name: 'z' } }, { zone: { displayName: 'z' } }],
    [{ additions: [{ display_name: 'a' }, { displayName: 'b' }] }, { additions: [{ displayName: 'a' }, { displayName: 'b' }] }],
    [{ counts: { my_key: { display_name: 'a' } } }, { counts: { my_key: { displayName: 'a' } } }],
    [{ labels: { my_label: 'x', display_name: 'y' } }, { labels: { my_label: 'x', display_name: 'y' } }],
    [{ sizes: { my_size: 1 } }, { sizes: { my_size: '1' } }],
    [{ I_p_address: 'a' }, { IPAddress: 'a' }],
    [
      { snake_name: 'a', snakeName: 'b' },
      { snake_name: 'a', snakeName: 'b' },
    ],
    [
      { no_field: 1, _: 2, __proto__x: 3 },
      { no_field: 1, _: 2, __proto__x: 3 },
    ],
  ])('are normalized: %j becomes %j', (body, expected) => expect(normalizeProtoJson(body, method, protoApi)).toEqual(expected));

  it('keep digits that a JavaScript number cannot represent', () => {
    const body = readJson('{"size_gb":9223372036854775807}', { maxBody: 1000, maxDepth: 9 }) as JsonObject;
    expect(normalizeProtoJson(body, method, protoApi)).toEqual({ sizeGb: '9223372036854775807' });
  });

  it.each<[JsonObject, string]>([
    [{ size_gb: 1, sizeGb: 2 }, 'sizeGb'],
    [{ additions: [{ displayName: 'a', display_name: 'a' }] }, 'additions.0.displayName'],
  ])('are rejected if a field has both: %j', (body, path) =>
    expect(() => normalizeProtoJson(body, method, protoApi)).toThrow(`the field '${path}' twice`),
  );

  it('are those of JSON in other APIs', () => {
    const body = { size_gb: 50 };
    expect(normalizeProtoJson(body, method, api)).toBe(body);
  });
});

describe('null in a body', () => {
  const looseMethod = { ...post, requestType: 'Body' } as const;

  it.each<[JsonObject, Json]>([
    [
      { ttl: null, name: 'z', own: null },
      { name: 'z', own: null },
    ],
    [{ inner: { none: null } }, { inner: { none: null } }],
    [{ zone: { name: null, own: null } }, { zone: { own: null } }],
    [{ additions: [{ ttl: null, name: 'n' }, null] }, { additions: [{ name: 'n' }, null] }],
    [{ labels: { a: null } }, { labels: { a: null } }],
  ])('are normalized: %j becomes %j', (body, expected) => expect(normalizeProtoJson(body, looseMethod, protoApi)).toEqual(expected));

  it('is kept in a patch', () =>
    expect(normalizeProtoJson({ ttl: '1', name: null }, { ...looseMethod, ...patch }, protoApi)).toEqual({ ttl: 1, name: null }));

  it('is kept in a merge patch by PUT', () => {
    const rules = [{ kind: 'update', merge: true }] as const;
    expect(normalizeProtoJson({ name: null }, { ...looseMethod, rules }, protoApi)).toEqual({ name: null });
  });

  it('is kept for APIs that do not use ProtoJSON', () => {
    const body = { name: null };
    expect(normalizeProtoJson(body, looseMethod, api)).toBe(body);
  });
});
