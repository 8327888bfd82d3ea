/** The two lists, and the one get with a mask. */
import { expect } from 'vitest';
import { outcome, seeded, type Check, type Told } from './world.js';

interface List {
  readonly path: string;
  readonly one: (name: string, at: number) => object;
}

const time = (at: number): string => `2026-01-01T00:00:0${at}Z`;
const lists: Readonly<Record<string, List>> = {
  'sslPolicies.list': { path: '/global/sslPolicies', one: (name, at) => ({ name, creationTimestamp: time(at) }) },
  'regionSslCertificates.list': { path: '/regions/r/sslCertificates', one: (name, at) => ({ name, creationTimestamp: time(at) }) },
};

/** Items a, b and c, the last one the oldest. */
function three({ path, one }: List): ReturnType<typeof seeded> {
  return seeded(Object.fromEntries(['a', 'b', 'c'].map((name, at) => [`${path}/${name}`, one(name, at === 2 ? 0 : at + 1)])));
}

function namesIn({ body }: Told): string {
  return ((body['items'] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name).join('');
}

const paging =
  (list: List): Check =>
  async (start) => {
    const { send } = start(three(list));
    const first = await send(`GET ${list.path}?maxResults=2`);
    expect(namesIn(first)).toBe('ab');
    expect(namesIn(await send(`GET ${list.path}?maxResults=2&pageToken=${encodeURIComponent(String(first.body['nextPageToken']))}`))).toBe(
      'c',
    );
    expect(outcome(await send(`GET ${list.path}?maxResults=2&pageToken=none`))).toBe('400 invalid');
    expect(outcome(await send(`GET ${list.path}?maxResults=501`))).toBe('400 invalid');
    const none = await start().send(`GET ${list.path}`);
    expect(none.body['warning']).toMatchObject({ code: 'NO_RESULTS_ON_PAGE' });
  };

const pageSize =
  (list: List): Check =>
  async (start) => {
    const many = Array.from({ length: 501 }, (_, at) => [`${list.path}/n${at}`, list.one(`n${at}`, 0)] as const);
    const { send } = start(seeded(Object.fromEntries(many)));
    expect((await send(`GET ${list.path}`)).body['items']).toHaveLength(500);
    expect((await send(`GET ${list.path}?maxResults=0`)).body['items']).toHaveLength(500);
  };

const filter =
  (list: List): Check =>
  async (start) => {
    const { send } = start(three(list));
    const found = async (text: string): Promise<string> => {
      const told = await send(`GET ${list.path}?filter=${encodeURIComponent(text)}`);
      return told.status === 200 ? namesIn(told) : outcome(told);
    };
    expect(await found('name = b')).toBe('b');
    expect(await found('(name = a) OR (name = c)')).toBe('ac');
    expect(await found('name eq [ab]')).toBe('ab');
    expect(await found('(name = a) (name eq a)')).toBe('400 invalid');
    expect(await found('colour = red')).toBe('400 invalid');
  };

const orderBy =
  (list: List): Check =>
  async (start) => {
    const { send } = start(three(list));
    expect(namesIn(await send(`GET ${list.path}?orderBy=name`))).toBe('abc');
    expect(namesIn(await send(`GET ${list.path}?orderBy=${encodeURIComponent('creationTimestamp desc')}`))).toBe('bac');
    expect(outcome(await send(`GET ${list.path}?orderBy=id`))).toBe('400 invalid');
  };

const partialSuccess =
  (list: List): Check =>
  async (start) => {
    const { send, mock } = start(three(list));
    await mock.faults.add({ path: `/compute/v1/projects/p${list.path}`, unreachable: ['regions/r', 'global'] });
    expect((await send(`GET ${list.path}?returnPartialSuccess=true`)).status).toBe(200);
    expect((await send(`GET ${list.path}`)).status).toBeGreaterThanOrEqual(500);
    expect((await send(`GET ${list.path}?returnPartialSuccess=false`)).status).toBeGreaterThanOrEqual(500);
  };

const perList = {
  'pages and their tokens': paging,
  'pages of 500': pageSize,
  'both styles of filters': filter,
  'two orders': orderBy,
  'partial results': partialSuccess,
};

export const checks: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(
    Object.entries(lists).flatMap(([name, list]) => Object.entries(perList).map(([what, check]) => [`${name}: ${what}`, check(list)])),
  ),

  'projects.get: a mask': async (start) => {
    const { send } = start(seeded({ '': { description: 'd' } }));
    expect((await send('GET ?fields=name')).body).toEqual({ name: 'p' });
    expect(outcome(await send('GET ?fields=colour'))).toBe('400 invalid');
  },
};
