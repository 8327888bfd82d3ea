/** Generation in threads has the same output, diagnostics, and limits as in a single thread. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeEffects } from '../../../generator/lib/node-effects.js';
import { runGenerate } from '../../../generator/pipeline/run-generate.js';
import { discogen } from '../../support/discogen.js';

const folder = mkdtempSync(join(tmpdir(), 'discogen-threads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Prints a Discovery document that is large enough for threads. */
function printDocument(name: string, schema = 'Thing'): string {
  const description = `${'A long description of the field.  '.repeat(200)}`;
  const properties = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, { type: 'string', description }]));
  const get = { id: `${name}.things.get`, httpMethod: 'GET', path: 'things', response: { $ref: schema } };
  return JSON.stringify({
    kind: 'discovery#restDescription',
    name,
    version: 'v1',
    title: name,
    rootUrl: 'https://example.com/',
    servicePath: `${name}/v1/`,
    schemas: { Thing: { id: 'Thing', type: 'object', properties } },
    resources: { things: { methods: { get } } },
  });
}

const names = ['first', 'second', 'third'];
const files = names.map((name) => `${name}.json`);
beforeAll(() => {
  for (const name of names) writeFileSync(join(folder, `${name}.json`), printDocument(name));
});

const readFolder = (out: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(folder, out), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('.cache'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(join(folder, out).length), readFileSync(path, 'utf8')]),
  );

test('writes the output of a single thread and reports in the order of the files', async () => {
  const { status, stdout } = discogen(['generate', ...files, '--out', 'spread'], { cwd: folder });
  expect(status).toBe(0);
  expect(stdout.split('\n').map((line) => line.split(':')[0])).toEqual(['spread/first-v1', 'spread/second-v1', 'spread/third-v1', '']);
  expect(readdirSync(join(folder, 'spread/.cache'))).toEqual(expect.arrayContaining(names.map((name) => `${name}-v1.json`)));
  const { threads: _, ...singleThreaded } = createNodeEffects();
  await runGenerate({ files, out: 'single-thread' }, { ...singleThreaded, cwd: folder });
  expect(readFolder('spread')).toEqual(readFolder('single-thread'));
});

test('reports all errors and writes nothing', () => {
  writeFileSync(join(folder, 'second.json'), printDocument('second', 'Thin'));
  writeFileSync(join(folder, 'third.json'), printDocument('third', 'Thin'));
  const { status, stdout, stderr } = discogen(['generate', ...files, '--out', 'none'], { cwd: folder });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('second.json:');
  expect(stderr).toContain('third.json:');
  expect(readdirSync(folder)).not.toContain('none');
});
