import { readFileSync } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../../generator/lib/json.js';
import type { RecordedBody, RecordedHeaders } from '../../../../fidelity/recordings/exchange.js';
import { readRecording } from '../../../../fidelity/recordings/read-recording.js';
import { tapeHeader, writeTape, type TapeExchange } from '../../../../fidelity/recordings/write-tape.js';
import { anyCharacter } from '../../../support/any-character.js';

const read = (text: string) => readRecording({ path: 'a.tape', text });
const listProblems = (text: string) =>
  read(text).diagnostics.map(({ line, column, severity, code }) => `${line}:${column} ${severity} ${code}`);
const line = (url: string, more = '') => `{"request":{"method":"GET","url":"https://a.example${url}"}${more}}\n`;
const listUrls = (text: string) =>
  read(text).recording?.scenarios.map(
    ({ name, exchanges }) => `${name}: ${exchanges.map(({ request }) => new URL(request.url).pathname).join(' ')}`,
  );

const schema = JSON.parse(readFileSync(new URL('../../../../fidelity/recordings/tape.schema.json', import.meta.url), 'utf8')) as object;
const isValid = new Ajv2020({ strict: true, strictRequired: false }).compile(schema);

test('has scenarios, whose exchanges can take turns', () => {
  const text = tapeHeader + line('/1', ',"scenario":"b"') + line('/2') + '\n' + line('/3', ',"scenario":"b"');
  expect(listUrls(text)).toEqual(['b: /1 /3', 'main: /2']);
});

test('ignores members that it does not know', () => {
  expect(listUrls(`{"tape":1,"recorder":"x"}\n${line('/1', ',"note":{}')}`)).toEqual(['main: /1']);
});

test('locates requests and responses', () => {
  const { recording } = read(tapeHeader + line('/1', ',"response":{"status":200}'));
  const [exchange] = recording?.scenarios[0]?.exchanges ?? [];
  expect(exchange?.at).toEqual({ file: 'a.tape', line: 2, column: 12 });
  expect(exchange?.response?.at).toEqual({ file: 'a.tape', line: 2, column: 68 });
});

test('may end in the middle of a line, if the recorder was stopped', () => {
  const text = tapeHeader + line('/1') + line('/2').trimEnd();
  expect(listUrls(text)).toEqual(['main: /1 /2']);
  for (let length = text.lastIndexOf('\n') + 2; length < text.length; length++) {
    expect(listProblems(text.slice(0, length))).toEqual(['3:1 warning incomplete-recording']);
    expect(listUrls(text.slice(0, length))).toEqual(['main: /1']);
  }
});

test('is not a recorder that was stopped if the broken line has an end', () => {
  expect(listProblems(`${tapeHeader}{"request":\n`)).toEqual(['2:1 error syntax']);
});

test('can lack a body: of a request, which is skipped, or of a response', () => {
  const omitted = '"body":{"omitted":5}';
  const request = `{"request":{"method":"PUT","url":"https://a.example/1",${omitted}},"response":{"status":200}}`;
  const response = `{"request":{"method":"GET","url":"https://a.example/2"},"response":{"status":200,${omitted}}}`;
  const text = `${tapeHeader}${request}\n${response}\n`;
  expect([request, response].every((each) => isValid(JSON.parse(each)))).toBe(true);
  expect(listUrls(text)).toEqual(['main: /2']);
  expect(read(text).recording?.scenarios[0]?.exchanges[0]?.response).toBeUndefined();
  expect(listProblems(text)).toEqual(['2:74 warning skipped-exchange']);
});

const headerName = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/).filter((name) => !name.startsWith('content-'));
const jsonBody = fc
  .jsonValue()
  .chain((value) => fc.constantFrom(undefined, 2).map((space) => JSON.stringify(value, undefined, space)))
  .map((text): RecordedBody => ({ kind: 'json', value: JSON.parse(text) as Json, text }));
const textBody = fc
  .string({ unit: anyCharacter, minLength: 1 })
  .filter((text) => !/^\s*[[{]/.test(text))
  .map((text): RecordedBody => ({ kind: 'text', text }));
const bytesBody = fc
  .uint8Array({ minLength: 1 })
  .filter((bytes) => !isUtf8(bytes))
  .map((bytes): RecordedBody => ({ kind: 'bytes', base64: Buffer.from(bytes).toString('base64') }));
const content = fc
  .record({
    headers: fc.array(fc.tuple(headerName, fc.string())),
    body: fc.option(fc.oneof(jsonBody, textBody, bytesBody), { nil: undefined }),
  })
  .map(({ headers, body }): { headers: RecordedHeaders; body?: RecordedBody } => ({
    headers: [...headers, ['content-type', body?.kind === 'json' ? 'application/json' : 'text/plain']],
    ...(body && { body }),
  }));
const exchange = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'GRPC'),
    url: fc.constantFrom('https://a.example/v1/${projectId}?a=%20', 'http://127.0.0.1:8080/', '/v1/x'),
    request: content,
    status: fc.integer({ min: 100, max: 599 }),
    response: fc.option(content, { nil: undefined }),
    time: fc.option(fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }), { nil: undefined }),
  })
  .map(({ method, url, request, status, response, time }): TapeExchange => ({
    request: { method, url, ...request },
    ...(response && { response: { status, ...response } }),
    ...(time && { time: time.getTime() }),
  }));
const scenarios = fc.uniqueArray(fc.record({ name: fc.string(), exchanges: fc.array(exchange, { minLength: 1 }) }), {
  selector: ({ name }) => name,
});

/** Without positions, and without white space between the tokens of JSON bodies. */
function simplify(list: readonly { readonly name: string; readonly exchanges: readonly TapeExchange[] }[]): unknown {
  const shorten = (body: RecordedBody | undefined): unknown =>
    body?.kind === 'json' ? { ...body, text: JSON.stringify(body.value) } : body;
  return list.map(({ name, exchanges }) => ({
    name,
    exchanges: exchanges.map(({ request, response, time }) => ({
      time,
      request: { ...request, body: shorten(request.body) },
      response: response && { status: response.status, headers: response.headers, body: shorten(response.body) },
    })),
  }));
}

test('is read as it was written, and its lines match the schema', () => {
  fc.assert(
    fc.property(scenarios, (written) => {
      const lines = [...writeTape(written)];
      for (const each of lines) expect(isValid(JSON.parse(each))).toBe(true);
      const text = Buffer.from(lines.join('')).toString('utf8');
      const { recording, diagnostics } = read(text);
      expect(diagnostics).toEqual([]);
      expect(simplify(recording?.scenarios ?? [])).toEqual(simplify(written));
    }),
  );
});

test('long strings do not exhaust the stack', () => {
  const text = `["${'\\n'.repeat(4_500_000)}", 12345678901234567890]`;
  const request = { method: 'POST', url: '/x', headers: [], body: { kind: 'json', value: [], text } } as const;
  const { recording } = read([...writeTape([{ name: 'main', exchanges: [{ request }] }])].join(''));
  expect(recording?.scenarios[0]?.exchanges[0]?.request.body).toMatchObject({ text: text.replace(', ', ',') });
});

test.each([
  '{"tape":2}',
  '{"request":{"method":"GET"}}',
  '{"request":{"method":"GET","url":"a"}}',
  '{"request":{"method":"GET","url":"/a","headers":[["a"]]}}',
  '{"request":{"method":"GET","url":"/a"},"response":{"status":1}}',
  '{"request":{"method":"GET","url":"/a"},"time":"now"}',
  '{"scenario":1,"request":{"method":"GET","url":"/a"}}',
])('neither the reader nor the schema accepts %s', (text) => {
  expect(isValid(JSON.parse(text))).toBe(false);
  expect(listProblems(text.startsWith('{"tape"') ? text : `${tapeHeader}${text}\n`)).toHaveLength(1);
});
