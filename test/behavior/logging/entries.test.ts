/** Log entries of Cloud Logging. */
import { describe, expect, test } from 'vitest';
import { openService, type OpenService } from '../../support/open-service.js';

const logName = 'projects/p/logs/app';

async function openLog(entries: readonly object[]): Promise<OpenService> {
  const service = await openService('logging');
  await service.call('POST /v2/entries:write', { logName, resource: { type: 'global' }, labels: { app: 'shop' }, entries });
  return service;
}

/** Returns the texts of the entries that a request lists. */
const list = async ({ call }: OpenService, request: object = {}): Promise<readonly string[]> =>
  ((await call('POST /v2/entries:list', { resourceNames: ['projects/p'], ...request })).entries ?? []).map(
    ({ textPayload }: { textPayload: string }) => textPayload,
  );

test('an entry has the log, the resource, and the labels of its request, and the time of the clock', async () => {
  const { call } = await openLog([{ textPayload: 'one', labels: { size: '1' } }]);
  expect(await call('POST /v2/entries:list', { resourceNames: ['projects/p'] })).toEqual({
    entries: [
      {
        logName,
        resource: { type: 'global' },
        labels: { app: 'shop', size: '1' },
        textPayload: 'one',
        timestamp: '2026-01-02T03:04:05.678Z',
        receiveTimestamp: '2026-01-02T03:04:05.678Z',
        insertId: expect.any(String) as string,
      },
    ],
  });
});

test('a list is ordered by time, and divided into pages', async () => {
  const service = await openLog([
    { textPayload: 'late', timestamp: '2026-01-02T00:00:02Z' },
    { textPayload: 'early', timestamp: '2026-01-02T00:00:01Z' },
  ]);
  expect(await list(service)).toEqual(['early', 'late']);
  expect(await list(service, { orderBy: 'timestamp desc' })).toEqual(['late', 'early']);
  expect(await list(service, { pageSize: 1, pageToken: '1' })).toEqual(['late']);
  expect(await list(service, { resourceNames: ['projects/other'] })).toEqual([]);
});

describe('a filter', () => {
  const entries = [
    { textPayload: 'Started', severity: 'INFO', timestamp: '2026-01-02T00:00:01Z' },
    {
      textPayload: 'Failed',
      severity: 'ERROR',
      timestamp: '2026-01-02T00:00:02Z',
      labels: { 'k8s.io/pod': 'a' },
      httpRequest: { status: 500 },
    },
  ];

  test.each([
    ['severity>=WARNING', ['Failed']],
    ['severity=INFO', ['Started']],
    ['textPayload:"FAIL"', ['Failed']],
    ['textPayload="started"', ['Started']],
    ['textPayload!="started"', ['Failed']],
    ['timestamp>"2026-01-02T00:00:01Z"', ['Failed']],
    ['labels."k8s.io/pod"="a"', ['Failed']],
    ['labels.app="shop" AND NOT httpRequest:*', ['Started']],
    ['httpRequest.status>=400', ['Failed']],
    ['severity=INFO OR severity=ERROR\nresource.type="global"', ['Started', 'Failed']],
    [`logName="${logName}"`, ['Started', 'Failed']],
  ])('%s', async (filter, expected) => {
    expect(await list(await openLog(entries), { filter })).toEqual(expected);
  });

  test.each(['textPayload=~"Fail.*"', 'Failed', 'SEARCH("x")'])('that the mock can not evaluate is not implemented: %s', async (filter) => {
    const { send } = await openLog(entries);
    expect((await send('POST /v2/entries:list', { resourceNames: ['projects/p'], filter })).status).toBe(501);
  });
});

test('a log exists as long as it has entries', async () => {
  const service = await openLog([{ textPayload: 'one' }]);
  expect(await service.call('GET /v2/projects/p/logs')).toEqual({ logNames: [logName] });
  await service.call(`DELETE /v2/${logName}`);
  expect(await service.call('GET /v2/projects/p/logs')).toEqual({});
  expect(await list(service)).toEqual([]);
});

test('an entry must have a log and a resource, and a dry run writes nothing', async () => {
  const service = await openService('logging');
  const write = async (body: object): Promise<number> => (await service.send('POST /v2/entries:write', body)).status;
  const entries = [{ textPayload: 'one' }];
  expect(await write({ entries, resource: { type: 'global' } })).toBe(400);
  expect(await write({ entries, logName })).toBe(400);
  expect(await write({ entries, logName, resource: { type: 'global' }, dryRun: true })).toBe(200);
  expect(await list(service)).toEqual([]);
});
