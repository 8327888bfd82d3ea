/** httpHealthChecks.patch: a JSON merge patch that is validated after the merge. */
import { describe, expect, test } from 'vitest';
import { summarizeError, startMock, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const healthCheck = {
  name: 'check',
  port: 8080,
  host: 'h',
  requestPath: '/x',
  checkIntervalSec: 10,
  timeoutSec: 8,
  healthyThreshold: 3,
  unhealthyThreshold: 4,
  description: 'd',
  id: '5',
};
const start = (body: Record<string, string | number> = healthCheck): MockClient =>
  startMock('compute', { seed: { resources: { [check]: body } } });

describe('a patch changes only the fields in its body', () => {
  test.each([
    ['one field', { port: 81 }],
    ['several', { port: 81, host: 'other', requestPath: '/health' }],
    ['all thresholds', { healthyThreshold: 1, unhealthyThreshold: 1 }],
    ['the description', { description: 'new' }],
    ['an empty host', { host: '' }],
    ['both times', { checkIntervalSec: 30, timeoutSec: 30 }],
  ])('%s', async (_, patch) => {
    const { send, readStored } = start();
    expect((await send(`PATCH ${check}`, patch)).status).toBe(200);
    expect(await readStored(check)).toMatchObject({ ...healthCheck, ...patch });
  });

  test('changes nothing for an empty body', async () => {
    const { send, readStored } = start();
    const before = await readStored(check);
    expect((await send(`PATCH ${check}`, {})).status).toBe(200);
    expect(await readStored(check)).toEqual(before);
  });
});

test('a patch in the form in which GET returns the resource changes nothing', async () => {
  const { send, mock } = start();
  const before = (await send(`GET ${check}`)).body;
  expect((await send(`PATCH ${check}`, before)).status).toBe(200);
  expect((await send(`GET ${check}`)).body).toEqual(before);
  expect((await mock.state()).versions).not.toHaveProperty([check]);
});

describe('null removes a value and restores the default', () => {
  test.each(['port', 'host', 'requestPath', 'healthyThreshold', 'unhealthyThreshold', 'description', 'timeoutSec'])('%s', async (field) => {
    const { send, readStored } = start();
    expect((await send(`PATCH ${check}`, { [field]: null })).status).toBe(200);
    expect((await readStored(check))?.[field]).toEqual((await start({ name: 'check' }).readStored(check))?.[field]);
  });

  test('accepts null for an absent field', async () => {
    const { send, readStored } = start({ name: 'check' });
    expect((await send(`PATCH ${check}`, { description: null, port: null })).status).toBe(200);
    expect(await readStored(check)).toMatchObject({ name: 'check' });
  });
});

describe('timeoutSec must not exceed checkIntervalSec after the merge', () => {
  test.each([
    ['a timeout above the present interval', {}, { timeoutSec: 11 }, 400],
    ['a timeout at the present interval', {}, { timeoutSec: 10 }, 200],
    ['an interval below the present timeout', {}, { checkIntervalSec: 7 }, 400],
    ['an interval at the present timeout', {}, { checkIntervalSec: 8 }, 200],
    ['both times, valid together', {}, { checkIntervalSec: 20, timeoutSec: 20 }, 200],
    ['both times, invalid together', {}, { checkIntervalSec: 20, timeoutSec: 21 }, 400],
    ['an interval removed below the timeout: the default is 5', {}, { checkIntervalSec: null }, 400],
    ['both removed: 5 and 5', {}, { checkIntervalSec: null, timeoutSec: null }, 200],
    ['a timeout removed: 5 is within 10', {}, { timeoutSec: null }, 200],
    ['a timeout removed above an interval of 4', { checkIntervalSec: 4, timeoutSec: 4 }, { timeoutSec: null }, 400],
  ])('%s', async (_, storedFields, patch, status) => {
    const { send, readStored } = start({ ...healthCheck, ...storedFields });
    const before = await readStored(check);
    expect((await send(`PATCH ${check}`, patch)).status).toBe(status);
    if (status === 400) expect(await readStored(check)).toEqual(before);
  });
});

describe('rejected requests', () => {
  test.each([
    ['a port as a string', { port: 'http' }, 'port'],
    ['a port with a fraction', { port: 80.5 }, 'port'],
    ['a host as a number', { host: 1 }, 'host'],
    ['a path with a query', { requestPath: '/x?y=1' }, 'requestPath'],
    ['an unknown field', { ports: 1 }, 'ports'],
    ['another name', { name: 'another' }, 'name'],
    ['an invalid name', { name: 'A' }, 'name'],
  ])('returns 400 with the field for %s', async (_, patch, location) => {
    const { send, readStored } = start();
    const before = await readStored(check);
    expect(summarizeError(await send(`PATCH ${check}`, patch))).toEqual({ status: 400, reason: 'invalid', location });
    expect(await readStored(check)).toEqual(before);
  });

  test('reports all errors at once', async () => {
    const { body } = await start().send(`PATCH ${check}`, { port: 'x', host: 1 });
    const { errors } = body['error'] as { errors: { location: string }[] };
    expect(errors.map(({ location }) => location).sort()).toEqual(['host', 'port']);
  });

  test.each([
    ['a list', []],
    ['text', '"x"'],
    ['null', 'null'],
    ['a number', '1'],
    ['nothing', undefined],
    ['invalid JSON', '{"port":'],
  ])('rejects a body that is %s', async (_, body) => {
    expect((await start().send(`PATCH ${check}`, body)).status).toBe(400);
  });

  test('returns 404 for a health check that does not exist', async () => {
    expect(summarizeError(await start().send(`PATCH ${check}x`, { port: 1 }))).toMatchObject({ status: 404, reason: 'notFound' });
  });
});

describe('output-only fields in a patch are ignored', () => {
  test.each([
    ['kind', 'other'],
    ['id', '99'],
    ['creationTimestamp', '2020-01-01T00:00:00Z'],
  ])('%s', async (field, value) => {
    const { send, readStored } = start();
    const before = await readStored(check);
    expect((await send(`PATCH ${check}`, { [field]: value, port: 82 })).status).toBe(200);
    expect(await readStored(check)).toEqual({ ...before, port: 82 });
  });

  test.each(['kind', 'id', 'creationTimestamp'])('ignores null for %s', async (field) => {
    const { send, readStored } = start();
    const before = await readStored(check);
    expect((await send(`PATCH ${check}`, { [field]: null })).status).toBe(200);
    expect(await readStored(check)).toEqual(before);
  });
});
