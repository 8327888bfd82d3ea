/** The fields that the server reads from an SSL certificate. */
import { expect, test } from 'vitest';
import { startMock } from '../request.js';
import { certificate, privateKey, readable } from '../../support/pem.js';

const places = ['/compute/v1/projects/p/global/sslCertificates', '/compute/v1/projects/p/regions/r/sslCertificates'] as const;
const facts = {
  expireTime: '2035-12-31T23:59:59.000Z',
  subjectAlternativeNames: ['shop.example.com', '*.shop.example.com', '192.0.2.1', '2001:db8:0:0:0:0:0:1', 'a@example.com'],
};

test.each(places)('reads the expiry time and the names from the certificate: %s', async (place) => {
  const { send, mock } = startMock('compute');
  await send(`POST ${place}`, { name: 'one', certificate: readable, privateKey });
  expect((await send(`GET ${place}/one`)).body).toMatchObject(facts);
  await send(`POST ${place}`, { name: 'two', type: 'SELF_MANAGED', selfManaged: { certificate: readable, privateKey } });
  expect((await send(`GET ${place}/two`)).body).toMatchObject(facts);
  await mock.seed({ resources: { [`${place}/three`]: { name: 'three', certificate: readable, expireTime: '2030-01-01T00:00:00Z' } } });
  expect((await send(`GET ${place}/three`)).body).toMatchObject({ ...facts, expireTime: '2030-01-01T00:00:00Z' });
});

test.each(places)('sets no output fields for an unreadable certificate: %s', async (place) => {
  const { send } = startMock('compute');
  expect((await send(`POST ${place}`, { name: 'one', certificate, privateKey })).status).toBe(200);
  const { body } = await send(`GET ${place}/one`);
  expect(body).not.toHaveProperty('expireTime');
  expect(body).not.toHaveProperty('subjectAlternativeNames');
});
