/** Conditions that compare a resource with its siblings. */
import { expect, test, vi } from 'vitest';
import type { ApiBehavior } from '../../../../runtime/behavior.js';
import { TreeTransaction } from '../../../../mock/store/tree-store.js';
import { method } from '../apis/method.js';
import { createTestMock, type TestMock } from '../fixtures.js';

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
    method('notes.patch', 'PATCH notes/v1/projects/{project}/notes/{note}', {
      action: { kind: 'patch', resource: note },
      more: { body: 'required' },
    }),
    method('notes.delete', 'DELETE notes/v1/projects/{project}/notes/{note}', { action: { kind: 'delete', resource: note } }),
  ],
  objectTypes: { Note: { name: {}, title: {}, topic: { default: 'none' } } },
  resources: [
    { path: 'notes/v1/projects/{project}', idParameters: ['project'], idFields: ['name'], implicit: true },
    {
      path: note,
      idParameters: ['note'],
      idFields: ['name'],
      parent: 'notes/v1/projects/{project}',
      schema: 'Note',
      relatedValidations: [
        {
          evaluate: (self, _, { siblings }) => {
            const { title, topic = 'none' } = self as { readonly title: string; readonly topic?: string };
            return siblings(['title.lowerAscii()', 'topic'], [title.toLowerCase(), topic]).length === 0;
          },
          message: 'the title must be unique in its topic',
          fieldPath: ['title'],
          siblingIndexes: [['title.lowerAscii()', 'topic']],
        },
      ],
    },
  ],
};

const path = '/notes/v1/projects/p/notes';
const createMock = (count: number): TestMock => {
  const resources = Array.from({ length: count }, (_, index) => [`${path}/n${index}`, { title: `T${index}` }]);
  return createTestMock({ seed: { resources: Object.fromEntries(resources) } }, [notes]);
};

test('find siblings by values that change, with defaults and regardless of case', async () => {
  const { send } = createMock(2);
  const create = async (name: string, body: object): Promise<number> => (await send(`POST ${path}`, { name, ...body })).status;
  expect(await create('a', { title: 't1' })).toBe(400);
  expect(await create('a', { title: 't1', topic: 'other' })).toBe(200);
  expect((await send(`PATCH ${path}/n0`, { title: 'T1' })).status).toBe(400);
  expect((await send(`PATCH ${path}/n1`, { title: 'T2' })).status).toBe(200);
  expect((await send(`PATCH ${path}/n0`, { title: 'T1' })).status).toBe(200);
  await send(`DELETE ${path}/n0`);
  expect(await create('b', { title: 't1' })).toBe(200);
});

test('reject seeds in any order', () => {
  const resources = { [`${path}/a`]: { title: 'T' }, [`${path}/b`]: { title: 't' } };
  expect(() => createTestMock({ seed: { resources } }, [notes])).toThrow(/notes\/a: .*unique in its topic[^]*notes\/b: /);
});

test('a creation among 10,000 siblings reads at most twice as much as one among 10', async () => {
  const count = async ({ send }: TestMock): Promise<number> => {
    await send(`POST ${path}`, { name: 'first', title: 'first' });
    let reads = 0;
    const { get, range } = TreeTransaction.prototype;
    const spies = [
      vi.spyOn(TreeTransaction.prototype, 'get').mockImplementation(function (this: TreeTransaction, ...values) {
        reads += 1;
        return get.apply(this, values);
      }),
      vi.spyOn(TreeTransaction.prototype, 'range').mockImplementation(function (this: TreeTransaction, ...values) {
        const entries = range.apply(this, values);
        reads += entries.length;
        return entries;
      }),
    ];
    expect((await send(`POST ${path}`, { name: 'second', title: 'second' })).status).toBe(200);
    for (const spy of spies) spy.mockRestore();
    return reads;
  };
  expect(await count(createMock(10_000))).toBeLessThanOrEqual(2 * (await count(createMock(10))));
});
