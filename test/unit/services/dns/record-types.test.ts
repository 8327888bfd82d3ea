import { expect, it } from 'vitest';
import { findRecordProblem } from '../../../../services/dns/validate/record-types.js';

const label = 'a'.repeat(63);

it.each([
  ['A', ['192.0.2.1', '0.0.0.0'], ['192.0.2', '192.0.2.256', '192.0.2.01', '2001:db8::1', '192.0.2.1 192.0.2.2', '']],
  [
    'AAAA',
    ['2001:db8::1', '::', '::1', '1:2:3:4:5:6:7:8', '::ffff:192.0.2.1'],
    ['2001:db8', '1::2::3', '1:2:3:4:5:6:7:8:9', 'g::', '::256.0.0.1', '192.0.2.1'],
  ],
  [
    'CNAME',
    ['example.com.', 'a_b.example.com.', `${label}.example.`, '*.example.com.'],
    ['example.com', 'a..b.', `${label}a.example.`, 'a b.', '-.example.com.x'],
  ],
  ['NS', ['ns1.example.com.'], ['ns1', '192.0.2.1']],
  ['PTR', ['host.example.com.'], ['host.example.com']],
  ['MX', ['10 mail.example.com.', '0 .'], ['mail.example.com.', '-1 mail.example.com.', '65536 mail.example.com.', '10 mail.example.com']],
  ['TXT', ['"hello world"', 'hello', '"a" "b"', '"a \\" quoted"', `"${'x'.repeat(255)}"`], ['"open', `"${'x'.repeat(256)}"`, '']],
  ['SPF', ['"v=spf1 -all"'], ['"v=spf1']],
  ['SRV', ['0 5 5060 sip.example.com.'], ['0 5 sip.example.com.', '0 5 65536 sip.example.com.', '0 5 5060 sip']],
  ['CAA', ['0 issue "ca.example.net"', '128 iodef "mailto:a@example.com"'], ['issue "ca.example.net"', '256 issue ";"', '0 is-sue ";"']],
  [
    'SOA',
    ['ns.example.com. root.example.com. 1 21600 3600 259200 300'],
    ['ns.example.com. root.example.com. 1 2 3 4', 'ns root 1 2 3 4 5'],
  ],
  ['DS', [`1 8 2 ${'A0'.repeat(32)}`, `1 8 1 ${'ab'.repeat(20)}`], [`1 8 2 ${'A0'.repeat(20)}`, '1 8 2 XYZ', '1 8 2']],
  ['DNSKEY', ['257 3 8 AwEAAQ=='], ['257 3 8', '257 3 8 ***']],
  ['SSHFP', ['1 1 aabb'], ['1 1 aab', '1 256 aa']],
  ['TLSA', ['3 1 1 aabb'], ['3 1 1', '3 1 1 zz']],
  ['NAPTR', ['100 10 "u" "E2U+sip" "!^.*$!sip:a@example.com!" .'], ['100 10 "u" "E2U+sip" .']],
  [
    'HTTPS',
    ['1 . alpn=h3', '0 other.example.com.', '1 . alpn="h2,h3"', '1 . key65333="a b" port=8443 no-default-alpn'],
    ['1', 'x .', '1 . alpn="h2', '1 . "h2"'],
  ],
  ['SVCB', ['1 svc.example.com. ipv4hint=192.0.2.1', '2 . mandatory="alpn" alpn="a\\"b"'], ['1 svc.example.com', '1 . ALPN=h2']],
] as const)('validates %s', (type, valid, invalid) => {
  for (const data of valid) expect(findRecordProblem(type, data), data).toBeUndefined();
  for (const data of invalid) expect(findRecordProblem(type, data), data).toBeTypeOf('string');
});

it('accepts unknown types', () => {
  expect(findRecordProblem('TYPE65280', 'anything "')).toBeUndefined();
});
