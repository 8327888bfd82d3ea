import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../generator/lib/root.js';
import type { RecordedBody } from '../../../../fidelity/recordings/exchange.js';
import { readRecording } from '../../../../fidelity/recordings/read-recording.js';
import { readBlocks } from '../../../support/markdown.js';
import { writers, type Traffic } from './support/traffic-files.js';

const json = (text: string): RecordedBody => ({ kind: 'json', value: JSON.parse(text) as never, text });
const jsonType = ['content-type', 'application/json; charset=UTF-8'] as const;
const host = 'https://things.googleapis.com';
const time = Date.UTC(2024, 3, 1);

const textTraffic: Traffic = [
  {
    time,
    request: {
      method: 'POST',
      url: `${host}/v1/projects/\${projectId}/things?thingId=a%20b&alt=json`,
      headers: [['accept', '*/*'], jsonType],
      body: json('{"size":12345678901234567890,"__proto__":{"admin":true},"note":"Grüße\\n"}'),
    },
    response: { status: 200, headers: [jsonType, ['vary', 'Origin'], ['vary', 'Referer']], body: json('{"name":"t","items":[]}') },
  },
  {
    time: time + 10_000,
    request: { method: 'GET', url: `${host}/v1/projects/p/things/t`, headers: [] },
    response: { status: 404, headers: [jsonType], body: json('{"error":{"code":404}}') },
  },
  {
    time: time + 20_000,
    request: {
      method: 'PUT',
      url: `${host}/v1/notes/n`,
      headers: [['content-type', 'text/plain']],
      body: { kind: 'text', text: 'first\n---\nlast: "1"' },
    },
    response: { status: 204, headers: [] },
  },
];
const png = { kind: 'bytes', base64: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff]).toString('base64') } as const;
const binaryTraffic: Traffic = [
  ...['gzip', 'br', 'deflate'].map((encoding, index) => ({
    time: time + index * 1000,
    request: { method: 'GET', url: `${host}/v1/things/${encoding}`, headers: [] },
    response: { status: 200, headers: [['content-encoding', encoding], jsonType] as const, body: json('{"name":"t"}') },
  })),
  {
    time: time + 10_000,
    request: { method: 'GET', url: `${host}/v1/things/t?alt=media`, headers: [] },
    response: { status: 200, headers: [['content-type', 'image/png']], body: png },
  },
  {
    time: time + 20_000,
    request: { method: 'GET', url: `${host}/v1/things/t?alt=media`, headers: [] },
    response: {
      status: 200,
      headers: [
        ['content-type', 'image/png'],
        ['content-encoding', 'gzip'],
      ],
      body: png,
    },
  },
];
const formats = Object.keys(writers) as (keyof typeof writers)[];
const timed = /^har|^tape|Ruby$|Betamax$/;
/** In the others, bytes can't be told from texts. */
const textOnly: readonly string[] = ['http-log', 'vcr of vcrpy in JSON', 'har of Polly 2'];

/** Reads traffic without positions. */
function readTraffic(text: string) {
  const { recording, diagnostics } = readRecording({ path: 'recording', text });
  expect(diagnostics).toEqual([]);
  const exchanges = recording?.scenarios.flatMap((scenario) => scenario.exchanges) ?? [];
  return exchanges.map(({ at: _, response, ...exchange }) => {
    const { at: __, ...rest } = response ?? { at: undefined };
    return { ...exchange, ...(response && { response: rest }) };
  });
}

describe.each(formats)('%s', (format) => {
  const expectSame = (traffic: Traffic) => {
    const expected = timed.test(format) ? traffic : traffic.map(({ time: _, ...exchange }) => exchange);
    expect(readTraffic(writers[format](traffic))).toEqual(expected);
  };

  test('has the same exchanges as the other formats', () => {
    expectSame(textTraffic);
    const { recording } = readRecording({ path: 'recording', text: writers[format](textTraffic) });
    expect(recording).toMatchObject({ format: format.split(' ')[0], file: 'recording', isNormalized: true });
    expect(Object.getPrototypeOf(recording?.scenarios[0]?.exchanges[0]?.request.body)).toBe(Object.prototype);
  });

  test.skipIf(textOnly.includes(format))('has the same bytes as the other formats, without content encodings', () => {
    expectSame(binaryTraffic);
  });
});

test('a YAML cassette can repeat values, and have names and values of headers in binary', () => {
  const base64 = (text: string) => `!binary |-\n        ${Buffer.from(text).toString('base64')}`;
  const cassette = `---
http_interactions:
- request:
    method: get
    uri: ${host}/v1/things
    body: &empty
      encoding: US-ASCII
      string: ''
    headers: {}
  response:
    status: {code: 200}
    headers:
      !binary "${Buffer.from('Content-Type').toString('base64')}":
      - ${base64('application/json')}
    body: *empty
`;
  expect(readTraffic(cassette)).toEqual([
    {
      request: { method: 'GET', url: `${host}/v1/things`, headers: [] },
      response: { status: 200, headers: [['content-type', 'application/json']] },
    },
  ]);
});

test('a module can have what people write by hand', () => {
  const module = `
'use strict';
import nock from 'nock';

nock.disableNetConnect();
const scope = nock("${host}/v1", { reqheaders: { accept: '*/*' } }).persist();
scope
  .intercept('/things', 'POST', { __proto__: { admin: true }, 'a\\u0062\\x63\\'': \`x\n\`, constructor: -1.5e3, }, { reqheaders: { via: 'a' } })
  .query({ q: 'a b', id: [1, 2] })
  .reply(200)
  // The second one.
  .get('/things')
  .reply(404, 'no');
`;
  const [first, second, ...others] = readTraffic(module);
  expect(others).toEqual([]);
  expect(first?.request).toMatchObject({
    method: 'POST',
    url: `${host}/v1/things?q=a%20b&id=1&id=2`,
    headers: [
      ['accept', '*/*'],
      ['via', 'a'],
    ],
  });
  expect(first?.request.body).toMatchObject({ text: '{"__proto__":{"admin":true},"abc\'":"x\\n","constructor":-1500}' });
  expect(second).toMatchObject({ request: { method: 'GET' }, response: { status: 404, body: { text: 'no' } } });
});

test('the lists of a module that have keys are scenarios', () => {
  const call = (path: string) => `{ scope: '${host}', method: 'GET', path: '${path}', status: 200 }`;
  const text = `module.exports = { 'lists things': [${call('/a')}, ${call('/b')}], 'reads one': [${call('/c')}] };`;
  const { recording } = readRecording({ path: 'a.js', text });
  expect(recording?.scenarios.map(({ name, exchanges }) => [name, exchanges.length])).toEqual([
    ['lists things', 2],
    ['reads one', 1],
  ]);
});

test('a test that uses nock is not a recording', () => {
  const text = `const nock = require('nock');\ndescribe('x', () => { nock('${host}').get('/').reply(200); });`;
  expect(readRecording({ path: 'a.test.js', text }).diagnostics.map(({ code }) => code)).toEqual(['unknown-recording']);
});

test('httpreplay keeps only the media type of a body in several parts, and no headers of the parts', () => {
  const Request = { Method: 'POST', URL: `${host}/upload/v1/things`, MediaType: 'multipart/related', BodyParts: ['e30=', 'aGk='] };
  const [exchange] = readTraffic(JSON.stringify({ Version: '0.2', Entries: [{ Request, Response: { StatusCode: 200, Body: null } }] }));
  const [[, type = ''] = []] = exchange?.request.headers ?? [];
  const [, boundary = ''] = /^multipart\/related; boundary=(\w+)$/.exec(type) ?? [];
  expect(exchange?.request.body).toEqual({
    kind: 'text',
    text: `--${boundary}\r\nContent-Type: application/json\r\n\r\n{}\r\n--${boundary}\r\n\r\nhi\r\n--${boundary}--\r\n`,
  });
});

test.each(['tape', 'http-log'])('the example of the page is a recording (%s)', (format) => {
  const page = 'docs/reference/recordings.md';
  const recordings = readBlocks(readFileSync(join(packageRoot, page), 'utf8'), page).map(({ text }) => readRecording({ path: page, text }));
  expect(recordings.filter(({ recording }) => recording?.format === format).map(({ diagnostics }) => diagnostics)).toEqual([[]]);
});
