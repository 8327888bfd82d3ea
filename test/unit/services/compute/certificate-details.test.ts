/** The parser of certificates in the mock. */
import { describe, expect, it } from 'vitest';
import { certificateForNames as certificateWithNames } from '../../../support/pem.js';
import { parseCertificate } from '../../../../services/compute/certificate-details.js';

/** Valid until 2060, without alternative names. The expiry time has a four-digit year. */
const certificateWithoutNames = `-----BEGIN CERTIFICATE-----
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
    expect(parseCertificate(certificateWithNames)).toEqual({
      expires: '2035-12-31T23:59:59.000Z',
      names: ['shop.example.com', '*.shop.example.com', '192.0.2.1', '2001:db8:0:0:0:0:0:1', 'a@example.com'],
    }));

  it('are those of the first certificate in a chain', () =>
    expect(parseCertificate(certificateWithoutNames + certificateWithNames)).toEqual({ expires: '2060-06-01T00:00:00.000Z', names: [] }));

  it.each([
    ['nothing', ''],
    ['data that is not a certificate', certificateWithNames.replaceAll('CERTIFICATE', 'PRIVATE KEY')],
    ['invalid base64', certificateWithNames.replace('MII', '***')],
    ['a few bytes', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'],
    ['other DER data', '-----BEGIN CERTIFICATE-----\nMAMCAQU=\n-----END CERTIFICATE-----\n'],
  ])('are undefined for %s', (_, text) => expect(parseCertificate(text)).toBeUndefined());

  it('are undefined for a certificate that is truncated anywhere', () => {
    const body = certificateWithNames.split('\n').slice(1, -2).join('');
    for (let length = 4; length < body.length; length += 4) {
      const truncated = `-----BEGIN CERTIFICATE-----\n${body.slice(0, length)}\n-----END CERTIFICATE-----\n`;
      expect(parseCertificate(truncated)).toBeUndefined();
    }
  });
});
