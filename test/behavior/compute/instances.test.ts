/** Instances, which only a seed creates. */
import { expect, test } from 'vitest';
import { origin, startMock, summarizeError } from '../request.js';

const instance = '/compute/v1/projects/p/zones/us-central1-a/instances/vm';
const { send } = startMock('compute', {
  seed: {
    resources: {
      [instance]: {
        name: 'vm',
        status: 'RUNNING',
        labels: { of: 'shop' },
        networkInterfaces: [{ network: `${origin}/compute/v1/projects/p/global/networks/net`, networkIP: '10.0.0.2' }],
      },
    },
  },
});

test('returns an instance', async () => {
  const { status, body } = await send(`GET ${instance}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    kind: 'compute#instance',
    name: 'vm',
    status: 'RUNNING',
    labels: { of: 'shop' },
    networkInterfaces: [{ networkIP: '10.0.0.2' }],
    selfLink: `${origin}${instance}`,
  });
});

test('returns 404 for an instance that is not seeded', async () => {
  expect(summarizeError(await send(`GET ${instance}x`))).toMatchObject({ status: 404, reason: 'notFound' });
});
