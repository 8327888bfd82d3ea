/** Which pairs of reported errors belong to one group. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { startMock } from '../request.js';
import { messagesOfOneError, messagesOfTwo, tracesOfOneError, tracesOfTwo } from './pairs.js';

const countGroups = async (...events: readonly JsonObject[]): Promise<number> => {
  const { send } = startMock('errorReporting');
  for (const event of events) expect((await send('POST /v1beta1/projects/p/events:report', event)).status).toBe(200);
  const { body } = await send('GET /v1beta1/projects/p/groupStats?timeRange.period=PERIOD_1_DAY');
  return (body['errorGroupStats'] as readonly unknown[]).length;
};
const createEvent = (message: string): JsonObject => ({ message, serviceContext: { service: 's' } });

describe('events in one group', () => {
  test.each([...messagesOfOneError, ...tracesOfOneError])('%s', async (_, first, second) => {
    expect(await countGroups(createEvent(first), createEvent(second))).toBe(1);
  });

  test('differ in version, user, and request of one service', async () => {
    expect(
      await countGroups(
        { message: 'm', serviceContext: { service: 's', version: '1' }, context: { user: 'a' } },
        { message: 'm', serviceContext: { service: 's', version: '2' }, context: { user: 'b', httpRequest: { url: '/x' } } },
      ),
    ).toBe(1);
  });
});

describe('events in two groups', () => {
  test.each([...messagesOfTwo, ...tracesOfTwo])('%s', async (_, first, second) => {
    expect(await countGroups(createEvent(first), createEvent(second))).toBe(2);
  });

  test('come from different services', async () => {
    expect(await countGroups({ message: 'm', serviceContext: { service: 'a' } }, { message: 'm', serviceContext: { service: 'b' } })).toBe(
      2,
    );
    const trace = 'TypeError: a\n    at pay (/srv/shop.js:1:7)';
    expect(
      await countGroups({ message: trace, serviceContext: { service: 'a' } }, { message: trace, serviceContext: { service: 'b' } }),
    ).toBe(2);
  });
});
