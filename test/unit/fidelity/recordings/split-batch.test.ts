/** A recorded batch of calls is read as its calls. */
import { expect, test } from 'vitest';
import { readRecording } from '../../../../fidelity/recordings/read-recording.js';

const request = [
  '--b',
  'Content-Type: application/http',
  'Content-ID: <x+1>',
  '',
  'DELETE /store/v1/b/bu/o/a HTTP/1.1',
  'Accept: application/json',
  '',
  '--b',
  'Content-Type: application/http',
  'Content-ID: <x+2>',
  '',
  'POST https://www.googleapis.com/store/v1/b?project=p HTTP/1.1',
  'Content-Type: application/json',
  '',
  '{"name":"bu"}',
  '--b--',
].join('\n');
const response = [
  '--r',
  'Content-ID: <response-x+2>',
  '',
  'HTTP/1.1 409 Conflict',
  'Content-Type: application/json',
  '',
  '{"error":{"code":409}}',
  '--r',
  'Content-ID: <response-x+1>',
  '',
  'HTTP/1.1 204 No Content',
  '',
  '',
  '--r--',
].join('\r\n');

const read = (text: string, type = 'multipart/mixed; boundary="b"') => {
  const har = {
    log: {
      entries: [
        {
          request: {
            method: 'POST',
            url: 'https://www.googleapis.com/batch/store/v1',
            headers: [{ name: 'Content-Type', value: type }],
            postData: { mimeType: type, text },
          },
          response: {
            status: 200,
            headers: [{ name: 'Content-Type', value: 'multipart/mixed; boundary=r' }],
            content: { mimeType: 'multipart/mixed; boundary=r', text: response },
          },
        },
      ],
    },
  };
  const { recording } = readRecording({ path: 'a.har', text: JSON.stringify(har) });
  return recording?.scenarios.flatMap(({ exchanges }) => exchanges) ?? [];
};

test('each call has its own response', () => {
  expect(read(request)).toMatchObject([
    { request: { method: 'DELETE', url: 'https://www.googleapis.com/store/v1/b/bu/o/a' }, response: { status: 204 } },
    {
      request: { method: 'POST', url: 'https://www.googleapis.com/store/v1/b?project=p', body: { kind: 'json', value: { name: 'bu' } } },
      response: { status: 409, body: { kind: 'json', value: { error: { code: 409 } } } },
    },
  ]);
});

test.each([
  ['without a call', request.replace('DELETE', '?')],
  ['without an end', request.replace('--b--', '')],
])('a batch %s stays as it is', (_, text) => {
  expect(read(text)).toMatchObject([{ request: { method: 'POST', url: 'https://www.googleapis.com/batch/store/v1' } }]);
});
