/** Seeded events, groups, and logs, and reports after them. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import type { MockClient } from '../request.js';
import { base, listEvents, getGroup, report, start, listGroupStats } from './reports.js';

describe('seeded events', () => {
  const event = { serviceContext: { service: 'shop' }, message: 'Cannot pay' };
  const reportAndResolve = async (client: MockClient): Promise<string> => {
    await client.send(`POST ${base}/events:report`, event);
    const path = `/v1beta1/${String(getGroup((await listGroupStats(client))[0])['name'])}`;
    await client.send(`PUT ${path}`, { resolutionStatus: 'RESOLVED' });
    return path;
  };

  test('are in the past: a resolved group stays resolved until the next report', async () => {
    const first = start();
    const path = await reportAndResolve(first);
    const restored = start();
    await restored.mock.seed(await first.mock.state());
    expect((await restored.send(`GET ${path}`)).body).toMatchObject({ resolutionStatus: 'RESOLVED' });
    expect(await restored.mock.state()).toEqual(await first.mock.state());
    await restored.send(`POST ${base}/events:report`, event);
    expect((await restored.send(`GET ${path}`)).body).toMatchObject({ resolutionStatus: 'OPEN' });
  });

  test('keep a status that a client sets', async () => {
    const path = await reportAndResolve(start());
    const client = start({ seed: { resources: { [path]: { resolutionStatus: 'RESOLVED' } }, events: { 'projects/p': [event] } } });
    expect((await client.send(`GET ${path}`)).body).toMatchObject({ resolutionStatus: 'RESOLVED' });
    expect(await listGroupStats(client)).toMatchObject([{ count: '1', group: { resolutionStatus: 'RESOLVED' } }]);
  });

  const readLog = async ({ mock }: MockClient): Promise<readonly unknown[]> =>
    ((await mock.state()).log?.['projects/p'] ?? []).map(
      ({ textPayload, jsonPayload }) => textPayload ?? (jsonPayload as JsonObject)['message'],
    );

  test.each([
    ['no message', {}, 'message: is missing'],
    ['an empty message', { message: '' }, 'message: is missing'],
    ['a message that is not a string', { message: 5 }, 'message: must be a string'],
    ['an invalid time', { message: 'm', eventTime: 'q' }, 'eventTime: must be an RFC 3339 time'],
    [
      'a status that is not a number',
      { message: 'm', context: { httpRequest: { responseStatusCode: 'x' } } },
      'context.httpRequest.responseStatusCode: must',
    ],
    [
      'a service whose name is not a string',
      { message: 'm', serviceContext: { service: 5 } },
      'serviceContext.service: must be a string (received a number)',
    ],
    ['a service that is not an object', { message: 'm', serviceContext: 's' }, 'serviceContext: must be an object'],
  ])('are validated like reported events: %s is rejected and not stored', async (_, invalidEvent, reason) => {
    const seed = { events: { 'projects/p': [event, invalidEvent] } };
    const message = `events.projects/p[1].${reason}`;
    expect(() => start({ seed })).toThrow(message);
    const client = start();
    await expect(client.mock.seed(seed)).rejects.toThrow(message);
    expect(await listEvents(client)).toEqual([]);
  });

  test('continue an existing log', async () => {
    const log = { 'projects/p': [{ textPayload: 'one' }, { textPayload: 'two' }] };
    const client = start({ seed: { log } });
    await report(client, 'three');
    await client.mock.seed({ log: { 'projects/p': [{ textPayload: 'four' }] } });
    await report(client, 'five');
    expect(await readLog(client)).toEqual(['one', 'two', 'three', 'four', 'five']);
  });

  test('continue the logs of several projects in a restored state', async () => {
    const first = start();
    await report(first, 'one');
    await first.send('POST /v1beta1/projects/q/events:report', { message: 'elsewhere' });
    await report(first, 'two');
    const restored = start({ seed: await first.mock.state() });
    await report(restored, 'three');
    expect(await readLog(restored)).toEqual(['one', 'two', 'three']);
    await restored.mock.seed(await first.mock.state());
    await report(restored, 'four');
    expect(await readLog(restored)).toEqual(['one', 'two', 'three', 'one', 'two', 'four']);
    expect(await listEvents(restored)).toHaveLength(6);
  });
});
