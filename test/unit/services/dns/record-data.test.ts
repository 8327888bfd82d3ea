import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRecordProblem } from '../../../../services/dns/validate/record-types.js';
import { toCanonicalRecord, toStoredRecord } from '../../../../services/dns/record-data.js';

it.each([
  ['TXT', 'challenge', '"challenge"'],
  ['TXT', '"challenge"', '"challenge"'],
  ['TXT', 'this is text', '"this" "is" "text"'],
  ['TXT', '"this is" text', '"this is" "text"'],
  ['TXT', '"a""b"', '"a" "b"'],
  ['TXT', 'v=DMARC1\\; p=none', '"v=DMARC1;" "p=none"'],
  ['TXT', 'one\\ string', '"one string"'],
  ['TXT', '"say \\"hi\\" \\\\ \\065"', '"say \\"hi\\" \\\\ A"'],
  ['TXT', 'é', '"\\195\\169"'],
  ['TXT', '""', '""'],
  ['SPF', 'v=spf1 -all', '"v=spf1" "-all"'],
  ['TXT', '"open', '"open'],
  ['TXT', '\\256', '\\256'],
  ['A', '192.0.2.1', '192.0.2.1'],
  ['AAAA', '2001:0db8:0001:00e0:0000:0000:029b:8001', '2001:db8:1:e0::29b:8001'],
  ['AAAA', '2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['AAAA', '2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['AAAA', '2001:db8::0:1', '2001:db8::1'],
  ['AAAA', '1:0:0:0:0:0:0:0', '1::'],
  ['AAAA', '0:0:0:0:0:0:0:0', '::'],
  ['AAAA', '::FFFF:C000:201', '::ffff:192.0.2.1'],
  ['AAAA', '2001:DB8::1::', '2001:DB8::1::'],
  ['CNAME', 'Other.Example.com.', 'other.example.com.'],
  ['MX', '10  Mail.Example.com.', '10  mail.example.com.'],
  ['SRV', '0 5 05060 SIP.example.com.', '0 5 05060 sip.example.com.'],
  ['SOA', 'NS.example.com. Admin.example.com. 1 2 3 4 5', 'ns.example.com. admin.example.com. 1 2 3 4 5'],
  ['DS', `1 8 1 ${'AB'.repeat(20)}`, `1 8 1 ${'ab'.repeat(20)}`],
  ['CAA', '0 issue "CA.example"', '0 issue "CA.example"'],
  ['HTTPS', '1 Svc.example.com. alpn="H2"', '1 svc.example.com. alpn="H2"'],
  ['TYPE65280', 'any "thing', 'any "thing'],
])('stores %s data %j as %j', (type, data, stored) => expect(toStoredRecord(type, data)).toBe(stored));

it.each([
  ['AAAA', '2001:DB8::1', '2001:db8:0:0::1'],
  ['AAAA', '::ffff:192.0.2.1', '0:0:0:0:0:FFFF:C000:0201'],
  ['AAAA', '::', '0:0:0:0:0:0:0:0'],
  ['CNAME', 'Other.Example.com.', 'other.example.com.'],
  ['MX', '10  Mail.example.com.', '010 mail.example.com.'],
  ['SRV', '0 5 5060 SIP.example.com.', '00 5 5060 sip.example.com.'],
  ['CAA', '0 issue ca.example.net', '0 Issue "ca.example.net"'],
  ['DS', `1 8 1 ${'AB'.repeat(20)}`, `1 8 1 ${'ab'.repeat(10)} ${'ab'.repeat(10)}`],
  ['HTTPS', '1 . port=8443 alpn="h2,h3"', '1 . alpn=h2,h3 port=8443'],
  ['TXT', 'two words', '"two" "words"'],
])('treats %s data %j and %j as the same record', (type, first, second) =>
  expect(toCanonicalRecord(type, first)).toBe(toCanonicalRecord(type, second)),
);

it.each([
  ['TXT', '"two words"', 'two words'],
  ['TXT', 'Text', 'text'],
  ['AAAA', '2001:db8::1', '2001:db8::1:1'],
  ['CNAME', 'a.example.com.', 'b.example.com.'],
  ['CAA', '0 issue "CA.example"', '0 issue "ca.example"'],
  ['A', 'no address', 'No address'],
])('distinguishes %s data %j from %j', (type, first, second) =>
  expect(toCanonicalRecord(type, first)).not.toBe(toCanonicalRecord(type, second)),
);

/** Text with special characters of the presentation format. */
const presentationText = fc.string({ unit: fc.constantFrom(...'aB0 1.:=-;"\\\t', 'é', '😀', '\u0000'), maxLength: 40 });
const types = fc.constantFrom('A', 'AAAA', 'CNAME', 'MX', 'SRV', 'TXT', 'SPF', 'CAA', 'SVCB', 'NAPTR', 'DS');

describe('for any data', () => {
  it("is idempotent and doesn't change the validity", () => {
    fc.assert(
      fc.property(types, presentationText, (type, data) => {
        for (const convert of [toStoredRecord, toCanonicalRecord]) {
          const converted = convert(type, data);
          expect(convert(type, converted)).toBe(converted);
          expect(findRecordProblem(type, converted) === undefined).toBe(findRecordProblem(type, data) === undefined);
        }
      }),
    );
  });

  it('keeps the strings in their quoted form', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 255 }), { minLength: 1, maxLength: 3 }), (strings) => {
        const quoted = strings.map((bytes) => `"${Array.from(bytes, (byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`).join(' ');
        expect(parseStrings(toStoredRecord('TXT', quoted))).toEqual(strings.map((bytes) => [...bytes]));
      }),
    );
  });
});

/** Parses quoted strings to bytes, as in RFC 1035, section 5.1. */
function parseStrings(data: string): readonly (readonly number[])[] {
  const strings: number[][] = [];
  for (let at = 0; at < data.length; at += 2) {
    const bytes: number[] = [];
    for (at += 1; data[at] !== '"'; at += 1) {
      if (data[at] === '\\' && /\d/.test(data[at + 1] ?? '')) bytes.push(Number(data.slice(at + 1, (at += 3) + 1)));
      else bytes.push(data.charCodeAt(data[at] === '\\' ? ++at : at));
    }
    strings.push(bytes);
  }
  return strings;
}
