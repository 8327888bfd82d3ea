import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../../templates/runtime/mock/index.js';
import { normalizeProtoJson } from '../../../../../templates/runtime/mock/world/protojson.js';
import { readJson } from '../../../../../templates/runtime/mock/lib/http-request.js';

const post = { method: { httpMethod: 'POST' } } as const;
const patch = { method: { httpMethod: 'PATCH' } } as const;

describe('enum numbers', () => {
  const enumNumbers = { state: ['NONE', 'ON', 'OFF'], 'parts.kind': ['NONE', 'BIG'] };

  it.each<[JsonObject, Json]>([
    [{ state: 1 }, { state: 'ON' }],
    [{ state: 0 }, { state: 'NONE' }],
    [{ parts: [{ kind: 1 }, { kind: 'BIG' }, {}] }, { parts: [{ kind: 'BIG' }, { kind: 'BIG' }, {}] }],
    [{ other: 1 }, { other: 1 }],
    [{ state: 3 }, { state: 3 }],
    [{ state: 1.5 }, { state: 1.5 }],
    [
      { state: null, parts: 5 },
      { state: null, parts: 5 },
    ],
  ])('are normalized: %j becomes %j', (body, expected) =>
    expect(normalizeProtoJson(body, { ...post, enumNumbers }, { api: {} })).toEqual(expected),
  );

  it('are unchanged if they are already names', () => {
    const body = { state: 'ON', parts: [{ kind: 'BIG' }] };
    expect(normalizeProtoJson(body, { ...post, enumNumbers }, { api: {} })).toBe(body);
    expect(normalizeProtoJson(body, post, { api: {} })).toBe(body);
    expect(normalizeProtoJson(undefined, { ...post, enumNumbers }, { api: {} })).toBeUndefined();
  });
});

const shapes = {
  Body: {
    ttl: { type: 'integer', format: 'int32' },
    name: {},
    sizeGb: { format: 'int64' },
    weight: { type: 'number', format: 'double' },
    zone: { type: 'object', shape: 'Zone' },
    additions: { type: 'array', shape: 'Set' },
    labels: { type: 'map' },
    ports: { type: 'array', items: { type: 'integer' } },
    sizes: { type: 'map', items: { format: 'uint64' } },
    table: { type: 'array', items: { type: 'array', items: { format: 'int64' } } },
    counts: { type: 'map', shape: 'Set' },
  },
  Zone: { name: {} },
  Set: { ttl: { type: 'integer' }, name: {} },
} as const;
const api = { api: { shapes } };

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
    expect(normalizeProtoJson(body, { ...patch, requestShape: 'Body' }, api)).toEqual(expected),
  );

  it("keep digits that a JavaScript number can't represent", () => {
    const text =
      '{"sizeGb":9223372036854775807,"sizes":{"a":[1],"b":18446744073709551615},"name":"9223372036854775807","weight":1234567890123456789}';
    const value = readJson(text, { maxBody: 1000, maxDepth: 9 }) as JsonObject;
    expect(normalizeProtoJson(value, { ...post, requestShape: 'Body' }, api)).toEqual({
      sizeGb: '9223372036854775807',
      sizes: { a: [1], b: '18446744073709551615' },
      name: '9223372036854775807',
      weight: 1234567890123456800,
    });
  });
});

describe('null in a body of a published type', () => {
  const looseMethod = { ...post, looseBody: true, requestShape: 'Body' } as const;

  it.each<[JsonObject, Json]>([
    [
      { ttl: null, name: 'z', own: null },
      { name: 'z', own: null },
    ],
    [{ inner: { none: null } }, { inner: { none: null } }],
    [{ zone: { name: null, own: null } }, { zone: { own: null } }],
    [{ additions: [{ ttl: null, name: 'n' }, null] }, { additions: [{ name: 'n' }, null] }],
    [{ labels: { a: null } }, { labels: { a: null } }],
  ])('are normalized: %j becomes %j', (body, expected) => expect(normalizeProtoJson(body, looseMethod, api)).toEqual(expected));

  it('is kept in a patch', () =>
    expect(normalizeProtoJson({ ttl: '1', name: null }, { ...looseMethod, ...patch }, api)).toEqual({ ttl: 1, name: null }));
});
