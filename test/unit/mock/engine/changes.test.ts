/** What updates change and reject: masked fields, nested immutable fields, and fields that an etag covers together. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createMockFrom } from '../../../support/mock-of.js';
import { resolveApi } from '../../../support/packages.js';
import type { JsonObject, Mock } from '../../../../mock/index.js';

const level = (inner: string): string =>
  `{ type: object, properties: { free: { type: string }, fixed: { type: string, x-immutable: true }${inner} } }`;
const levels = level(`, a: ${level(`, a: ${level(`, a: ${level('')}`)}`)}`);

const api = resolveApi(`
schemas:
  Note:
    id: Note
    type: object
    properties:
      name: { type: string }
      text: { type: string }
      color: { type: string }
      other: { type: string }
      tag: { type: string, format: byte }
      a: ${levels}
    x-rules: [{ kind: etag, field: tag, match: required, covers: [text, color] }]
resources:
  notes:
    methods:
      get: { httpMethod: GET, path: 'v1/notes/{note}', parameters: { note: { type: string, location: path, required: true } }, response: { $ref: Note } }
      create: { httpMethod: POST, path: v1/notes, request: { $ref: Note }, response: { $ref: Note } }
      patch: { httpMethod: PATCH, path: 'v1/notes/{note}', parameters: { note: { type: string, location: path, required: true }, updateMask: { type: string, format: google-fieldmask, location: query } }, request: { $ref: Note }, response: { $ref: Note } }
`);

let mock: Mock;
let tag: unknown;

async function send(route: string, body?: JsonObject): Promise<{ readonly status: number; readonly body: JsonObject }> {
  const [method = '', path = ''] = route.split(' ');
  const response = await mock.fetch(`http://notes/v1/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

const nested = (depth: number, value: JsonObject): JsonObject => (depth === 0 ? value : { a: nested(depth - 1, value) });

beforeEach(async () => {
  mock = createMockFrom(api);
  const a = { fixed: '1', free: '1', a: { fixed: '2', free: '2', a: { fixed: '3', free: '3', a: { fixed: '4', free: '4' } } } };
  ({ tag } = (await send('POST notes', { name: 'n', text: 't', color: 'c', other: 'o', a })).body);
  expect(tag).toEqual(expect.any(String));
});

test('a masked update removes a field whose value is null, at every depth', async () => {
  const { body } = await send('PATCH notes/n?updateMask=other,a.free,a.a.free', { other: null, a: { free: null, a: { free: null } } });
  expect(body).not.toHaveProperty('other');
  expect(body['a']).toMatchObject({ fixed: '1', a: { fixed: '2', a: { free: '3' } } });
  expect(JSON.stringify((await mock.state()).resources)).not.toContain('null');
});

test.each([1, 2, 3, 4])('an immutable field at depth %d cannot change', async (depth) => {
  const rejected = await send('PATCH notes/n', nested(depth, { fixed: 'x' }));
  const location = `${'a.'.repeat(depth)}fixed`;
  expect([rejected.status, rejected.body['error']]).toMatchObject([
    400,
    { message: `Invalid value for '${location}': it can be set only at creation` },
  ]);
  expect((await send('PATCH notes/n', nested(depth, { fixed: String(depth), free: 'x' }))).status).toBe(200);
});

describe('an etag that covers several fields', () => {
  test.each(['text', 'color'])('is required for %s alone, and changes with it alone', async (field) => {
    expect((await send('PATCH notes/n', { [field]: 'x' })).status).toBe(412);
    const { status, body } = await send('PATCH notes/n', { [field]: 'x', tag: tag as string });
    expect(status).toBe(200);
    expect(body['tag']).not.toBe(tag);
    expect((await send('PATCH notes/n', { [field]: 'y', tag: tag as string })).status).toBe(412);
  });

  test('is neither required for another field nor changes with it', async () => {
    expect(await send('PATCH notes/n', { other: 'x' })).toMatchObject({ status: 200, body: { other: 'x', tag } });
  });
});
