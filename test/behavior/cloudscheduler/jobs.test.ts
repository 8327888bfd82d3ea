/** Jobs of Cloud Scheduler. */
import { describe, expect, test, vi } from 'vitest';
import { encode, openService, type OpenService } from '../../support/open-service.js';
import { receiveRequests } from '../../support/receive-requests.js';
import type { MockOptions } from '../../../mock/index.js';

const parent = '/v1/projects/p/locations/us-central1';
const job = `${parent}/jobs/j`;

async function openJob(body: object, options: MockOptions = {}): Promise<OpenService> {
  const service = await openService('cloudscheduler', options);
  await service.call(`POST ${parent}/jobs`, { name: job.slice(4), httpTarget: { uri: 'https://example.com/' }, ...body });
  return service;
}

describe('the next time of a job', () => {
  test.each([
    ['*/5 * * * *', 'UTC', '2026-01-02T03:05:00Z'],
    ['0 9 * * 1-5', 'Europe/Berlin', '2026-01-02T08:00:00Z'],
    ['30 2 1 * *', 'America/New_York', '2026-02-01T07:30:00Z'],
  ])('%s in %s', async (schedule, timeZone, scheduleTime) => {
    const { call } = await openJob({ schedule, timeZone });
    expect(await call(`GET ${job}`)).toMatchObject({ state: 'ENABLED', scheduleTime });
  });

  test('follows the clock and the schedule', async () => {
    const { mock, call } = await openJob({ schedule: '0 * * * *' });
    await mock.clock.advance(3_600_000);
    expect((await call(`GET ${parent}/jobs`)).jobs[0].scheduleTime).toBe('2026-01-02T05:00:00Z');
    expect((await call(`PATCH ${job}?updateMask=schedule`, { schedule: '30 * * * *' })).scheduleTime).toBe('2026-01-02T04:30:00Z');
  });

  test('does not exist while the job is paused', async () => {
    const { call } = await openJob({ schedule: '0 * * * *' });
    const paused = await call(`POST ${job}:pause`, {});
    expect(paused.state).toBe('PAUSED');
    expect(paused).not.toHaveProperty('scheduleTime');
    expect(await call(`POST ${job}:resume`, {})).toMatchObject({ state: 'ENABLED', scheduleTime: '2026-01-02T04:00:00Z' });
  });
});

test('a schedule must be valid, and in the form of crontab', async () => {
  const { send } = await openJob({ schedule: '0 * * * *' });
  const create = async (schedule: string, timeZone = 'UTC'): Promise<unknown> => {
    const { status, message } = await send(`POST ${parent}/jobs`, {
      name: `${job.slice(4)}2`,
      schedule,
      timeZone,
      httpTarget: { uri: 'https://example.com/' },
    });
    return status === 400 ? message : status;
  };
  expect(await create('60 * * * *')).toBe('Schedule or time zone is invalid.');
  expect(await create('* * * * * *')).toBe('Schedule or time zone is invalid.');
  expect(await create('* * * * *', 'Nowhere/City')).toBe('Schedule or time zone is invalid.');
  expect(await create('every 5 minutes')).toBe(501);
});

describe('with the option deliver', () => {
  test('a job sends its request at each of its times, and when a request runs it', async () => {
    const receiver = await receiveRequests();
    const httpTarget = { uri: `http://${receiver.host}/run`, body: encode('text') };
    const { mock, call } = await openJob({ schedule: '0 * * * *', httpTarget }, { deliver: [receiver.host] });
    await call(`POST ${job}:run`, {});
    expect(await receiver.receive(1)).toMatchObject([
      { method: 'POST', path: '/run', body: 'text', headers: { 'x-cloudscheduler': 'true', 'x-cloudscheduler-jobname': 'j' } },
    ]);
    await vi.waitFor(async () =>
      expect(await call(`GET ${job}`)).toMatchObject({ lastAttemptTime: '2026-01-02T03:04:05.678Z', scheduleTime: '2026-01-02T04:00:00Z' }),
    );
    await mock.clock.set('2026-01-02T04:00:00Z');
    await receiver.receive(2);
    await vi.waitFor(async () => expect((await call(`GET ${job}`)).scheduleTime).toBe('2026-01-02T05:00:00Z'));
  });

  test('a failed job is tried again as often as its configuration says', async () => {
    const receiver = await receiveRequests();
    receiver.statuses.push(500, 500);
    const settings = { schedule: '0 * * * *', retryConfig: { retryCount: 1 }, httpTarget: { uri: `http://${receiver.host}/` } };
    const { mock, call } = await openJob(settings, { deliver: [receiver.host] });
    await call(`POST ${job}:run`, {});
    await vi.waitFor(async () =>
      expect(await call(`GET ${job}`)).toMatchObject({ status: { code: 13 }, scheduleTime: '2026-01-02T03:04:10.678Z' }),
    );
    await mock.clock.advance(5000);
    await receiver.receive(2);
    await vi.waitFor(async () => expect((await call(`GET ${job}`)).scheduleTime).toBe('2026-01-02T04:00:00Z'));
  });
});
