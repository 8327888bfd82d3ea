/** Overlays and their questions contain no private values of recordings. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../../../generator/lib/json.js';
import { findReadable, secrets } from '../recordings/redact/readable-secrets.js';
import { jsonForms, textForms } from '../recordings/redact/secret-forms.js';
import { createAndGet, createShop, learnOverlay } from './shop.js';

const text = { type: 'string' };

describe('never proposes or shows', () => {
  test.each([
    'jane@example.com',
    '203.0.113.7',
    '2001:db8:0:1::7',
    'AIzaSyA1234567890abcdefghijklmnop',
    'Bearer abcdefgh12345678',
    '-----BEGIN PRIVATE KEY-----',
    'see project-x here',
  ])('%s', (secret) => {
    const scenarios = Array.from({ length: 4 }, (_, index) =>
      createAndGet(`shelf-${index}`, { grade: `G${index}` }, { tier: secret }, 'project-x'),
    );
    const overlay = learnOverlay(createShop({ tier: text }), scenarios);
    expect(overlay).not.toContain(secret);
    expect(overlay).not.toContain('project-x');
  });
});

describe('no form of a secret is readable in an overlay or its questions', () => {
  const any = { type: 'any' };
  const shop = createShop({ tier: text, note: any });
  const learnFrom = (fields: JsonObject, count: number): string =>
    learnOverlay(
      shop,
      Array.from({ length: count }, (_, index) => createAndGet(`shelf-${index}`, { grade: `G${index}` }, fields)),
    );
  const listReadable = (forms: readonly (readonly [string, JsonObject])[]): readonly string[] =>
    forms.flatMap(([form, fields]) =>
      [4, 2].flatMap((count) => {
        const overlay = learnFrom(fields, count);
        const readable = findReadable(JSON.stringify([overlay, parse(overlay)]));
        return readable.length === 0 ? [] : [`${form}: ${overlay}`];
      }),
    );

  test('as a text', () => expect(listReadable(textForms.map(([form, create]) => [form, { tier: create(secrets) }]))).toEqual([]));
  test('in other fields', () =>
    expect(listReadable(jsonForms.map(([form, create]) => [form, { note: { inner: create(secrets) as Json } }]))).toEqual([]));

  test.each<readonly [string, object, JsonObject]>([
    ['a password', { rootPassword: text }, { rootPassword: 'summer' }],
    ['a list', { tokens: { type: 'array', items: text } }, { tokens: ['summer', 'winter'] }],
    ['a number', { pin: { type: 'integer' } }, { pin: 4711 }],
    [
      'an element',
      { env: { type: 'array', items: { type: 'object', properties: { name: text, value: text } } } },
      { env: [{ name: 'PASSWORD', value: 'summer' }] },
    ],
    ['a number of a project', { owner: text, projectNumber: text }, { owner: '123456789012', projectNumber: '123456789012' }],
    ['a name with the number of a project', { owner: text }, { owner: 'projects/123456789012/things/a' }],
    ['an encoded email address', { owner: text }, { owner: 'jane.doe%40example.com' }],
    ['an email address in base64', { owner: text }, { owner: Buffer.from('jane.doe@example.com').toString('base64') }],
    ['a signed URL', { url: text }, { url: 'https://a.example/b?X-Goog-Signature=a1b2c3d4' }],
  ])('under its name or its form: %s', (_, fields, values) => {
    const shop = createShop(fields);
    const overlay = [4, 2].map((count) =>
      learnOverlay(
        shop,
        Array.from({ length: count }, (__, index) => createAndGet(`shelf-${index}`, { grade: `G${index}` }, values)),
      ),
    );
    expect(overlay.join('\n')).not.toMatch(/summer|winter|4711|123456789012|jane|amFuZS5|a1b2c3d4/);
  });
});

test('characters that deceive readers are escaped', () => {
  const tier = 'a\u202eb\u2066c\u0085d';
  for (const count of [4, 2]) {
    const scenarios = Array.from({ length: count }, (_, index) => createAndGet(`shelf-${index}`, { grade: `G${index}` }, { tier }));
    const overlay = learnOverlay(createShop({ tier: text }), scenarios);
    expect(overlay).toContain(String.raw`a\u202eb\u2066c\u0085d`);
    expect(overlay).not.toMatch(/[\u202e\u2066\u0085]/);
    if (count === 4) expect(JSON.stringify(parse(overlay))).toContain(JSON.stringify(tier).slice(1, -1));
  }
});

test('never shows keys that clients choose', () => {
  const tags = { type: 'object', properties: { of: { type: 'any' } } };
  const scenarios = Array.from({ length: 4 }, (_, index) =>
    createAndGet(`shelf-${index}`, { grade: `G${index}` }, { tags: { of: { 'my-key': 'a', myproject: 'b' } } }, 'myproject'),
  );
  expect(learnOverlay(createShop({ tags }), scenarios)).not.toMatch(/my-key|myproject/);
});
