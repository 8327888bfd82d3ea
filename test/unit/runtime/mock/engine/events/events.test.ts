/** Error events, their groups, and effective policies. */
import { describe, expect, it } from 'vitest';
import { computeGroupId } from '../../../../../../templates/runtime/mock/engine/events/group.js';
import { normalizeMessage } from '../../../../../../templates/runtime/mock/engine/events/normalize-message.js';
import type { JsonObject } from '../../../../../../templates/runtime/mock/index.js';
import { createTestMock, readReason } from '../../fixtures.js';

const basePath = '/v1beta1/projects/p';

describe('similar events', () => {
  const service = { service: 'shop', version: '1' };
  const java = (line: number, type = 'java.lang.IllegalStateException'): string =>
    `${type}: order ${line} is broken\n\tat com.example.Shop.pay(Shop.java:${line})\n\tat com.example.Main.main(Main.java:3)`;
  const javaScript = (line: number, name = 'pay'): string =>
    `TypeError: x${line} is undefined\n    at ${name} (/srv/${line}/shop.js:${line}:7)\n    at async main (file:///srv/main.js:1:1)`;
  const python = (line: number, type = 'ValueError'): string =>
    `Traceback (most recent call last):\n  File "/srv/shop.py", line ${line}, in pay\n    raise X()\n${type}: bad value ${line}`;
  const go = (line: number): string =>
    `panic: runtime error: index out of range [${line}]\n\ngoroutine ${line} [running]:\nmain.pay(0xc00001020${line})\n\t/srv/shop.go:${line} +0x1d`;

  it.each([
    ['numbers', 'order 17 failed after 3.5 s', 'order 4 failed after 12 s'],
    ['hexadecimal', 'bad pointer 0xdeadbeef', 'bad pointer 0x1'],
    ['hashes', 'no object 4b825dc642cb', 'no object a94a8fe5ccb1'],
    ['UUIDs', 'user 11111111-2222-4333-8444-555555555555', 'user 91111111-2222-4333-8444-55555555555f'],
    ['addresses', 'no route to 10.0.0.1:80', 'no route to 192.0.2.7:8080'],
    ['long addresses', 'no route to 2001:db8::1', 'no route to fe80::1:2'],
    ['lines of paths', 'syntax error in /srv/a.conf:12', 'syntax error in /srv/a.conf:99:3'],
    ['times', 'late since 2026-01-01T00:00:00Z', 'late since 2025-12-31T23:59:59.5+01:00'],
    ['Java frames', java(12), java(99)],
    ['JavaScript frames', javaScript(12), javaScript(99)],
    ['Python frames', python(12), python(99)],
    ['Go frames', go(1), go(2)],
  ])('are in the same group if they differ only in %s', (_, first, second) => {
    expect(first).not.toBe(second);
    expect(computeGroupId({ serviceContext: service, message: first })).toBe(
      computeGroupId({ serviceContext: { ...service, version: '2' }, message: second }),
    );
  });

  it.each([
    ['text', 'cannot open', 'cannot close'],
    ['paths', 'syntax error in /srv/a.conf:12', 'syntax error in /srv/b.conf:12'],
    ['the type of a Java exception', java(1), java(1, 'java.io.IOException')],
    ['the frames', javaScript(1), javaScript(1, 'refund')],
    ['the type of a Python exception', python(1), python(1, 'KeyError')],
    ['a stack', java(1), java(1).split('\n')[0] as string],
  ])('are in different groups if they differ in %s', (_, first, second) => {
    expect(computeGroupId({ serviceContext: service, message: first })).not.toBe(
      computeGroupId({ serviceContext: service, message: second }),
    );
  });

  it('belong to one service', () => {
    expect(computeGroupId({ serviceContext: service, message: 'x' })).not.toBe(
      computeGroupId({ serviceContext: { service: 'till' }, message: 'x' }),
    );
    expect(normalizeMessage('a  1 b -2.5')).toBe('a <n> b <n>');
  });
});

describe('error reporting', () => {
  const event = (message: string, extra: JsonObject = {}): JsonObject => ({ message, serviceContext: { service: 'shop' }, ...extra });

  it('stores, groups, counts, and logs events', async () => {
    const { send, mock } = createTestMock();
    expect((await send(`POST ${basePath}/events:report`, event('order 1 failed', { context: { user: 'a' } }))).body).toEqual({});
    await mock.clock.advance(1000);
    await send(`POST ${basePath}/events:report`, event('order 2 failed', { context: { user: 'b' } }));
    await send(`POST ${basePath}/events:report`, event('till closed'));
    const { errorGroupStats } = (await send(`GET ${basePath}/groupStats`)).body as unknown as {
      errorGroupStats: readonly { group: { name: string; groupId: string } }[];
    };
    expect(errorGroupStats).toMatchObject([
      {
        count: '2',
        affectedUsersCount: '2',
        firstSeenTime: '2026-01-01T12:00:00.000Z',
        lastSeenTime: '2026-01-01T12:00:01.000Z',
        numAffectedServices: 1,
        representative: { message: 'order 2 failed' },
      },
      { count: '1' },
    ]);
    const { name, groupId } = errorGroupStats[0]?.group ?? { name: '', groupId: '' };
    expect(name).toBe(`projects/p/groups/${groupId}`);
    expect((await send(`GET ${basePath}/events?groupId=${groupId}`)).body['errorEvents']).toMatchObject([
      { message: 'order 2 failed' },
      { message: 'order 1 failed' },
    ]);
    expect((await send(`GET /v1beta1/${name}`)).body).toEqual({ name, groupId });
    expect((await send(`PUT /v1beta1/${name}`, { trackingIssues: [{ url: 'https://issues.example/1' }] })).body).toEqual({
      name,
      trackingIssues: [{ url: 'https://issues.example/1' }],
    });
    const response = await send(`PUT /v1beta1/${name}`, { name: 'projects/p/groups/other' });
    expect([response.status, readReason(response)]).toEqual([400, 'invalid']);
    expect((await mock.state()).log).toMatchObject({ 'projects/p': [{ jsonPayload: { message: 'order 1 failed' } }, {}, {}] });
    expect((await send(`DELETE ${basePath}/events`)).body).toEqual({});
    expect((await send(`GET ${basePath}/events`)).body).toEqual({ errorEvents: [] });
  });

  it('returns pages', async () => {
    const { send } = createTestMock();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await send(`POST ${basePath}/events:report`, event(name));
    const first = (await send(`GET ${basePath}/events?pageSize=3`)).body;
    await send(`POST ${basePath}/events:report`, event('late'));
    const second = (await send(`GET ${basePath}/events?pageSize=3&pageToken=${String(first['nextPageToken'])}`)).body;
    const messages = [first, second].flatMap((body) =>
      (body['errorEvents'] as readonly { message: string }[]).map(({ message }) => message),
    );
    expect(messages).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(second).not.toHaveProperty('nextPageToken');
  });

  it.each([[{}], [{ message: 5 }], [{ message: 'x', eventTime: 'yesterday' }], [{ message: 'x', serviceContext: 'shop' }]])(
    'rejects %j',
    async (body) => {
      expect((await createTestMock().send(`POST ${basePath}/events:report`, body)).status).toBe(400);
    },
  );

  it('stores seeded events by location and lists all of them for the project', async () => {
    const { send } = createTestMock({ seed: { events: { 'projects/p': [event('a')], 'projects/p/locations/l': [event('b')] } } });
    expect((await send(`GET ${basePath}/events`)).body['errorEvents']).toHaveLength(2);
  });
});

describe('an effective policy', () => {
  const lookupRequest = 'POST /v1beta/projects/p/zones/z/instances/i:lookup';
  const policy = (name: string, assignment: JsonObject = {}): JsonObject => ({ packages: [{ name }], assignment });
  const debian = { osTypes: [{ osShortName: 'debian', osVersion: '1*' }] };
  const resources = {
    '/v1beta/projects/p/guestPolicies/own': policy('vim'),
    '/v1beta/projects/p/guestPolicies/debian': policy('apt', debian),
    '/v1beta/projects/p/guestPolicies/elsewhere': policy('no', { zones: ['other'] }),
    '/v1beta/folders/f/guestPolicies/above': policy('curl', { instanceNamePrefixes: ['i'] }),
    '/v1beta/organizations/o/guestPolicies/top': policy('no', { instances: ['zones/z/instances/j'] }),
  };

  it('merges the assigned policies of the project and its ancestors, with their sources', async () => {
    const { send } = createTestMock({ seed: { resources, ancestors: { 'projects/p': ['folders/f', 'organizations/o'] } } });
    const ownPolicy = { source: 'projects/p/guestPolicies/own', package: { name: 'vim' } };
    const folderPolicy = { source: 'folders/f/guestPolicies/above', package: { name: 'curl' } };
    expect((await send(lookupRequest, {})).body).toEqual({ packages: [ownPolicy, folderPolicy] });
    expect((await send(lookupRequest, { osShortName: 'debian', osVersion: '12' })).body).toEqual({
      packages: [{ source: 'projects/p/guestPolicies/debian', package: { name: 'apt' } }, ownPolicy, folderPolicy],
    });
    expect((await send(lookupRequest, { osShortName: 'debian', osVersion: '9' })).body).toEqual({ packages: [ownPolicy, folderPolicy] });
    expect((await createTestMock().send(lookupRequest, {})).body).toEqual({});
  });
});
