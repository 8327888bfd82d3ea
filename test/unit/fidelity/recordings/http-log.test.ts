import { describe, expect, test } from 'vitest';
import { readRecording } from '../../../../fidelity/recordings/read-recording.js';

const read = (text: string) => readRecording({ path: 'a.log', text });
const readExchanges = (text: string) => read(text).recording?.scenarios.flatMap(({ exchanges }) => exchanges);
const listProblems = (text: string) =>
  read(text).diagnostics.map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`);

const log = `POST https://dns.example.com/dns/v1/projects/\${projectId}/managedZones?alt=json
Accept: application/json
Content-Type: application/json

{
  "name": "zone"
}

200 OK
Content-Type: application/json
Vary: Origin
Vary: Referer

{
  "name": "zone"
}

---

DELETE https://dns.example.com/dns/v1/projects/p/managedZones/zone

204 No Content

---

GRPC /google.example.v1.Things/GetThing

{ "name": "x" }

OK

{}

---

GET https://dns.example.com/dns/v1/projects/p
Accept: text/plain
`;

describe('an HTTP log', () => {
  test('has requests and responses with their positions', () => {
    const at = (line: number) => ({ file: 'a.log', line, column: 1 });
    const body = { kind: 'json', value: { name: 'zone' }, text: '{\n  "name": "zone"\n}' };
    expect(readExchanges(log)).toEqual([
      {
        at: at(1),
        request: {
          method: 'POST',
          url: 'https://dns.example.com/dns/v1/projects/${projectId}/managedZones?alt=json',
          headers: [
            ['accept', 'application/json'],
            ['content-type', 'application/json'],
          ],
          body,
        },
        response: {
          at: at(9),
          status: 200,
          headers: [
            ['content-type', 'application/json'],
            ['vary', 'Origin'],
            ['vary', 'Referer'],
          ],
          body,
        },
      },
      {
        at: at(20),
        request: { method: 'DELETE', url: 'https://dns.example.com/dns/v1/projects/p/managedZones/zone', headers: [] },
        response: { at: at(22), status: 204, headers: [] },
      },
      { at: at(26), request: { method: 'GRPC', url: '/google.example.v1.Things/GetThing', headers: [] } },
      { at: at(36), request: { method: 'GET', url: 'https://dns.example.com/dns/v1/projects/p', headers: [['accept', 'text/plain']] } },
    ]);
    expect(read(log).recording).toMatchObject({ format: 'http-log', isNormalized: true });
  });

  test('may end its lines with CR LF', () => {
    const bodies = readExchanges(log.replaceAll('\n', '\r\n'))?.map(({ request }) => request.body?.kind);
    expect(bodies).toEqual(['json', undefined, undefined, undefined]);
  });

  test('keeps the separator, and texts like status lines, in a body', () => {
    const text = 'POST https://a.example/x\n\none\n---\ntwo\n404 is not found\n\n200 OK\n\nthree\n---\n\nfour\n';
    expect(readExchanges(text)).toMatchObject([
      {
        request: { body: { kind: 'text', text: 'one\n---\ntwo\n404 is not found' } },
        response: { status: 200, body: { kind: 'text', text: 'three\n---\n\nfour' } },
      },
    ]);
  });

  test('reports lines that are neither requests nor headers', () => {
    const text = 'GET https://a.example/x\nAccept\n\n200 OK\nServer\n\n---\n\nGET https://a.example/x\n';
    expect(listProblems(text)).toEqual([
      '2:1 syntax expected a header such as Accept: text/plain (received "Accept")',
      '5:1 syntax expected a header such as Accept: text/plain (received "Server")',
    ]);
  });
});

test.each([
  ['', 'an empty file'],
  ['hello', '"hello"'],
  ['GET /x HTTP/1.1', '"GET /x HTTP/1.1"'],
])('%j is in no known format', (text, found) => {
  expect(listProblems(text)).toEqual([expect.stringMatching(/^1:1 unknown-recording/)]);
  expect(listProblems(text)[0]).toContain(`(received ${found})`);
});
