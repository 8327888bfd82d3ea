/** Reported events: stored, grouped, counted, logged, listed and deleted, with locations and without. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../templates/runtime/mock/index.js';
import { noon, summarizeError, startMock, type MockClient } from '../request.js';
import { base, events, groupOf, location, report, start, stats } from './reports.js';

describe('a reported event', () => {
  test('is stored, grouped, counted, and appended to the log', async () => {
    const asked = start();
    expect(await report(asked, 'm 1')).toMatchObject({ status: 200, body: {} });
    await report(asked, 'm 2');
    expect(await events(asked)).toHaveLength(2);
    const [group, ...others] = await stats(asked);
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      count: '2',
      group: { name: expect.stringMatching(/^projects\/p\/groups\/[^/]+$/) as unknown, groupId: expect.any(String) as unknown },
      affectedServices: [{ service: 's' }],
      numAffectedServices: 1,
    });
    expect((await asked.mock.state()).log?.['projects/p']).toHaveLength(2);
  });

  test('has the current time by default and otherwise its own time', async () => {
    const asked = start();
    await report(asked, 'a');
    await report(asked, 'b', { eventTime: '2026-01-01T11:00:00Z' });
    expect((await events(asked)).map(({ eventTime }) => Date.parse(String(eventTime)))).toEqual([noon, noon - 3_600_000]);
  });

  test.each([
    ['no message', { serviceContext: { service: 's' } }, 'required', 'message'],
    ['an empty message', { message: '', serviceContext: {} }, 'invalid', 'message'],
    ['no service', { message: 'm' }, 'required', 'serviceContext'],
    ['a message that is not a string', { message: 1, serviceContext: {} }, 'invalid', 'message'],
    ['an invalid time', { message: 'm', serviceContext: {}, eventTime: 'yesterday' }, 'invalid', 'eventTime'],
    ['a service that is not an object', { message: 'm', serviceContext: 's' }, 'invalid', 'serviceContext'],
  ])('is rejected with 400 and not stored: %s', async (_, body, reason, at) => {
    const asked = start();
    expect(summarizeError(await asked.send(`POST ${base}/events:report`, body))).toEqual({ status: 400, reason, location: at });
    expect(await events(asked)).toEqual([]);
    expect((await asked.mock.state()).log ?? {}).toEqual({});
  });

  test('is rejected with 400 if it has an unknown field', async () => {
    const asked = start();
    expect((await report(asked, 'm', { somethingNew: { a: [1] } })).status).toBe(400);
    expect(await events(asked)).toEqual([]);
  });
});

describe('the global location', () => {
  const everywhere = `${base}/locations/global`;
  const messages = async (asked: MockClient, path: string): Promise<readonly unknown[]> =>
    (await events(asked, path)).map(({ message }) => message);

  test('contains events that are reported without a location', async () => {
    const asked = start({
      seed: { events: { 'projects/p/locations/l': [{ message: 'local' }], 'projects/p/locations/global': [{ message: 'global' }] } },
    });
    await report(asked, 'none');
    expect(await messages(asked, everywhere)).toEqual(['none', 'global']);
    expect(await messages(asked, location)).toEqual(['local']);
    expect(await messages(asked, base)).toHaveLength(3);
    expect((await stats(asked, everywhere)).map((each) => [each['count'], groupOf(each)['name']])).toEqual([
      ['1', expect.stringMatching(/^projects\/p\/locations\/global\/groups\//)],
      ['1', expect.stringMatching(/^projects\/p\/locations\/global\/groups\//)],
    ]);
    await asked.send(`DELETE ${everywhere}/events`);
    expect(await messages(asked, base)).toEqual(['local']);
  });

  test.each([base, everywhere])('has the same groups, and %s updates a group under both names', async (path) => {
    const asked = start();
    await report(asked, 'm');
    const { groupId } = groupOf((await stats(asked))[0]);
    await asked.send(`PUT ${path}/groups/${String(groupId)}`, { resolutionStatus: 'MUTED' });
    for (const each of [base, everywhere]) {
      expect((await asked.send(`GET ${each}/groups/${String(groupId)}`)).body).toEqual({
        name: `${each.slice('/v1beta1/'.length)}/groups/${String(groupId)}`,
        groupId,
        resolutionStatus: 'MUTED',
      });
    }
  });

  test('has the groups of a seed', async () => {
    const seed = { resources: { [`${base}/groups/g`]: { groupId: 'g', resolutionStatus: 'RESOLVED' } } };
    const { body } = await start({ seed }).send(`GET ${everywhere}/groups/g`);
    expect(body).toEqual({ name: 'projects/p/locations/global/groups/g', groupId: 'g', resolutionStatus: 'RESOLVED' });
  });
});

describe('groups', () => {
  test('are readable under the name in the statistics', async () => {
    const asked = start();
    await report(asked, 'm');
    const group = groupOf((await stats(asked))[0]);
    const { status, body } = await asked.send(`GET /v1beta1/${String(group['name'])}`);
    expect(status).toBe(200);
    expect(body).toEqual(group);
    expect(String(body['name']).endsWith(`/${String(body['groupId'])}`)).toBe(true);
  });

  test('are replaced, and keep name and ID', async () => {
    const asked = start();
    await report(asked, 'm');
    const { name, groupId } = groupOf((await stats(asked))[0]);
    const path = `/v1beta1/${String(name)}`;
    const issues = [{ url: 'https://issues.example/1' }];
    expect((await asked.send(`PUT ${path}`, { name, groupId, trackingIssues: issues, resolutionStatus: 'RESOLVED' })).status).toBe(200);
    expect((await asked.send(`PUT ${path}`, { name, trackingIssues: issues })).status).toBe(200);
    expect((await asked.send(`GET ${path}`)).body).toEqual({ name, groupId, trackingIssues: issues, resolutionStatus: 'OPEN' });
    expect(groupOf((await stats(asked))[0])).toEqual({ name, groupId, trackingIssues: issues, resolutionStatus: 'OPEN' });
  });

  test('use the path name for a body without a name, and reject another name with 400', async () => {
    const asked = start();
    await report(asked, 'm');
    const { name } = groupOf((await stats(asked))[0]);
    expect((await asked.send(`PUT /v1beta1/${String(name)}`, {})).body).toMatchObject({ name });
    expect(summarizeError(await asked.send(`PUT /v1beta1/${String(name)}`, { name: 'projects/p/groups/other' }))).toMatchObject({
      status: 400,
      reason: 'invalid',
      location: 'name',
    });
  });

  test('ignore another ID in the body', async () => {
    const asked = start();
    await report(asked, 'm');
    const { name, groupId } = groupOf((await stats(asked))[0]);
    await asked.send(`PUT /v1beta1/${String(name)}`, { name, groupId: 'other' });
    expect((await asked.send(`GET /v1beta1/${String(name)}`)).body).toMatchObject({ groupId });
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
    const asked = start({ seed: { resources: { [`${base}/groups/g1`]: { name: 'projects/p/groups/g1' } } } });
    expect((await asked.send(`GET ${base}/groups/g1`)).body).toEqual({
      name: 'projects/p/groups/g1',
      groupId: 'g1',
      resolutionStatus: 'OPEN',
    });
  });

  test('have the same ID for the same error in every mock', async () => {
    const ids = await Promise.all(
      [1, 2].map(async (randomSeed) => {
        const asked = start({ randomSeed });
        await report(asked, 'm');
        return groupOf((await stats(asked))[0])['groupId'];
      }),
    );
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('locations', () => {
  const seeded = (): MockClient =>
    start({
      seed: {
        events: {
          'projects/p': [{ message: 'here' }],
          'projects/p/locations/l': [{ message: 'there' }],
          'projects/p/locations/m': [{ message: 'elsewhere' }],
        },
      },
    });
  const messages = async (asked: MockClient, path: string): Promise<readonly unknown[]> =>
    (await events(asked, path)).map(({ message }) => message).sort();

  test('list their own events, and the project lists all', async () => {
    const asked = seeded();
    expect(await messages(asked, location)).toEqual(['there']);
    expect(await messages(asked, base)).toEqual(['elsewhere', 'here', 'there']);
  });

  test('return groups with and without the location', async () => {
    const asked = seeded();
    const [here] = await stats(asked, location);
    expect(String(groupOf(here)['name'])).toMatch(/^projects\/p\/locations\/l\/groups\//);
    expect((await asked.send(`GET /v1beta1/${String(groupOf(here)['name'])}`)).status).toBe(200);
    expect(await stats(asked, base)).toHaveLength(3);
  });

  test('DELETE on a location removes only its own events', async () => {
    const asked = seeded();
    expect(await asked.send(`DELETE ${location}/events`)).toMatchObject({ status: 200, body: {} });
    expect(await messages(asked, location)).toEqual([]);
    expect(await messages(asked, base)).toEqual(['elsewhere', 'here']);
  });

  test('DELETE on a project removes all its events and no others', async () => {
    const asked = seeded();
    await asked.mock.seed({ events: { 'projects/q': [{ message: 'theirs' }] } });
    await asked.send(`DELETE ${base}/events`);
    expect(await messages(asked, base)).toEqual([]);
    expect(await messages(asked, location)).toEqual([]);
    expect(await messages(asked, '/v1beta1/projects/q')).toEqual(['theirs']);
  });

  test('the log omits seeded events and keeps deleted ones', async () => {
    const asked = seeded();
    expect((await asked.mock.state()).log ?? {}).toEqual({});
    await report(asked, 'm');
    await asked.send(`DELETE ${base}/events`);
    expect((await asked.mock.state()).log?.['projects/p']).toHaveLength(1);
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
  const asked = start();
  await report(asked, 'm');
  const group = groupOf((await stats(asked))[0]);
  expect(group).toMatchObject({ resolutionStatus: 'OPEN' });
  const path = `/v1beta1/${String(group['name'])}`;
  await asked.send(`PUT ${path}`, { name: group['name'] as string, resolutionStatus: 'MUTED' });
  expect((await asked.send(`PUT ${path}`, { name: group['name'] as string })).body).toEqual(group);
});

test('users are counted by name, and by address without a name', async () => {
  const asked = start();
  const from = (remoteIp: string, user?: string): JsonObject => ({ context: { httpRequest: { remoteIp }, ...(user && { user }) } });
  for (const more of [from('192.0.2.1', 'a'), from('192.0.2.2', 'a'), from('192.0.2.1'), from('192.0.2.1', ''), from('192.0.2.2'), {}])
    await report(asked, 'm', more);
  expect(await stats(asked)).toMatchObject([{ count: '6', affectedUsersCount: '3' }]);
});
