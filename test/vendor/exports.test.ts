/** Other generators accept the output of `discogen export`: the vendor's Python library and hey-api. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { exportSpec } from '../../generator/index.js';
import type { ExportFormat } from '../../generator/pipeline/export-description.js';

const root = join(import.meta.dirname, '../..');
const corpus = join(root, '../shared/corpus');
const published = existsSync(corpus) ? readdirSync(corpus).filter((name) => name.endsWith('.json')) : [];
const documents = published.map((name) => join(corpus, name));
const own = readdirSync(join(root, 'specs'))
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => join(root, 'specs', name));
const folder = mkdtempSync(join(tmpdir(), 'discogen-exports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const python = join(import.meta.dirname, '.venv/bin/python');
const heyApi = join(root, 'bench/client/node_modules');
if (!existsSync(python)) console.warn('SKIP exports in Python: npm run vendor found no Python library to install');
if (!existsSync(heyApi)) console.warn('SKIP exports in hey-api: npm ci --prefix bench/client');

async function exported(file: string, to: ExportFormat): Promise<string> {
  const { document, diagnostics } = await exportSpec(file, { to, overlays: false });
  if (document === undefined) throw new Error(`${file}: ${diagnostics[0]?.message}`);
  const path = join(folder, `${basename(file)}.${to}.json`);
  writeFileSync(path, JSON.stringify(document));
  return path;
}

type Requests = Readonly<Record<string, readonly [string, string]>>;

/** Verb and address of the requests of the library, by collection and method. */
function listRequests(files: readonly string[]): readonly Requests[] {
  const script = join(import.meta.dirname, 'clients/exports.py');
  const text = execFileSync(python, [script, ...files], { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Requests);
}

describe.skipIf(!existsSync(python))('google-api-python-client', () => {
  test('has all methods of our specifications', { timeout: 60_000 }, async () => {
    const paths = await Promise.all(own.map((file) => exported(file, 'discovery')));
    for (const [at, requests] of listRequests(paths).entries()) {
      expect(Object.keys(requests), paths[at]).not.toEqual([]);
      expect(Object.entries(requests).filter(([, [verb]]) => verb === 'refused')).toEqual([]);
    }
  });

  test.skipIf(documents.length === 0)(
    'sends the same requests as with the published document (skipped without ../shared/corpus)',
    { timeout: 300_000 },
    async () => {
      const paths = await Promise.all(documents.map((file) => exported(file, 'discovery')));
      const [before, after] = [listRequests(documents), listRequests(paths)];
      const methods = before.reduce((sum, requests) => sum + Object.keys(requests).length, 0);
      console.log(`${documents.length} documents, ${methods} methods`);
      for (const [at, name] of published.entries()) expect(after[at], name).toEqual(before[at]);
    },
  );
});

test.skipIf(!existsSync(heyApi)).each([...own, ...documents].map((file) => [basename(file), file]))(
  'hey-api generates from %s',
  { timeout: 60_000 },
  async (name, file) => {
    const input = await exported(file, 'openapi');
    const out = join(folder, `hey-${name}`);
    // It requires a newer Node.
    const words = [join(heyApi, '.bin/openapi-ts'), '-i', input, '-o', out];
    execFileSync(join(heyApi, 'node/bin/node'), words, { stdio: ['ignore', 'pipe', 'pipe'] });
    const sdk = readFileSync(join(out, 'sdk.gen.ts'), 'utf8');
    expect(sdk).toContain('export ');
  },
);
