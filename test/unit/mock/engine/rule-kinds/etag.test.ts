/** The rule `etag` with `match: optional`: a precondition in the body, or in a query parameter of a deletion. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiBehavior } from '../../../../../runtime/behavior.js';
import { method } from '../../apis/method.js';
import { createTestMock, type TestMock } from '../../fixtures.js';

const note = 'notes/v1/projects/{project}/notes/{note}';
const notes: ApiBehavior = {
  name: 'notes',
  version: 'v1',
  title: 'Notes',
  variables: {},
  nameStart: 2,
  projectCollection: 'projects',
  methods: [
    method('notes.create', 'POST notes/v1/projects/{project}/notes', {
      action: { kind: 'create', resource: note },
      more: { body: 'required' },
    }),
    method('notes.get', 'GET notes/v1/projects/{project}/notes/{note}', { action: { kind: 'get', resource: note } }),
    method('notes.patch', 'PATCH notes/v1/projects/{project}/notes/{note}', {
      action: { kind: 'patch', resource: note },
      more: { body: 'required' },
    }),
    method('notes.delete', 'DELETE notes/v1/projects/{project}/notes/{note}', {
      action: { kind: 'delete', resource: note },
      more: { parameters: { etag: {} } },
    }),
  ],
  objectTypes: { Note: { name: {}, text: {}, etag: { etag: { of: 'resource' } } } },
  resources: [
    { path: 'notes/v1/projects/{project}', idParameters: ['project'], idFields: ['name'], implicit: true },
    {
      path: note,
      idParameters: ['note'],
      idFields: ['name'],
      parent: 'notes/v1/projects/{project}',
      schema: 'Note',
      rules: [{ kind: 'etag', field: 'etag', match: 'optional' }],
    },
  ],
};

const path = '/notes/v1/projects/p/notes/n';
let send: TestMock['send'];
let initialEtag: unknown;

beforeEach(async () => {
  ({ send } = createTestMock({}, [notes]));
  initialEtag = (await send('POST /notes/v1/projects/p/notes', { name: 'n', text: 'one' })).body['etag'];
  expect(initialEtag).toEqual(expect.any(String));
});
const getStatus = async (line: string, body?: object): Promise<number> => (await send(line, body)).status;

describe('an update', () => {
  test('with the current etag succeeds and changes the etag', async () => {
    expect(await getStatus(`PATCH ${path}`, { text: 'two', etag: initialEtag })).toBe(200);
    const { body } = await send(`GET ${path}`);
    expect(body).toMatchObject({ text: 'two' });
    expect(body['etag']).not.toBe(initialEtag);
  });
  test('with a stale etag returns 412 and changes nothing', async () => {
    await send(`PATCH ${path}`, { text: 'two' });
    expect(await getStatus(`PATCH ${path}`, { text: 'three', etag: initialEtag })).toBe(412);
    expect((await send(`GET ${path}`)).body['text']).toBe('two');
  });
  test.each([[{}], [{ etag: '' }], [{ etag: null }]])('with %j succeeds', async (etagField) => {
    expect(await getStatus(`PATCH ${path}`, { text: 'two', ...etagField })).toBe(200);
  });
});

describe('a deletion', () => {
  test('with a stale etag returns 412, and with the current etag succeeds', async () => {
    await send(`PATCH ${path}`, { text: 'two' });
    const { etag } = (await send(`GET ${path}`)).body;
    expect(await getStatus(`DELETE ${path}?etag=${encodeURIComponent(String(initialEtag))}`)).toBe(412);
    expect(await getStatus(`DELETE ${path}?etag=${encodeURIComponent(String(etag))}`)).toBe(200);
    expect(await getStatus(`GET ${path}`)).toBe(404);
  });
});
