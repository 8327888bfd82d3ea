/** Reported events: stored, grouped, counted, logged, listed and deleted, with locations and without. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { noon, summarizeError, startMock, type MockClient } from '../request.js';
import { base, listEvents, getGroup, location, report, start, listGroupStats } from './reports.js';

describe('a reported event', () => {
  test('is stored, grouped, counted, and appended to the log', async () => {
    const client = start();
    expect(await report(client, 'm 1')).toMatchObject({ status: 200, body: {} });
    await report(client, 'm 2');
    expect(await listEvents(client)).toHaveLength(2);
    const [group, ...others] = await listGroupStats(client);
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      count: '2',
      group: { name: expect.stringMatching(/^projects\/p\/groups\/[^/]+$/) as unknown, groupId: expect.any(String) as unknown },
      affectedServices: [{ service: 's' }],
      numAffectedServices: 1,
    });
    expect((await client.mock.state()).log?.['projects/p']).toHaveLength(2);
  });

  test('has the current time by default and otherwise its own time', async () => {
    const client = start();
    await report(client, 'a');
    await report(client, 'b', { eventTime: '2026-01-01T11:00:00Z' });
    expect((await listEvents(client)).map(({ eventTime }) => Date.parse(String(eventTime)))).toEqual([noon, noon - 3_600_000]);
  });

  test.each([
    ['no message', { serviceContext: { service: 's' } }, 'required', 'message'],
    ['an empty message', { message: '', serviceContext: {} }, 'invalid', 'message'],
    ['no service', { message: 'm' }, 'required', 'serviceContext'],
    ['a message that is not a string', { message: 1, serviceContext: {} }, 'invalid', 'message'],
    ['an invalid time', { message: 'm', serviceContext: {}, eventTime: 'yesterday' }, 'invalid', 'eventTime'],
    ['a service that is not an object', { message: 'm', serviceContext: 's' }, 'invalid', 'serviceContext'],
  ])('is rejected with 400 and not stored: %s', async (_, body, reason, errorLocation) => {
    const client = start();
    expect(summarizeError(await client.send(`POST ${base}/events:report`, body))).toEqual({ status: 400, reason, location: errorLocation });
    expect(await listEvents(client)).toEqual([]);
    expect((await client.mock.state()).log ?? {}).toEqual({});
  });

  test('is rejected with 400 if it has an unknown field', async () => {
    const client = start();
    expect((await report(client, 'm', { somethingNew: { a: [1] } })).status).toBe(400);
    expect(await listEvents(client)).toEqual([]);
  });
});

describe('the global location', () => {
  const globalLocation = `${base}/locations/global`;
  const listMessages = async (client: MockClient, path: string): Promise<readonly unknown[]> =>
    (await listEvents(client, path)).map(({ message }) => message);

  test('contains events that are reported without a location', async () => {
    const client = start({
      seed: { events: { 'projects/p/locations/l': [{ message: 'local' }], 'projects/p/locations/global': [{ message: 'global' }] } },
    });
    await report(client, 'none');
    expect(await listMessages(client, globalLocation)).toEqual(['none', 'global']);
    expect(await listMessages(client, location)).toEqual(['local']);
    expect(await listMessages(client, base)).toHaveLength(3);
    expect((await listGroupStats(client, globalLocation)).map((stats) => [stats['count'], getGroup(stats)['name']])).toEqual([
      ['1', expect.stringMatching(/^projects\/p\/locations\/global\/groups\//)],
      ['1', expect.stringMatching(/^projects\/p\/locations\/global\/groups\//)],
    ]);
    await client.send(`DELETE ${globalLocation}/events`);
    expect(await listMessages(client, base)).toEqual(['local']);
  });

  test.each([base, globalLocation])('has the same groups, and %s updates a group under both names', async (path) => {
    const client = start();
    await report(client, 'm');
    const { groupId } = getGroup((await listGroupStats(client))[0]);
    await client.send(`PUT ${path}/groups/${String(groupId)}`, { resolutionStatus: 'MUTED' });
    for (const path of [base, globalLocation]) {
      expect((await client.send(`GET ${path}/groups/${String(groupId)}`)).body).toEqual({
        name: `${path.slice('/v1beta1/'.length)}/groups/${String(groupId)}`,
        groupId,
        resolutionStatus: 'MUTED',
      });
    }
  });

  test('has the groups of a seed', async () => {
    const seed = { resources: { [`${base}/groups/g`]: { groupId: 'g', resolutionStatus: 'RESOLVED' } } };
    const { body } = await start({ seed }).send(`GET ${globalLocation}/groups/g`);
    expect(body).toEqual({ name: 'projects/p/locations/global/groups/g', groupId: 'g', resolutionStatus: 'RESOLVED' });
  });
});

describe('groups', () => {
  test('are readable under the name in the statistics', async () => {
    const client = start();
    await report(client, 'm');
    const group = getGroup((await listGroupStats(client))[0]);
    const { status, body } = await client.send(`GET /v1beta1/${String(group['name'])}`);
    expect(status).toBe(200);
    expect(body).toEqual(group);
    expect(String(body['name']).endsWith(`/${String(body['groupId'])}`)).toBe(true);
  });

  test('are replaced, and keep name and ID', async () => {
    const client = start();
    await report(client, 'm');
    const { name, groupId } = getGroup((await listGroupStats(client))[0]);
    const path = `/v1beta1/${String(name)}`;
    const issues = [{ url: 'https://issues.example/1' }];
    expect((await client.send(`PUT ${path}`, { name, groupId, trackingIssues: issues, resolutionStatus: 'RESOLVED' })).status).toBe(200);
    expect((await client.send(`PUT ${path}`, { name, trackingIssues: issues })).status).toBe(200);
    expect((await client.send(`GET ${path}`)).body).toEqual({ name, groupId, trackingIssues: issues, resolutionStatus: 'OPEN' });
    expect(getGroup((await listGroupStats(client))[0])).toEqual({ name, groupId, trackingIssues: issues, resolutionStatus: 'OPEN' });
  });

  test('use the path name for a body without a name, and reject another name with 400', async () => {
    const client = start();
    await report(client, 'm');
    const { name } = getGroup((await listGroupStats(client))[0]);
    expect((await client.send(`PUT /v1beta1/${String(name)}`, {})).body).toMatchObject({ name });
    expect(summarizeError(await client.send(`PUT /v1beta1/${String(name)}`, { name: 'projects/p/groups/other' }))).toMatchObject({
      status: 400,
      reason: 'invalid',
      location: 'name',
    });
  });

  test('ignore another ID in the body', async () => {
    const client = start();
    await report(client, 'm');
    const { name, groupId } = getGroup((await listGroupStats(client))[0]);
    await client.send(`PUT /v1beta1/${String(name)}`, { name, groupId: 'other' });
    expect((await client.send(`GET /v1beta1/${String(name)}`)).body).toMatchObject({ groupId });
  });

  test('return 404 for a group that does not exist', async () => {
    const { send } = start();
    for (const [verb, body] of [
      ['GET', undefined],
      ['PUT', {}],
    ] as const) {
      for (const path of [`${base}/groups/none`, `${location}/groups/none`]) {
        expect(summarizeError(await send(`${verb} ${path}`, body))).toMatchObject({ status: 404, reason: 'notFound' });
      }
    }
  });

  test('have their seeded ID', async () => {
    const client = start({ seed: { resources: { [`${base}/groups/g1`]: { name: 'projects/p/groups/g1' } } } });
    expect((await client.send(`GET ${base}/groups/g1`)).body).toEqual({
      name: 'projects/p/groups/g1',
      groupId: 'g1',
      resolutionStatus: 'OPEN',
    });
  });

  test('have the same ID for the same error in every mock', async () => {
    const ids = await Promise.all(
      [1, 2].map(async (randomSeed) => {
        const client = start({ randomSeed });
        await report(client, 'm');
        return getGroup((await listGroupStats(client))[0])['groupId'];
      }),
    );
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('locations', () => {
  const startWithEvents = (): MockClient =>
    start({
      seed: {
        events: {
          'projects/p': [{ message: 'here' }],
          'projects/p/locations/l': [{ message: 'there' }],
          'projects/p/locations/m': [{ message: 'elsewhere' }],
        },
      },
    });
  const listMessages = async (client: MockClient, path: string): Promise<readonly unknown[]> =>
    (await listEvents(client, path)).map(({ message }) => message).sort();

  test('list their own events, and the project lists all', async () => {
    const client = startWithEvents();
    expect(await listMessages(client, location)).toEqual(['there']);
    expect(await listMessages(client, base)).toEqual(['elsewhere', 'here', 'there']);
  });

  test('return groups with and without the location', async () => {
    const client = startWithEvents();
    const [localGroup] = await listGroupStats(client, location);
    expect(String(getGroup(localGroup)['name'])).toMatch(/^projects\/p\/locations\/l\/groups\//);
    expect((await client.send(`GET /v1beta1/${String(getGroup(localGroup)['name'])}`)).status).toBe(200);
    expect(await listGroupStats(client, base)).toHaveLength(3);
  });

  test('DELETE on a location removes only its own events', async () => {
    const client = startWithEvents();
    expect(await client.send(`DELETE ${location}/events`)).toMatchObject({ status: 200, body: {} });
    expect(await listMessages(client, location)).toEqual([]);
    expect(await listMessages(client, base)).toEqual(['elsewhere', 'here']);
  });

  test('DELETE on a project removes all its events and no others', async () => {
    const client = startWithEvents();
    await client.mock.seed({ events: { 'projects/q': [{ message: 'theirs' }] } });
    await client.send(`DELETE ${base}/events`);
    expect(await listMessages(client, base)).toEqual([]);
    expect(await listMessages(client, location)).toEqual([]);
    expect(await listMessages(client, '/v1beta1/projects/q')).toEqual(['theirs']);
  });

  test('the log omits seeded events and keeps deleted ones', async () => {
    const client = startWithEvents();
    expect((await client.mock.state()).log ?? {}).toEqual({});
    await report(client, 'm');
    await client.send(`DELETE ${base}/events`);
    expect((await client.mock.state()).log?.['projects/p']).toHaveLength(1);
  });
});

describe('a group with a resolution status', () => {
  const event = { serviceContext: { service: 'shop' }, message: 'Cannot pay' };
  const base = '/v1beta1/projects/p';

  test.each([
    ['RESOLVED', 'OPEN'],
    ['ACKNOWLEDGED', 'ACKNOWLEDGED'],
    ['MUTED', 'MUTED'],
  ])('%s is %s after another event', async (before, after) => {
    const { send } = startMock('errorReporting');
    await send(`POST ${base}/events:report`, event);
    const [first] = (await send(`GET ${base}/groupStats`)).body['errorGroupStats'] as unknown as readonly { readonly group: JsonObject }[];
    const path = `/v1beta1/${String(first?.group['name'])}`;
    await send(`PUT ${path}`, { ...first?.group, resolutionStatus: before });
    await send(`POST ${base}/events:report`, { ...event, message: 'Something else' });
    expect((await send(`GET ${path}`)).body).toMatchObject({ resolutionStatus: before });
    await send(`POST ${base}/events:report`, event);
    expect((await send(`GET ${path}`)).body).toMatchObject({ resolutionStatus: after });
  });
});

test('a new group is open, and so is a group that is replaced without a status', async () => {
  const client = start();
  await report(client, 'm');
  const group = getGroup((await listGroupStats(client))[0]);
  expect(group).toMatchObject({ resolutionStatus: 'OPEN' });
  const path = `/v1beta1/${String(group['name'])}`;
  await client.send(`PUT ${path}`, { name: group['name'] as string, resolutionStatus: 'MUTED' });
  expect((await client.send(`PUT ${path}`, { name: group['name'] as string })).body).toEqual(group);
});

test('users are counted by name, and by address without a name', async () => {
  const client = start();
  const createUser = (remoteIp: string, user?: string): JsonObject => ({ context: { httpRequest: { remoteIp }, ...(user && { user }) } });
  for (const fields of [
    createUser('192.0.2.1', 'a'),
    createUser('192.0.2.2', 'a'),
    createUser('192.0.2.1'),
    createUser('192.0.2.1', ''),
    createUser('192.0.2.2'),
    {},
  ])
    await report(client, 'm', fields);
  expect(await listGroupStats(client)).toMatchObject([{ count: '6', affectedUsersCount: '3' }]);
});
