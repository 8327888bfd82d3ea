/** The server reads fields from an SSL certificate. */
import { expect, test } from 'vitest';
import { startMock } from '../request.js';
import { certificate, privateKey, readable } from '../../support/pem.js';

const collections = ['/compute/v1/projects/p/global/sslCertificates', '/compute/v1/projects/p/regions/r/sslCertificates'] as const;
const certificateFields = {
  expireTime: '2035-12-31T23:59:59.000Z',
  subjectAlternativeNames: ['shop.example.com', '*.shop.example.com', '192.0.2.1', '2001:db8:0:0:0:0:0:1', 'a@example.com'],
};

test.each(collections)('reads the expiry time and the names from the certificate: %s', async (collection) => {
  const { send, mock } = startMock('compute');
  await send(`POST ${collection}`, { name: 'one', certificate: readable, privateKey });
  expect((await send(`GET ${collection}/one`)).body).toMatchObject(certificateFields);
  await send(`POST ${collection}`, { name: 'two', type: 'SELF_MANAGED', selfManaged: { certificate: readable, privateKey } });
  expect((await send(`GET ${collection}/two`)).body).toMatchObject(certificateFields);
  await mock.seed({ resources: { [`${collection}/three`]: { name: 'three', certificate: readable, expireTime: '2030-01-01T00:00:00Z' } } });
  expect((await send(`GET ${collection}/three`)).body).toMatchObject({ ...certificateFields, expireTime: '2030-01-01T00:00:00Z' });
});

test.each(collections)('sets no output fields for an unreadable certificate: %s', async (collection) => {
  const { send } = startMock('compute');
  expect((await send(`POST ${collection}`, { name: 'one', certificate, privateKey })).status).toBe(200);
  const { body } = await send(`GET ${collection}/one`);
  expect(body).not.toHaveProperty('expireTime');
  expect(body).not.toHaveProperty('subjectAlternativeNames');
});
