/** Isolation of sessions and deterministic responses. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../mock/index.js';
import { readNames, startMock, uuid, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const subnet = `${base}/regions/r/subnetworks/subnet`;
const fingerprint = 'AAAAAAAAAAE=';
const seed = { resources: { [check]: { name: 'check', port: 80 }, [subnet]: { name: 'subnet', fingerprint } } };
const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('compute', { seed, ...options });

describe('sessions', () => {
  const createSessionHeader = (name: string): Readonly<Record<string, string>> => ({ 'x-mock-session': name });

  test('isolate sixteen parallel test suites', async () => {
    const client = start();
    const runSuite = async (number: number): Promise<readonly unknown[]> => {
      const headers = createSessionHeader(`suite-${number}`);
      const operationValues: unknown[] = [];
      for (let round = 0; round < 5; round++) {
        await client.admin(
          'POST clock',
          { freeze: true, set: `2026-01-${String(number + 1).padStart(2, '0')}T00:00:00Z` },
          `suite-${number}`,
        );
        const operation = await client.send(`PATCH ${check}?requestId=${uuid(round)}`, { port: number * 100 + round + 1 }, headers);
        operationValues.push(operation.body['insertTime'], operation.body['id']);
      }
      const state = (await client.admin('GET state', undefined, `suite-${number}`)).body['resources'] as Readonly<
        Record<string, JsonObject>
      >;
      const journal = (await client.admin('GET requests', undefined, `suite-${number}`)).body['requests'] as readonly unknown[];
      return [state[check]?.['port'], journal.length, new Set(operationValues).size, Object.keys(state).length];
    };
    const numbers = Array.from({ length: 16 }, (_, index) => index);
    const results = await Promise.all(numbers.map(runSuite));
    expect(results).toEqual(numbers.map((number) => [number * 100 + 5, 5, 6, 7]));
    expect(await client.readStored(check)).toMatchObject({ port: 80 });
    expect(client.mock.requests).toEqual([]);
  });

  test('isolate faults', async () => {
    const client = start();
    await client.admin('PUT faults', [{ status: 503 }], 'one');
    expect((await client.send(`GET ${base}`, undefined, createSessionHeader('one'))).status).toBe(503);
    expect((await client.send(`GET ${base}`, undefined, createSessionHeader('two'))).status).toBe(200);
    expect((await client.send(`GET ${base}`)).status).toBe(200);
  });

  test('restart from the start-up seed after they are dropped', async () => {
    const client = start();
    await client.send(`PATCH ${check}`, { port: 99 }, createSessionHeader('one'));
    expect(await client.admin('DELETE sessions/one')).toMatchObject({ status: 200, body: {} });
    const { body } = await client.admin('GET state', undefined, 'one');
    expect((body['resources'] as Record<string, unknown>)[check]).toMatchObject({ port: 80 });
  });

  test('accept any name', async () => {
    const client = start();
    for (const name of ['__proto__', 'a b', 'constructor', '../x'])
      expect((await client.send(`GET ${base}`, undefined, createSessionHeader(name))).status).toBe(200);
    expect((await client.send(`GET ${base}`)).status).toBe(200);
  });

  test('treat `default` and no name as the same session', async () => {
    const client = start();
    await client.send(`PATCH ${check}`, { port: 99 }, createSessionHeader('default'));
    expect(await client.readStored(check)).toMatchObject({ port: 99 });
  });
});

describe('responses are deterministic', () => {
  const replay = async (options: Parameters<typeof startMock>[1]): Promise<readonly string[]> => {
    const client = start({ operationDelay: 1000, ...options });
    await client.admin('POST clock', { freeze: true, set: '2026-02-02T02:02:02Z' });
    const responses = [
      await client.send(`PATCH ${check}`, { port: 81 }),
      await client.send(`PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint }),
      await client.send(`PATCH ${subnet}`, { nonsense: 1 }),
      await client.send(`GET ${base}`),
      await client.send(`GET ${base}/global/sslPolicies`),
      await client.admin('POST clock', { advance: '10s' }),
      await client.admin('GET state'),
    ];
    return responses.map(({ text, headers, status }) => JSON.stringify([status, headers, text]));
  };

  test('for one random seed and a frozen clock', async () => {
    expect(await replay({ randomSeed: 5 })).toEqual(await replay({ randomSeed: 5 }));
  });

  const startTimes = { one: Date.UTC(2026, 5, 1), another: Date.UTC(2026, 8, 9) };
  const clock = { now: '2026-01-01T00:00:00Z', frozen: true };

  test('for a clock that is frozen before the first request, at any start time', async () => {
    const replay = async (now: number): Promise<readonly string[]> => {
      const client = start({ randomSeed: 5, now: () => now, seed: {} });
      for (const step of [{ freeze: true }, { set: clock.now }]) await client.admin('POST clock', step);
      await client.admin('POST seed', seed);
      const responses = [
        await client.send(`GET ${base}`),
        await client.send(`GET ${check}`),
        await client.send(`PATCH ${check}`, { port: 81 }),
      ];
      return responses.map(({ text, headers }) => JSON.stringify([headers, text]));
    };
    expect(await replay(startTimes.one)).toEqual(await replay(startTimes.another));
  });

  test('for a seed with a fixed time, including the resources that it creates', async () => {
    const replay = async (now: number): Promise<readonly string[]> => {
      const client = start({ randomSeed: 5, now: () => now, seed: { ...seed, clock } });
      return [(await client.send(`GET ${check}`)).text, (await client.admin('GET state')).text];
    };
    const [responses = ''] = await replay(startTimes.one);
    expect(JSON.parse(responses)).toMatchObject({ creationTimestamp: '2026-01-01T00:00:00.000Z' });
    expect(await replay(startTimes.one)).toEqual(await replay(startTimes.another));
  });

  test('after a reset', async () => {
    const client = start({ randomSeed: 5 });
    const patchOnce = async (): Promise<string> => (await client.send(`PATCH ${check}`, { port: 81 })).text;
    const first = await patchOnce();
    expect(await patchOnce()).not.toBe(first);
    await client.mock.reset();
    expect(await patchOnce()).toBe(first);
  });

  test('except that another random seed changes the IDs', async () => {
    expect(await replay({ randomSeed: 5 })).not.toEqual(await replay({ randomSeed: 6 }));
  });

  test('in each new session', async () => {
    const client = start({ randomSeed: 5 });
    const [first, second] = await Promise.all(
      ['a', 'b'].map(async (name) => (await client.send(`PATCH ${check}`, { port: 81 }, { 'x-mock-session': name })).text),
    );
    expect(first).toBe(second);
  });
});

test('lists of names do not depend on the order of the seed', async () => {
  const policies = (names: readonly string[]): MockClient =>
    start({ seed: { resources: Object.fromEntries(names.map((name) => [`${base}/global/sslPolicies/${name}`, { name }])) } });
  const names = ['b', 'a', 'c'];
  expect(readNames(await policies(names).send(`GET ${base}/global/sslPolicies`))).toEqual(
    readNames(await policies([...names].sort()).send(`GET ${base}/global/sslPolicies`)),
  );
});
