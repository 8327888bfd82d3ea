/** Nested fields: defaults, masks, and filters at any depth, and successive states. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { readMessage, summarizeError, startMock, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const subnetwork = `${base}/regions/r/subnetworks/s`;
const policies = `${base}/global/sslPolicies`;

function startWithLogConfig(logConfig: JsonObject): MockClient {
  return startMock('compute', { seed: { resources: { [subnetwork]: { name: 's', ipCidrRange: '10.0.0.0/24', logConfig } } } });
}
const readLogConfig = async ({ send }: MockClient): Promise<unknown> => (await send(`GET ${subnetwork}`)).body['logConfig'];

describe('the log configuration of a subnetwork', () => {
  test('gets its defaults while logging is on', async () => {
    expect(await readLogConfig(startWithLogConfig({ enable: true }))).toEqual({
      enable: true,
      flowSampling: 0.5,
      metadata: 'EXCLUDE_ALL_METADATA',
    });
  });

  test('keeps the values of the request', async () => {
    const logConfig = { enable: true, flowSampling: 0.1, metadata: 'CUSTOM_METADATA', metadataFields: ['f'] };
    expect(await readLogConfig(startWithLogConfig(logConfig))).toEqual(logConfig);
  });

  test('contains only the switch while logging is off', async () => {
    expect(await readLogConfig(startWithLogConfig({ enable: false }))).toEqual({ enable: false });
  });
});

describe('nested fields', () => {
  const warnings = [{ code: 'W', message: 'm', data: [{ key: 'k', value: 'v' }] }];
  const start = (): MockClient =>
    startMock('compute', { seed: { resources: { [`${policies}/a`]: { name: 'a', warnings }, [`${policies}/b`]: { name: 'b' } } } });

  test.each([
    ['items/warnings/data/key', { items: [{ warnings: [{ data: [{ key: 'k' }] }] }, {}] }],
    ['items(name,warnings(data(value)))', { items: [{ name: 'a', warnings: [{ data: [{ value: 'v' }] }] }, { name: 'b' }] }],
  ])('accepts the mask %s', async (mask, expected) => {
    expect((await start().send(`GET ${policies}?fields=${mask}`)).body).toEqual(expected);
  });

  test.each(['items/warnings/nothing', 'items/warnings/data/nothing', 'items(warnings(data(key,nothing)))', 'warning/data/nothing'])(
    'rejects the unknown field in the mask %s',
    async (mask) => {
      const response = await start().send(`GET ${policies}?fields=${mask}`);
      expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'fields' });
      expect(readMessage(response)).toContain("'nothing'");
    },
  );

  test('validates an absent object like a present one', async () => {
    const { send } = startMock('compute');
    expect((await send(`GET ${base}?fields=commonInstanceMetadata/items/key`)).status).toBe(200);
    expect((await send(`GET ${base}?fields=commonInstanceMetadata/items/nothing`)).status).toBe(400);
  });

  test.each([
    ['warnings.data.key:k', ['a']],
    ['warnings.data.key:z', []],
  ])('accepts the filter %s', async (filter, names) => {
    const { body } = await start().send(`GET ${policies}?filter=${encodeURIComponent(filter)}`);
    expect(((body['items'] ?? []) as readonly JsonObject[]).map(({ name }) => name)).toEqual(names);
  });

  test.each(['warnings.data.nothing:k', 'warnings.data.key.deeper:k', 'warnings.nothing.key:k'])(
    'rejects the unknown field in the filter %s',
    async (filter) => {
      const response = await start().send(`GET ${policies}?filter=${encodeURIComponent(filter)}`);
      expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'filter' });
    },
  );
});

describe('any key of a map is a valid field path', () => {
  const snapshots = `${base}/global/snapshots`;
  const seed = {
    resources: {
      [`${snapshots}/full`]: { name: 'full', labels: { stage: 'test' } },
      [`${snapshots}/blank`]: { name: 'blank', labels: { stage: '' } },
      [`${snapshots}/none`]: { name: 'none', labels: {} },
    },
  };

  test.each([
    ['labels.stage:*', ['blank', 'full']],
    ['labels:stage', ['blank', 'full']],
    ['NOT labels.stage:*', ['none']],
    ['-labels:stage', ['none']],
    ['labels.stage=""', ['blank', 'none']],
    ['labels.other:*', []],
    ['labels:*', ['blank', 'full']],
  ])('%s', async (filter, names) => {
    const { body } = await startMock('compute', { seed }).send(`GET ${snapshots}?filter=${encodeURIComponent(filter)}`);
    expect(((body['items'] ?? []) as readonly JsonObject[]).map(({ name }) => name)).toEqual(names);
  });
});

test('progress never decreases, even if a lower value is scheduled', async () => {
  const check = `${base}/global/httpHealthChecks/hc`;
  const { mock, send, wait } = startMock('compute', { seed: { resources: { [check]: { name: 'hc' } } }, operationDelay: 8000 });
  const { body } = await send(`PATCH ${check}`, { port: 81 });
  const path = new URL(String(body['selfLink'])).pathname;
  const state = await mock.state();
  await mock.seed({ ...state, resources: { ...state.resources, [path]: { ...state.resources?.[path], progress: 90 } } });
  await wait(4);
  expect((await send(`GET ${path}`)).body).toMatchObject({ status: 'RUNNING', progress: 90 });
  await wait(4);
  expect((await send(`GET ${path}`)).body).toMatchObject({ status: 'DONE', progress: 100 });
});

test('rejects a seed with an unknown state', () => {
  const seed = { resources: { [subnetwork]: { name: 's', ipCidrRange: '10.0.0.0/24', state: 'MELTING' } } };
  expect(() => startMock('compute', { seed })).toThrow(/it must be READY or DRAINING \(received "MELTING"\)/);
});
