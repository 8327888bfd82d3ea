/** Seeded events, groups, and logs, and reports after them. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../templates/runtime/mock/index.js';
import type { MockClient } from '../request.js';
import { base, events, groupOf, report, start, stats } from './reports.js';

describe('seeded events', () => {
  const event = { serviceContext: { service: 'shop' }, message: 'Cannot pay' };
  const resolve = async (asked: MockClient): Promise<string> => {
    await asked.send(`POST ${base}/events:report`, event);
    const path = `/v1beta1/${String(groupOf((await stats(asked))[0])['name'])}`;
    await asked.send(`PUT ${path}`, { resolutionStatus: 'RESOLVED' });
    return path;
  };

  test('are in the past: a resolved group stays resolved until the next report', async () => {
    const first = start();
    const path = await resolve(first);
    const restored = start();
    await restored.mock.seed(await first.mock.state());
    expect((await restored.send(`GET ${path}`)).body).toMatchObject({ resolutionStatus: 'RESOLVED' });
    expect(await restored.mock.state()).toEqual(await first.mock.state());
    await restored.send(`POST ${base}/events:report`, event);
    expect((await restored.send(`GET ${path}`)).body).toMatchObject({ resolutionStatus: 'OPEN' });
  });

  test('keep a status that a client sets', async () => {
    const path = await resolve(start());
    const asked = start({ seed: { resources: { [path]: { resolutionStatus: 'RESOLVED' } }, events: { 'projects/p': [event] } } });
    expect((await asked.send(`GET ${path}`)).body).toMatchObject({ resolutionStatus: 'RESOLVED' });
    expect(await stats(asked)).toMatchObject([{ count: '1', group: { resolutionStatus: 'RESOLVED' } }]);
  });

  const logOf = async ({ mock }: MockClient): Promise<readonly unknown[]> =>
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
  ])('are validated like reported events: %s is rejected and not stored', async (_, wrong, fault) => {
    const seed = { events: { 'projects/p': [event, wrong] } };
    const told = `events.projects/p[1].${fault}`;
    expect(() => start({ seed })).toThrow(told);
    const asked = start();
    await expect(asked.mock.seed(seed)).rejects.toThrow(told);
    expect(await events(asked)).toEqual([]);
  });

  test('continue an existing log', async () => {
    const log = { 'projects/p': [{ textPayload: 'one' }, { textPayload: 'two' }] };
    const asked = start({ seed: { log } });
    await report(asked, 'three');
    await asked.mock.seed({ log: { 'projects/p': [{ textPayload: 'four' }] } });
    await report(asked, 'five');
    expect(await logOf(asked)).toEqual(['one', 'two', 'three', 'four', 'five']);
  });

  test('continue the logs of several projects in a restored state', async () => {
    const first = start();
    await report(first, 'one');
    await first.send('POST /v1beta1/projects/q/events:report', { message: 'elsewhere' });
    await report(first, 'two');
    const restored = start({ seed: await first.mock.state() });
    await report(restored, 'three');
    expect(await logOf(restored)).toEqual(['one', 'two', 'three']);
    await restored.mock.seed(await first.mock.state());
    await report(restored, 'four');
    expect(await logOf(restored)).toEqual(['one', 'two', 'three', 'one', 'two', 'four']);
    expect(await events(restored)).toHaveLength(6);
  });
});
