/**
 * `generated/`, `dist/` included, equals the output of the generator, which writes the same bytes in every environment. After a change, run
 * `npm run generate`.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'discogen-snapshots-'));
const output = join(folder, 'output');
const committed = join(root, 'generated');

/** `npm run check` compares the package of Compute, which takes as long as the others together. */
const isCompared = ({ name }: { readonly name: string }): boolean => !name.startsWith('compute');

/** A config with the same specifications in reverse order, elsewhere. */
function writeReversedConfig(): string {
  const config = parse(readFileSync(join(root, 'discogen.config.yaml'), 'utf8')) as {
    readonly specs: readonly { readonly name: string; readonly file: string; readonly overlays?: readonly string[] }[];
  };
  const toRelative = (path: string): string => relative(folder, join(root, path));
  const specs = config.specs.filter(isCompared).map((spec) => ({
    ...spec,
    file: toRelative(spec.file),
    ...(spec.overlays === undefined ? {} : { overlays: spec.overlays.map(toRelative) }),
  }));
  const path = join(folder, 'discogen.config.yaml');
  writeFileSync(path, stringify({ ...config, specs: specs.toReversed(), out: output }));
  return path;
}

/** The files below a folder except the cache of the generator, sorted. */
function listFiles(top: string): readonly string[] {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(top, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split('/').includes('.cache'))
    .toSorted();
}

const manifest = '.discogen.json';

/** In another order, folder, time zone, and language than those of `npm run generate`. */
beforeAll(async () => {
  const command = [join(root, 'generator/bin.js'), 'generate', '--quiet', '--config', writeReversedConfig()];
  const env = { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
  await promisify(execFile)(process.execPath, command, { cwd: folder, env });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('no file is missing or left over', () => {
  expect(listFiles(committed).filter((path) => isCompared({ name: path }))).toEqual(listFiles(output));
});

test.each(readdirSync(committed).filter((name) => !name.startsWith('.') && isCompared({ name })))('%s', (name) => {
  // Compares the manifest last, because hashes explain little.
  for (const path of [...listFiles(join(output, name)).filter((file) => file !== manifest), manifest]) {
    expect(readFileSync(join(committed, name, path), 'utf8'), `generated/${name}/${path}`).toBe(
      readFileSync(join(output, name, path), 'utf8'),
    );
  }
});
