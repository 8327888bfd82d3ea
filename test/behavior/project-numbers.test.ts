/** A path can contain the number of a project or resource instead of its name. */
import { describe, expect, test } from 'vitest';
import { createMock as createCompute } from '../../generated/compute-v1/src/mock.js';
import { createMock as createDns } from '../../generated/dns-v1/src/mock.js';
import { createMock as createErrorReporting } from '../../generated/errorreporting-v1beta1/src/mock.js';
import { compose } from '../../mock/index.js';
import { createMockClient, readNames, startMock } from './request.js';

describe('an unseeded project', () => {
  test('has a stable number and responds to it', async () => {
    const { send, admin } = startMock('dns');
    const { number } = (await send('GET /dns/v1/projects/p')).body;
    await send('POST /dns/v1/projects/p/managedZones', { name: 'z', dnsName: 'example.com.' });
    expect(readNames(await send(`GET /dns/v1/projects/${String(number)}/managedZones`), 'managedZones')).toEqual(['z']);
    expect((await send(`GET /dns/v1/projects/${String(number)}`)).body).toMatchObject({ id: 'p', number });
    expect((await send(`PATCH /dns/v1/projects/${String(number)}/managedZones/z`, { description: 'd' })).status).toBe(200);
    await admin('POST reset');
    await send('POST /dns/v1/projects/p/managedZones', { name: 'other', dnsName: 'example.com.' });
    expect(readNames(await send(`GET /dns/v1/projects/${String(number)}/managedZones`), 'managedZones')).toEqual(['other']);
    expect((await send('GET /dns/v1/projects/p')).body).toMatchObject({ number });
  });

  test('differs from the project of another number', async () => {
    const { send } = startMock('dns');
    await send('POST /dns/v1/projects/p/managedZones', { name: 'z', dnsName: 'example.com.' });
    expect(readNames(await send('GET /dns/v1/projects/123456789012/managedZones'), 'managedZones')).toEqual([]);
  });
});

describe('the number of a seeded project', () => {
  test('identifies the project in every service', async () => {
    const services = [createDns(), createCompute(), createErrorReporting()] as const;
    const { mock, send } = createMockClient(compose(...services));
    await mock.seed({
      resources: {
        '/dns/v1/projects/p': { id: 'p', number: '123456789012' },
        '/compute/v1/projects/p/global/sslPolicies/s': { name: 's' },
      },
    });
    expect(readNames(await send('GET /compute/v1/projects/123456789012/global/sslPolicies'))).toEqual(['s']);
    expect((await send('GET /compute/v1/projects/123456789012/global/sslPolicies/s')).body).toMatchObject({ name: 's' });
    const event = { serviceContext: { service: 'shop' }, message: 'TypeError: x\n    at pay (/srv/shop.js:12:3)' };
    await send('POST /v1beta1/projects/123456789012/events:report', event);
    const { body } = await send('GET /v1beta1/projects/p/groupStats');
    expect(body).toMatchObject({
      errorGroupStats: [{ count: '1', group: { name: expect.stringMatching(/^projects\/p\/groups\//) as unknown } }],
    });
  });
});
