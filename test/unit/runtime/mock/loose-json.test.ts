import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../templates/runtime/mock/index.js';
import { asMeant } from '../../../../templates/runtime/mock/loose-json.js';

const post = { method: { httpMethod: 'POST' } } as const;
const patch = { method: { httpMethod: 'PATCH' } } as const;

describe('enums by their numbers', () => {
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
  ])('%j is %j', (body, meant) => expect(asMeant(body, { ...post, enumNumbers }, { api: {} })).toEqual(meant));

  it('leaves alone what has none', () => {
    const body = { state: 'ON', parts: [{ kind: 'BIG' }] };
    expect(asMeant(body, { ...post, enumNumbers }, { api: {} })).toBe(body);
    expect(asMeant(body, post, { api: {} })).toBe(body);
    expect(asMeant(undefined, { ...post, enumNumbers }, { api: {} })).toBeUndefined();
  });
});

describe('a body whose shape is publicly known', () => {
  const looseBody = ['ttl', 'additions.ttl'];
  const fields = {
    ttl: {},
    zone: { type: 'object', shape: 'Zone' },
    additions: { type: 'array', shape: 'Set' },
    labels: { type: 'map' },
  } as const;
  const shapes = { Zone: { name: {} }, Set: { ttl: {}, name: {} } };

  it.each<[JsonObject, Json]>([
    [{ ttl: '300' }, { ttl: 300 }],
    [{ additions: [{ ttl: '1' }, { ttl: 2 }] }, { additions: [{ ttl: 1 }, { ttl: 2 }] }],
    [{ ttl: '-1' }, { ttl: -1 }],
    [{ ttl: 'long' }, { ttl: 'long' }],
    [{ ttl: '1e3' }, { ttl: '1e3' }],
    [{ ttl: '' }, { ttl: '' }],
    [{ other: '1' }, { other: '1' }],
    [
      { ttl: null, name: 'z', own: null },
      { name: 'z', own: null },
    ],
    [{ inner: { none: null } }, { inner: { none: null } }],
    [{ zone: { name: null, own: null } }, { zone: { own: null } }],
    [{ additions: [{ ttl: null, name: 'n' }, null] }, { additions: [{ name: 'n' }, null] }],
    [{ labels: { a: null } }, { labels: { a: null } }],
  ])('%j is %j', (body, meant) => expect(asMeant(body, { ...post, looseBody }, { resource: { fields }, api: { shapes } })).toEqual(meant));

  it('may have fields of its own', () => {
    const own = { ...post, looseBody, requestShape: 'Zone' };
    expect(asMeant({ name: null, ttl: null }, own, { resource: { fields }, api: { shapes } })).toEqual({ ttl: null });
  });

  it('a patch keeps its nulls', () =>
    expect(asMeant({ ttl: '1', name: null }, { ...patch, looseBody }, { api: {} })).toEqual({ ttl: 1, name: null }));
});
