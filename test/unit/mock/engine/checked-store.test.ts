/** A mock reports a damaged record of its store, whatever the record contains. */
import { describe, expect, test } from 'vitest';
import type { Commit } from '../../../../mock/types/store.js';
import { startMock } from '../../../behavior/request.js';
import { MemoryMockStore } from '../../../support/memory-log.js';

const zones = '/dns/v1/projects/p/managedZones';
const zone = { name: 'z', dnsName: 'example.com.', description: '' };

const contents: readonly (readonly [name: string, commit: unknown])[] = [
  ['text', 'text'],
  ['a list', []],
  ['no writes', {}],
  ['writes that are no list', { writes: { key: 1 } }],
  ['a write that is no list', { writes: ['key'] }],
  ['a key that is no text', { writes: [[1, 2]] }],
  ['too many values', { writes: [['key', 1, 2]] }],
  ['a resource without a body', { writes: [['r\u0000dns/v1/projects/p/managedZones\u0000z', { version: 1 }]] }],
  ['a resource that is text', { writes: [['r\u0000dns/v1/projects/p/managedZones\u0000z', 'z']] }],
  ['settings without a clock', { writes: [['s\u0000', { faults: { rules: [], random: 1 }, ids: [1], ignored: 'select' }]] }],
  ['a scheduled change that is text', { writes: [['d\u00000\u00000', 'text']] }],
  ['a counter that is text', { writes: [['c\u0000log', 'text']] }],
];

describe.each(contents)('a commit with %s', (_, commit) => {
  test('is reported with its number', async () => {
    const store = new MemoryMockStore();
    const { send } = startMock('dns', { store });
    expect((await send(`POST ${zones}`, zone)).status).toBe(200);
    const log = store.openLog('default');
    const latest = await log.latest();
    await log.append(latest, commit as Commit);
    const { status, text } = await send(`GET ${zones}/z`);
    expect(status).toBe(503);
    expect(text).toContain(`the store is damaged: the commit ${latest + 1} of the session 'default' can't be read. Restore it from a copy`);
  });
});

test.each([
  ['entries that are no list', {}],
  ['an entry without a value', [['key']]],
  ['a resource that is text', [['r\u0000dns/v1/projects/p/managedZones\u0000z', 'z']]],
])('a checkpoint with %s is reported', async (_, entries) => {
  const store = new MemoryMockStore();
  await startMock('dns', { store }).send(`POST ${zones}`, zone);
  const log = store.openLog('default');
  const sequence = await log.latest();
  await log.writeCheckpoint({ sequence, entries: entries as never }, { from: sequence, checkpoints: 1 });
  const { status, text } = await startMock('dns', { store }).send(`GET ${zones}/z`);
  expect(status).toBe(503);
  expect(text).toContain(`the store is damaged: the checkpoint ${sequence} of the session 'default' can't be read`);
});

test.each(['select', 'warn', 'all'] as const)(
  'the settings of a mock that treats ignored parameters as %s are not damaged',
  async (ignored) => {
    const store = new MemoryMockStore();
    expect((await startMock('dns', { store, ignored }).send(`POST ${zones}`, zone)).status).toBe(200);
    expect((await startMock('dns', { store }).send(`GET ${zones}/z`)).status).toBe(200);
  },
);
