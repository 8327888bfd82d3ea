import { expect, it } from 'vitest';
import { computeDigests, computeKeyTag } from '../../../../services/dns/dnssec-key.js';

/** The key in RFC 4034, section 5.4, and in RFC 4509, section 2.3. */
const key =
  'AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==';
const record = Uint8Array.of(1, 0, 3, 5, ...Buffer.from(key, 'base64'));

it('computes the key tag and the digests of the RFC examples', async () => {
  expect(computeKeyTag(record)).toBe(60485);
  expect(await computeDigests('dskey.example.com.', record)).toMatchObject([
    { type: 'sha1', digest: '2BB183AF5F22588179A53B0A98631FAD1A292118' },
    { type: 'sha256', digest: 'D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A' },
    { type: 'sha384' },
  ]);
});
