/** An etag is an optional precondition, in a body or as a query parameter of a deletion. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiBehavior } from '../../../../../templates/runtime/descriptor.js';
import { method } from '../apis/method.js';
import { bench, type Bench } from '../fixtures.js';

const note = 'notes/v1/projects/{project}/notes/{note}';
const notes: ApiBehavior = {
  name: 'notes',
  version: 'v1',
  title: 'Notes',
  variables: {},
  methods: [
    method('notes.create', 'POST notes/v1/projects/{project}/notes', { action: { kind: 'create', resource: note }, more: { body: 2 } }),
    method('notes.get', 'GET notes/v1/projects/{project}/notes/{note}', { action: { kind: 'get', resource: note } }),
    method('notes.patch', 'PATCH notes/v1/projects/{project}/notes/{note}', {
      action: { kind: 'patch', resource: note },
      more: { body: 2 },
    }),
    method('notes.delete', 'DELETE notes/v1/projects/{project}/notes/{note}', {
      action: { kind: 'delete', resource: note },
      more: { query: { etag: 0 } },
    }),
  ],
  resources: [
    { path: 'notes/v1/projects/{project}', idParameters: ['project'], idFields: ['name'], implicit: true },
    {
      path: note,
      idParameters: ['note'],
      idFields: ['name'],
      parent: 'notes/v1/projects/{project}',
      fields: { name: {}, text: {}, etag: {} },
      rules: [{ kind: 'etag', field: 'etag', match: 'optional' }],
    },
  ],
};

const path = '/notes/v1/projects/p/notes/n';
let send: Bench['send'];
let first: unknown;

beforeEach(async () => {
  ({ send } = bench({}, [notes]));
  first = (await send('POST /notes/v1/projects/p/notes', { name: 'n', text: 'one' })).body['etag'];
  expect(first).toEqual(expect.any(String));
});
const statusOf = async (line: string, body?: object): Promise<number> => (await send(line, body)).status;

describe('an update', () => {
  test('with the current etag succeeds and renews the etag', async () => {
    expect(await statusOf(`PATCH ${path}`, { text: 'two', etag: first })).toBe(200);
    const { body } = await send(`GET ${path}`);
    expect(body).toMatchObject({ text: 'two' });
    expect(body['etag']).not.toBe(first);
  });
  test('with a stale etag returns 412 and changes nothing', async () => {
    await send(`PATCH ${path}`, { text: 'two' });
    expect(await statusOf(`PATCH ${path}`, { text: 'three', etag: first })).toBe(412);
    expect((await send(`GET ${path}`)).body['text']).toBe('two');
  });
  test.each([[{}], [{ etag: '' }], [{ etag: null }]])('with %j succeeds', async (more) => {
    expect(await statusOf(`PATCH ${path}`, { text: 'two', ...more })).toBe(200);
  });
});

describe('a deletion', () => {
  test('with a stale etag returns 412, and succeeds with the current etag or none', async () => {
    await send(`PATCH ${path}`, { text: 'two' });
    const { etag } = (await send(`GET ${path}`)).body;
    expect(await statusOf(`DELETE ${path}?etag=${encodeURIComponent(String(first))}`)).toBe(412);
    expect(await statusOf(`DELETE ${path}?etag=${encodeURIComponent(String(etag))}`)).toBe(200);
    expect(await statusOf(`GET ${path}`)).toBe(404);
  });
});
