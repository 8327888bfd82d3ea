/** What recorders of HAR files do differently: they keep content encodings, or leave out bodies. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { RecordedResponse } from '../../../../fidelity/recordings/exchange.js';
import { readRecording } from '../../../../fidelity/recordings/read-recording.js';

interface Message {
  readonly content?: object;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly [key: string]: unknown;
}

function read(response: Message, request: object = {}) {
  const entry = { request: { method: 'GET', url: 'https://a.example/x', ...request }, response: { status: 200, ...response } };
  return readRecording({ path: 'a.har', text: JSON.stringify({ log: { entries: [entry] } }) });
}

function readResponse(response: Message): RecordedResponse | undefined {
  const { recording, diagnostics } = read(response);
  expect(diagnostics).toEqual([]);
  return recording?.scenarios[0]?.exchanges[0]?.response;
}

const text = '{"name":"a"}';
const encoded = (encoding: string, bytes: Buffer): Message => ({
  headers: [{ name: 'Content-Encoding', value: encoding }],
  content: { size: 12, text: bytes.toString('base64'), encoding: 'base64' },
});

describe('content in base64', () => {
  test.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['gzip', Buffer.from(text)],
    ['unknown', Buffer.from(text)],
  ])('is decompressed if it is compressed: %s', (encoding, bytes) => {
    expect(readResponse(encoded(encoding, bytes))?.body).toMatchObject({ kind: 'json', value: { name: 'a' } });
  });

  test('can be a list of chunks', () => {
    const bytes = gzipSync(text);
    const chunks = [bytes.subarray(0, 9), bytes.subarray(9)].map((chunk) => chunk.toString('base64'));
    const content = { size: 1, text: JSON.stringify(chunks), encoding: 'base64' };
    expect(readResponse({ ...encoded('gzip', bytes), content })?.body).toMatchObject({ kind: 'json' });
  });

  test('can be the unmarked chunks of an old Polly', () => {
    const bytes = gzipSync(text);
    const content = { text: JSON.stringify([bytes.subarray(0, 9), bytes.subarray(9)].map((chunk) => chunk.toString('hex'))) };
    const entries = [
      {
        request: { method: 'GET', url: 'https://a.example/x' },
        response: { status: 200, headers: encoded('gzip', bytes).headers, content },
      },
    ];
    const { recording } = readRecording({ path: 'a', text: JSON.stringify({ log: { creator: { name: 'Polly.JS' }, entries } }) });
    expect(recording?.scenarios[0]?.exchanges[0]?.response?.body).toMatchObject({ kind: 'json' });
  });

  test('stays as it is if it is not compressed, whatever the header says', () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0]);
    expect(readResponse(encoded('gzip', bytes))?.body).toEqual({ kind: 'bytes', base64: bytes.toString('base64') });
  });
});

describe('a body that the recorder left out', () => {
  test.each([
    ['a size without a text', { content: { size: 12, comment: 'Response bodies are not included.' } }, true],
    ['an unknown size', { content: { size: -1 } }, true],
    ['a size of the sent body', { content: { size: 0 }, bodySize: 12 }, true],
    ['an empty body', { content: { size: 0 }, bodySize: 0 }, undefined],
    ['no size', { content: {} }, undefined],
    ['a status without a body', { status: 304, content: { size: 12 } }, undefined],
  ])('%s', (_, response, expected) => {
    expect(readResponse(response)?.isBodyUnknown).toBe(expected);
  });

  test('of a request makes its entry useless', () => {
    const { recording, diagnostics } = read({ content: {} }, { method: 'POST', bodySize: 5 });
    expect(recording?.scenarios).toEqual([]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the exchange is skipped: the recording does not contain the body of the request',
    ]);
  });
});
