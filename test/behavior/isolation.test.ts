/** Isolation of sessions and deterministic responses. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../templates/runtime/mock/index.js';
import { readNames, startMock, uuid, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const subnet = `${base}/regions/r/subnetworks/subnet`;
const print = 'AAAAAAAAAAE=';
const seed = { resources: { [check]: { name: 'check', port: 80 }, [subnet]: { name: 'subnet', fingerprint: print } } };
const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('compute', { seed, ...options });

describe('sessions', () => {
  const named = (name: string): Readonly<Record<string, string>> => ({ 'x-mock-session': name });

  test('isolate sixteen parallel test suites', async () => {
    const asked = start();
    const suite = async (number: number): Promise<readonly unknown[]> => {
      const headers = named(`suite-${number}`);
      const seen: unknown[] = [];
      for (let round = 0; round < 5; round++) {
        await asked.admin(
          'POST clock',
          { freeze: true, set: `2026-01-${String(number + 1).padStart(2, '0')}T00:00:00Z` },
          `suite-${number}`,
        );
        const operation = await asked.send(`PATCH ${check}?requestId=${uuid(round)}`, { port: number * 100 + round + 1 }, headers);
        seen.push(operation.body['insertTime'], operation.body['id']);
      }
      const state = (await asked.admin('GET state', undefined, `suite-${number}`)).body['resources'] as Readonly<
        Record<string, JsonObject>
      >;
      const journal = (await asked.admin('GET requests', undefined, `suite-${number}`)).body['requests'] as readonly unknown[];
      return [state[check]?.['port'], journal.length, new Set(seen).size, Object.keys(state).length];
    };
    const numbers = Array.from({ length: 16 }, (_, index) => index);
    const found = await Promise.all(numbers.map(suite));
    expect(found).toEqual(numbers.map((number) => [number * 100 + 5, 5, 6, 7]));
    expect(await asked.readStored(check)).toMatchObject({ port: 80 });
    expect(asked.mock.requests).toEqual([]);
  });

  test('isolate faults', async () => {
    const asked = start();
    await asked.admin('PUT faults', [{ status: 503 }], 'one');
    expect((await asked.send(`GET ${base}`, undefined, named('one'))).status).toBe(503);
    expect((await asked.send(`GET ${base}`, undefined, named('two'))).status).toBe(200);
    expect((await asked.send(`GET ${base}`)).status).toBe(200);
  });

  test('restart from the start-up seed after they are dropped', async () => {
    const asked = start();
    await asked.send(`PATCH ${check}`, { port: 99 }, named('one'));
    expect(await asked.admin('DELETE sessions/one')).toMatchObject({ status: 200, body: {} });
    const { body } = await asked.admin('GET state', undefined, 'one');
    expect((body['resources'] as Record<string, unknown>)[check]).toMatchObject({ port: 80 });
  });

  test('accept any name', async () => {
    const asked = start();
    for (const name of ['__proto__', 'a b', 'constructor', '../x'])
      expect((await asked.send(`GET ${base}`, undefined, named(name))).status).toBe(200);
    expect((await asked.send(`GET ${base}`)).status).toBe(200);
  });

  test('treat `default` and no name as the same session', async () => {
    const asked = start();
    await asked.send(`PATCH ${check}`, { port: 99 }, named('default'));
    expect(await asked.readStored(check)).toMatchObject({ port: 99 });
  });
});

describe('responses are deterministic', () => {
  const story = async (options: Parameters<typeof startMock>[1]): Promise<readonly string[]> => {
    const asked = start({ operationDelay: 1000, ...options });
    await asked.admin('POST clock', { freeze: true, set: '2026-02-02T02:02:02Z' });
    const told = [
      await asked.send(`PATCH ${check}`, { port: 81 }),
      await asked.send(`PATCH ${subnet}`, { stackType: 'IPV4_IPV6', fingerprint: print }),
      await asked.send(`PATCH ${subnet}`, { nonsense: 1 }),
      await asked.send(`GET ${base}`),
      await asked.send(`GET ${base}/global/sslPolicies`),
      await asked.admin('POST clock', { advance: '10s' }),
      await asked.admin('GET state'),
    ];
    return told.map(({ text, headers, status }) => JSON.stringify([status, headers, text]));
  };

  test('for one random seed and a frozen clock', async () => {
    expect(await story({ randomSeed: 5 })).toEqual(await story({ randomSeed: 5 }));
  });

  const started = { one: Date.UTC(2026, 5, 1), another: Date.UTC(2026, 8, 9) };
  const clock = { now: '2026-01-01T00:00:00Z', frozen: true };

  test('for a clock that is frozen before the first request, at any start time', async () => {
    const lived = async (now: number): Promise<readonly string[]> => {
      const asked = start({ randomSeed: 5, now: () => now, seed: {} });
      for (const step of [{ freeze: true }, { set: clock.now }]) await asked.admin('POST clock', step);
      await asked.admin('POST seed', seed);
      const told = [await asked.send(`GET ${base}`), await asked.send(`GET ${check}`), await asked.send(`PATCH ${check}`, { port: 81 })];
      return told.map(({ text, headers }) => JSON.stringify([headers, text]));
    };
    expect(await lived(started.one)).toEqual(await lived(started.another));
  });

  test('for a seed with a fixed time, including the resources that it creates', async () => {
    const lived = async (now: number): Promise<readonly string[]> => {
      const asked = start({ randomSeed: 5, now: () => now, seed: { ...seed, clock } });
      return [(await asked.send(`GET ${check}`)).text, (await asked.admin('GET state')).text];
    };
    const [told = ''] = await lived(started.one);
    expect(JSON.parse(told)).toMatchObject({ creationTimestamp: '2026-01-01T00:00:00.000Z' });
    expect(await lived(started.one)).toEqual(await lived(started.another));
  });

  test('after a reset', async () => {
    const asked = start({ randomSeed: 5 });
    const once = async (): Promise<string> => (await asked.send(`PATCH ${check}`, { port: 81 })).text;
    const first = await once();
    expect(await once()).not.toBe(first);
    await asked.mock.reset();
    expect(await once()).toBe(first);
  });

  test('except IDs for another random seed', async () => {
    expect(await story({ randomSeed: 5 })).not.toEqual(await story({ randomSeed: 6 }));
  });

  test('in each new session', async () => {
    const asked = start({ randomSeed: 5 });
    const [one, other] = await Promise.all(
      ['a', 'b'].map(async (name) => (await asked.send(`PATCH ${check}`, { port: 81 }, { 'x-mock-session': name })).text),
    );
    expect(one).toBe(other);
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
