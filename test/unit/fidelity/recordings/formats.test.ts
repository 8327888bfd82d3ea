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
    time: time + 10,
    request: { method: 'GET', url: `${host}/v1/projects/p/things/t`, headers: [] },
    response: { status: 404, headers: [jsonType], body: json('{"error":{"code":404}}') },
  },
  {
    time: time + 20,
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
    time: time + index,
    request: { method: 'GET', url: `${host}/v1/things/${encoding}`, headers: [] },
    response: { status: 200, headers: [['content-encoding', encoding], jsonType] as const, body: json('{"name":"t"}') },
  })),
  {
    time: time + 10,
    request: { method: 'GET', url: `${host}/v1/things/t?alt=media`, headers: [] },
    response: { status: 200, headers: [['content-type', 'image/png']], body: png },
  },
  {
    time: time + 20,
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
const timed: readonly string[] = ['har', 'tape'];

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
    const expected = timed.includes(format) ? traffic : traffic.map(({ time: _, ...exchange }) => exchange);
    expect(readTraffic(writers[format](traffic))).toEqual(expected);
  };

  test('has the same exchanges as the other formats', () => {
    expectSame(textTraffic);
    const { recording } = readRecording({ path: 'recording', text: writers[format](textTraffic) });
    expect(recording).toMatchObject({ format: format.split(' ')[0], file: 'recording', isNormalized: true });
    expect(Object.getPrototypeOf(recording?.scenarios[0]?.exchanges[0]?.request.body)).toBe(Object.prototype);
  });

  test.skipIf(format === 'http-log')('has the same bytes as the other formats, without content encodings', () => {
    expectSame(binaryTraffic);
  });
});

test.each(['tape', 'http-log'])('the example of the page is a recording (%s)', (format) => {
  const page = 'docs/reference/recordings.md';
  const recordings = readBlocks(readFileSync(join(packageRoot, page), 'utf8'), page).map(({ text }) => readRecording({ path: page, text }));
  expect(recordings.filter(({ recording }) => recording?.format === format).map(({ diagnostics }) => diagnostics)).toEqual([[]]);
});
