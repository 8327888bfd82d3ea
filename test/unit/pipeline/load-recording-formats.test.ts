/** The formats that a config names: their modules, and the commands that read recordings with them. */
import { describe, expect, test } from 'vitest';
import { resolveConfig } from '../../../generator/config/config.js';
import { defineRecordingFormat } from '../../../generator/pipeline/load-recording-formats.js';
import { findRecordings } from '../../../generator/pipeline/find-recordings.js';
import { memoryEffects } from '../../support/memory-files.js';

const format = defineRecordingFormat({
  name: 'acme',
  matches: ({ text }) => text.startsWith('acme'),
  read: ({ text }) => [...text.matchAll(/^GET (\S+)$/gm)].map(([, url = '']) => ({ request: { method: 'GET', url } })),
});

/** Finds the recording `calls.txt` with formats from modules, by their paths relative to the config. */
async function findCalls(modules: Readonly<Record<string, () => unknown>>, formats = Object.keys(modules), limits = '{}') {
  const config = [
    'specs: [{ name: shop, file: shop.yaml }]',
    `limits: ${limits}`,
    'formats:',
    ...formats.map((path) => `  - ${path}`),
  ].join('\n');
  const files = Object.fromEntries(Object.keys(modules).map((path) => [`tools/${path}`, '']));
  const effects = {
    ...memoryEffects({ 'calls.txt': 'acme\nGET https://a.example/v1/things\n', ...files }),
    importModule: async (path: string) => modules[path.slice('/project/tools/'.length)]?.(),
  };
  return findRecordings(['calls.txt'], resolveConfig({}, { path: 'tools/discogen.config.yaml', text: config }), effects);
}
const listProblems = async (...parameters: Parameters<typeof findCalls>) =>
  (await findCalls(...parameters)).diagnostics.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);

test('a recording in a configured format is read like any other', async () => {
  const { urls, read, diagnostics } = await findCalls({ 'acme.js': () => ({ default: format }) });
  expect(diagnostics).toEqual([]);
  expect(urls).toEqual(['https://a.example/v1/things']);
  expect(read('calls.txt').recording?.format).toBe('acme');
});

test('the limits of the config apply to recordings', async () => {
  expect(await listProblems({ 'acme.js': () => ({ default: format }) }, undefined, '{ size: 10 }')).toEqual([
    'calls.txt:1:1 the file must have at most 10 characters (received 37); limits.size sets the limit',
  ]);
});

describe('a module that is no format is an error where the config names it', () => {
  const place = 'tools/discogen.config.yaml:4:5';
  const problem = `${place} the module "tools/acme.js" cannot be used:`;
  test.each([
    ['throws', () => Promise.reject(new SyntaxError('Unexpected token')), `${problem} it does not load: Unexpected token`],
    ['has no default export', () => ({ format }), `${problem} it has no default export`],
    ['exports another value', () => ({ default: () => format }), `${problem} its default export must be a format: { name, matches, read }`],
    [
      'has no name',
      () => ({ default: { ...format, name: 'A B' } }),
      `${problem} the name of its format must consist of lower-case letters, digits, and hyphens, and begin with a letter`,
    ],
    [
      'has the name of a built-in format',
      () => ({ default: { ...format, name: 'har' } }),
      `${problem} there is another format with the name "har"`,
    ],
    ['has no functions', () => ({ default: { ...format, read: 5 } }), `${problem} matches and read of its format must be functions`],
  ])('%s', async (_, load, expected) => {
    expect(await listProblems({ 'acme.js': load })).toEqual([expected]);
  });

  test('is missing', async () => {
    expect(await listProblems({}, ['acme.js'])).toEqual([`${place} the file "tools/acme.js" cannot be read: there is no such file`]);
  });
});
