/** Files with response bodies, whose names state the requests. */
import { expect, test } from 'vitest';
import { defineResponseFiles } from '../../../../fidelity/recordings/formats/response-files.js';
import { readRecording } from '../../../../fidelity/recordings/read-recording.js';

const flat = defineResponseFiles({
  name: 'flat',
  files: ['fixtures/{path}_{method}_{status}.json', 'fixtures/{path}_{method}.json', 'fixtures/{path}.json'],
  base: 'https://a.example/v1/',
  separator: '_',
});
const folders = defineResponseFiles({ name: 'folders', files: ['mocks/{path}/{method}.mock'], base: 'https://a.example' });

const read = (path: string) => readRecording({ path, text: '{ "name": "z" }' }, { formats: [flat, folders] });

test.each([
  ['fixtures/zones.json', 'GET', 'https://a.example/v1/zones', 200],
  ['a\\fixtures\\zones_a.b-c.json', 'GET', 'https://a.example/v1/zones/a.b-c', 200],
  ['a/fixtures/zones_z_delete.json', 'DELETE', 'https://a.example/v1/zones/z', 200],
  ['fixtures/zones_x_get_404.json', 'GET', 'https://a.example/v1/zones/x', 404],
  ['mocks/v1/zones/z/GET.mock', 'GET', 'https://a.example/v1/zones/z', 200],
])('the name %s states %s %s', (path, method, url, status) => {
  const { recording, diagnostics } = read(path);
  expect(diagnostics).toEqual([]);
  expect(recording?.scenarios[0]?.exchanges).toMatchObject([
    { request: { method, url }, response: { status, body: { kind: 'json', value: { name: 'z' } } } },
  ]);
});

test('a file for a request with a body is skipped', () => {
  const { recording, diagnostics } = read('fixtures/zones_post.json');
  expect(recording?.scenarios).toEqual([]);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'the exchange is skipped: the recording does not contain the body of the request',
  ]);
});

test('other files belong to other formats', () => {
  expect(read('other/zones.json').diagnostics.map(({ code }) => code)).toEqual(['unknown-recording']);
  expect(read('fixtures/a/zones.json').recording).toBeUndefined();
});

test('a pattern needs the path', () => {
  expect(() => defineResponseFiles({ name: 'a', files: ['{method}.json'], base: 'https://a.example' })).toThrow(
    new TypeError('the pattern "{method}.json" must contain {path}'),
  );
});
