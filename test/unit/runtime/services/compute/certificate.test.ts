/** Certificate parsing of the mock. */
import { describe, expect, it } from 'vitest';
import { certificateForNames as many } from '../../../../support/pem.js';
import { parseCertificate } from '../../../../../templates/runtime/services/compute/certificate.js';

/** Valid until 2060 for its subject only; the time has a four-digit year. */
const plain = `-----BEGIN CERTIFICATE-----
MIIBJTCBzKADAgECAgID6DAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBzaG9wLmV4
YW1wbGUuY29tMCAXDTI1MDEwMTAwMDAwMFoYDzIwNjAwNjAxMDAwMDAwWjAbMRkw
FwYDVQQDDBBzaG9wLmV4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEp3q59dUuYEoV7RTBrfNxw07UCIhq0Z7wTOjljPii8Q6bvMyv38q9azGjKDQi
M8/zFeItZezlTGOVx23YwgxRmDAKBggqhkjOPQQDAgNIADBFAiEAnCInhgh45RuE
YRgg1chgtONvOxZNNk9LdmgsHTIPXm0CIDKgeVCBSI1+Keifc20dKKBVroo7eZV3
vCHe+f5tOHsR
-----END CERTIFICATE-----
`;

describe('certificate details', () => {
  it('contain expiry time and names', () =>
    expect(parseCertificate(many)).toEqual({
      expires: '2035-12-31T23:59:59.000Z',
      names: ['shop.example.com', '*.shop.example.com', '192.0.2.1', '2001:db8:0:0:0:0:0:1', 'a@example.com'],
    }));

  it('describe the first certificate of a chain', () =>
    expect(parseCertificate(plain + many)).toEqual({ expires: '2060-06-01T00:00:00.000Z', names: [] }));

  it.each([
    ['nothing', ''],
    ['data that is not a certificate', many.replaceAll('CERTIFICATE', 'PRIVATE KEY')],
    ['no base64', many.replace('MII', '***')],
    ['a few bytes', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'],
    ['something else in DER', '-----BEGIN CERTIFICATE-----\nMAMCAQU=\n-----END CERTIFICATE-----\n'],
  ])('are undefined for %s', (_, text) => expect(parseCertificate(text)).toBeUndefined());

  it('are undefined for a certificate that is truncated anywhere', () => {
    const body = many.split('\n').slice(1, -2).join('');
    for (let length = 4; length < body.length; length += 4) {
      const cut = `-----BEGIN CERTIFICATE-----\n${body.slice(0, length)}\n-----END CERTIFICATE-----\n`;
      expect(parseCertificate(cut)).toBeUndefined();
    }
  });
});
