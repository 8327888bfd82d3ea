/** Formats of users: what they return is validated, and their errors are diagnostics. */
import { describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { defineRecordingFormat, type FormatExchange, type RecordingFormat } from '../../../../fidelity/recordings/format.js';
import { readRecording, type RecordingLimits } from '../../../../fidelity/recordings/read-recording.js';

const acme = (read: RecordingFormat['read']) =>
  defineRecordingFormat({ name: 'acme', matches: ({ text }) => text.startsWith('acme'), read });
const readFile = (format: RecordingFormat, text = 'acme\nGET /a\n', limits: RecordingLimits = {}) =>
  readRecording({ path: 'a.txt', text }, { formats: [format], limits });
const listProblems = (format: RecordingFormat, text?: string, limits?: RecordingLimits) =>
  readFile(format, text, limits).diagnostics.map(({ line, column, code, message }) => `${line}:${column} ${code}: ${message}`);

const request = { method: 'get', url: 'https://a.example/v1/things' };

test('a format reads the files that it matches, with positions and scenarios', () => {
  const lines = acme(function* (file) {
    for (const { index, 0: line } of file.text.matchAll(/^GET (\S+)$/gm))
      yield { scenario: line.slice(4), at: file.locate(index), time: 5, request: { method: 'GET', url: line.slice(4) } };
  });
  const { recording, diagnostics } = readFile(lines, 'acme\nGET /a\nGET /b\n');
  expect(diagnostics).toEqual([]);
  expect(recording).toMatchObject({ format: 'acme', file: 'a.txt' });
  expect(recording?.scenarios).toEqual([
    { name: '/a', exchanges: [{ at: { file: 'a.txt', line: 2, column: 1 }, time: 5, request: { method: 'GET', url: '/a', headers: [] } }] },
    { name: '/b', exchanges: [{ at: { file: 'a.txt', line: 3, column: 1 }, time: 5, request: { method: 'GET', url: '/b', headers: [] } }] },
  ]);
});

test('methods, headers, and bodies become those of the built-in formats', () => {
  const exchange: FormatExchange = {
    request: { ...request, headers: { Accept: ['a/b', 'c/d'] }, body: 'text' },
    response: {
      status: 200,
      headers: [
        ['Content-Type', 'application/json'],
        ['Content-Encoding', 'gzip'],
      ],
      body: gzipSync('{"__proto__":{"admin":true}}'),
    },
  };
  const [first] = readFile(acme(() => [exchange])).recording?.scenarios[0]?.exchanges ?? [];
  expect(first?.request).toEqual({
    method: 'GET',
    url: request.url,
    headers: [
      ['accept', 'a/b'],
      ['accept', 'c/d'],
    ],
    body: { kind: 'text', text: 'text' },
  });
  expect(first?.response?.body).toMatchObject({ kind: 'json', text: '{"__proto__":{"admin":true}}' });
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
});

test('a format of the user precedes the built-in ones, and leaves other files to them', () => {
  const har = '{"log": {"entries": []}}';
  const ofAll = defineRecordingFormat({ name: 'acme', matches: ({ root }) => root?.find('log') !== undefined, read: () => [] });
  expect(readFile(ofAll, har).recording?.format).toBe('acme');
  expect(
    readFile(
      acme(() => []),
      har,
    ).recording?.format,
  ).toBe('har');
  // The format has looked at the root, which isn't JSON.
  expect(readFile(ofAll, '{"tape":1}\n{"request":{"method":"GET","url":"/a"}}\n').recording?.format).toBe('tape');
});

test('a format reports problems at positions of the file', () => {
  const rejecting = acme((file) => {
    file.skip('it has no reply', file.locate(5));
    file.reject('the version must be 1', { file: '/etc/passwd', line: 2, column: 4 });
    file.reject('no position', undefined as never);
    return [];
  });
  expect(
    readFile(rejecting).diagnostics.map(({ file, line, column, severity, message }) => `${file}:${line}:${column} ${severity} ${message}`),
  ).toEqual([
    'a.txt:1:1 error the recording is invalid: no position',
    'a.txt:2:1 warning the exchange is skipped: it has no reply',
    'a.txt:2:4 error the recording is invalid: the version must be 1',
  ]);
});

describe('a faulty format is a diagnostic', () => {
  const failure = '1:1 failed-format: the recording format "acme" failed:';
  test.each<readonly [string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new RangeError('out of range');
      },
      `${failure} RangeError: out of range`,
    ],
    [
      'throws a value',
      () => {
        throw null;
      },
      `${failure} it throws something that is not an Error`,
    ],
    [
      'throws later',
      function* (): Generator<FormatExchange> {
        yield { request };
        throw new Error('late');
      },
      `${failure} Error: late`,
    ],
    ['returns nothing', () => undefined, `${failure} read must return an iterable of exchanges`],
    ['returns a promise', async () => [], `${failure} read must return an iterable of exchanges`],
    ['returns a string', () => 'GET /a', `${failure} read must return an iterable of exchanges`],
  ])('that %s', (_, read, expected) => {
    expect(listProblems(acme(read as never))).toEqual([expected]);
  });

  test('whose matches is asynchronous', () => {
    const format = { name: 'acme', matches: async () => true, read: () => [] };
    expect(listProblems(format as never)).toEqual([`${failure} matches must return true or false`]);
  });
});

describe('an invalid exchange is a diagnostic at its position', () => {
  const at = { file: 'a.txt', line: 2, column: 1 };
  test.each<readonly [string, unknown, string]>([
    ['of another type', 5, '1:1 wrong-form: exchanges[0].request must be an object (received nothing)'],
    ['without a request', { at }, '2:1 wrong-form: exchanges[0].request must be an object (received nothing)'],
    ['with an inherited request', Object.create({ request }), '1:1 wrong-form: exchanges[0].request must be an object (received nothing)'],
    [
      'with another method',
      { at, request: { ...request, method: 'G T' } },
      '2:1 wrong-form: exchanges[0].request.method must be an HTTP method (received "G T")',
    ],
    [
      'with another URL',
      { at, request: { ...request, url: 'x' } },
      '2:1 wrong-form: exchanges[0].request.url must be a URL such as https://example.com/v1/things (received "x")',
    ],
    [
      'with another status',
      { at, request, response: { status: '200' } },
      '2:1 wrong-form: exchanges[0].response.status must be an HTTP status from 100 to 599 (received "200")',
    ],
    [
      'with another body',
      { at, request: { ...request, body: { kind: 'json', value: {}, text: '{}' } } },
      '2:1 wrong-form: exchanges[0].request.body must be a string or a Uint8Array (received a value of the type object)',
    ],
    [
      'with other headers',
      { at, request: { ...request, headers: [['a']] } },
      '2:1 wrong-form: exchanges[0].request.headers must be pairs of names and values, or a mapping of names to values (received a list)',
    ],
    [
      'with another time',
      { at, time: NaN, request },
      '2:1 wrong-form: exchanges[0].time must be a number of milliseconds since 1970 (received NaN)',
    ],
    ['with another scenario', { at, scenario: 1, request }, '2:1 wrong-form: exchanges[0].scenario must be a string (received 1)'],
  ])('%s', (_, exchange, expected) => {
    const format = acme(() => [exchange as FormatExchange]);
    expect(listProblems(format)).toEqual([expected]);
    expect(readFile(format).recording).toBeUndefined();
  });
});

describe('limits apply to what a format returns', () => {
  function* repeat(exchange: FormatExchange): Generator<FormatExchange> {
    for (;;) yield exchange;
  }

  test.each<readonly [string, RecordingLimits, FormatExchange, string]>([
    [
      'the number of exchanges',
      { exchanges: 2 },
      { request },
      '1:1 too-many-exchanges: a recording must have at most 2 exchanges (received more than 2); limits.exchanges sets the limit',
    ],
    [
      'a body',
      { body: 3, exchanges: 1 },
      { request: { ...request, body: 'four' } },
      '1:1 body-too-large: a body must have at most 3 bytes after decompression (received 4); limits.body sets the limit',
    ],
    [
      'all texts',
      { size: 60, exchanges: 3 },
      { request },
      '1:1 too-large: the file must have at most 60 characters (received more than 60 in its exchanges); limits.size sets the limit',
    ],
  ])('%s', (_, limits, exchange, expected) => {
    expect(
      listProblems(
        acme(() => repeat(exchange)),
        undefined,
        limits,
      ),
    ).toContain(expected);
  });
});
