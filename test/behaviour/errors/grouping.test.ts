/** Which reported errors are one group: a table of pairs. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../templates/runtime/mock/index.js';
import { serve } from '../ask.js';

const groupsOf = async (...events: readonly JsonObject[]): Promise<number> => {
  const { send } = serve('errorReporting');
  for (const event of events) expect((await send('POST /v1beta1/projects/p/events:report', event)).status).toBe(200);
  const { body } = await send('GET /v1beta1/projects/p/groupStats?timeRange.period=PERIOD_1_DAY');
  return (body['errorGroupStats'] as readonly unknown[]).length;
};
const java = (message: string, line = 10, method = 'pay', file = 'Shop.java'): string =>
  `java.lang.IllegalStateException: ${message}\n\tat com.example.Shop.${method}(${file}:${line})\n\tat com.example.Main.main(Main.java:5)`;
const node = (message: string, line = 10, type = 'TypeError', folder = '/srv/app'): string =>
  `${type}: ${message}\n    at pay (${folder}/shop.js:${line}:7)\n    at async main (${folder}/index.js:3:1)`;
const python = (message: string, line = 10, type = 'ValueError'): string =>
  `Traceback (most recent call last):\n  File "/srv/shop.py", line ${line}, in pay\n    total = 1 / 0\n${type}: ${message}`;
const go = (address: string, line = 10): string =>
  `panic: runtime error\n\ngoroutine 1 [running]:\nmain.pay(${address})\n\t/srv/shop.go:${line} +0x1d`;

describe('one group', () => {
  test.each([
    ['the same message', 'Cannot pay', 'Cannot pay'],
    ['other numbers', 'Order 17 failed', 'Order 12345 failed'],
    ['other negative numbers', 'Balance -5', 'Balance -99'],
    ['other fractions', 'Took 1.5 s', 'Took 12.75 s'],
    ['other hexadecimal', 'At 0xdeadbeef', 'At 0x1f'],
    ['other hashes', 'Commit 3f2a9bc1 broken', 'Commit 9e8d7c6b5a broken'],
    ['other UUIDs', 'Job 7d444840-9dc0-11d1-b245-5ffdce74fad2 died', 'Job 00000000-9dc0-11d1-b245-5ffdce74fad2 died'],
    ['other IPv4 addresses', 'Host 192.0.2.1 is down', 'Host 198.51.100.200 is down'],
    ['other ports', 'Host 192.0.2.1:80 is down', 'Host 192.0.2.1:8080 is down'],
    ['other IPv6 addresses', 'Host 2001:db8::1 is down', 'Host fe80::aaaa:1 is down'],
    ['other mail addresses', 'No user a@example.com', 'No user b.c@example.org'],
    ['other lines of paths', 'Failed in /srv/app.js:10', 'Failed in /srv/app.js:99'],
    ['other lines and columns of paths', 'Failed in /srv/app.js:10:5', 'Failed in /srv/app.js:99:1'],
    ['other times', 'Late at 2025-01-01T00:00:00Z', 'Late at 2025-06-30T12:34:56.789Z'],
    ['other blanks', 'Cannot  pay', 'Cannot pay'],
    ['other lines after the first', 'Cannot pay\nbecause', 'Cannot pay\nsince'],
    ['Java: other messages', java('a'), java('b')],
    ['Java: other lines', java('a', 10), java('a', 20)],
    ['JavaScript: other messages', node('a'), node('b')],
    ['JavaScript: other lines', node('a', 1), node('a', 2)],
    ['JavaScript: other folders', node('a', 1, 'TypeError', '/srv/a'), node('a', 1, 'TypeError', '/home/b')],
    ['JavaScript: other ways through Node', node('a'), `${node('a')}\n    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)`],
    ['Python: other messages', python('a'), python('b')],
    ['Python: other lines', python('a', 1), python('a', 2)],
    ['Go: other addresses', go('0xc000010200'), go('0xc0000aaaaa')],
    ['Go: other lines', go('0x1', 1), go('0x1', 2)],
    ['other line ends', java('a'), java('a').replaceAll('\n', '\r\n')],
  ])('%s', async (_, one, other) => {
    expect(await groupsOf({ message: one, serviceContext: { service: 's' } }, { message: other, serviceContext: { service: 's' } })).toBe(
      1,
    );
  });

  test('other versions, users and requests of one service', async () => {
    expect(
      await groupsOf(
        { message: 'm', serviceContext: { service: 's', version: '1' }, context: { user: 'a' } },
        { message: 'm', serviceContext: { service: 's', version: '2' }, context: { user: 'b', httpRequest: { url: '/x' } } },
      ),
    ).toBe(1);
  });
});

describe('two groups', () => {
  test.each([
    ['another message', 'Cannot pay', 'Cannot ship'],
    ['another order of words', 'a before b', 'b before a'],
    ['another path', 'Failed in /srv/app.js:10', 'Failed in /srv/other.js:10'],
    ['Java: another exception', java('a'), java('a').replace('IllegalState', 'IllegalArgument')],
    ['Java: another method', java('a'), java('a', 10, 'ship')],
    ['Java: another file', java('a'), java('a', 10, 'pay', 'Other.java')],
    ['Java: one frame more', java('a'), `${java('a')}\n\tat com.example.Boot.run(Boot.java:1)`],
    ['JavaScript: another type', node('a'), node('a', 10, 'RangeError')],
    ['Python: another type', python('a'), python('a', 10, 'KeyError')],
    ['with and without a stack', java('a'), 'java.lang.IllegalStateException: a'],
    ['other languages', java('a'), python('a')],
  ])('%s', async (_, one, other) => {
    expect(await groupsOf({ message: one, serviceContext: { service: 's' } }, { message: other, serviceContext: { service: 's' } })).toBe(
      2,
    );
  });

  test('another service', async () => {
    expect(await groupsOf({ message: 'm', serviceContext: { service: 'a' } }, { message: 'm', serviceContext: { service: 'b' } })).toBe(2);
    expect(
      await groupsOf({ message: java('a'), serviceContext: { service: 'a' } }, { message: java('a'), serviceContext: { service: 'b' } }),
    ).toBe(2);
  });
});
