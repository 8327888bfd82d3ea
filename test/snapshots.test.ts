/** `generated/` equals the output of the generator, which writes the same bytes in every environment. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'discogen-snapshots-'));
const firstRun = join(folder, 'once');
const secondRun = join(folder, 'again');

interface Run {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

async function generate({ cwd, args, env }: Run): Promise<void> {
  const command = [join(root, 'generator/bin.js'), 'generate', '--quiet', ...args];
  await promisify(execFile)(process.execPath, command, { cwd, env: { ...process.env, ...env } });
}

/** A config with the same specifications in reverse order, elsewhere. */
function writeReversedConfig(): string {
  const config = parse(readFileSync(join(root, 'discogen.config.yaml'), 'utf8')) as {
    readonly specs: readonly { readonly file: string; readonly overlays?: readonly string[] }[];
  };
  const toRelative = (path: string): string => relative(folder, join(root, path));
  const specs = config.specs.map((spec) => ({
    ...spec,
    file: toRelative(spec.file),
    ...(spec.overlays === undefined ? {} : { overlays: spec.overlays.map(toRelative) }),
  }));
  const path = join(folder, 'discogen.config.yaml');
  writeFileSync(path, stringify({ ...config, specs: specs.toReversed(), out: secondRun }));
  return path;
}

/** Files below a folder except excluded paths, sorted. */
function listFiles(top: string, excluded: readonly string[] = []): readonly string[] {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(top, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split('/').some((part) => excluded.includes(part)))
    .toSorted();
}

/** The cache of the generator, which is not output. */
const cache = '.cache';
const manifest = '.discogen.json';

beforeAll(async () => {
  await Promise.all([
    generate({ cwd: root, args: ['--out', firstRun], env: { TZ: 'UTC', LANG: 'C' } }),
    generate({
      cwd: folder,
      args: ['--config', writeReversedConfig(), '--out', secondRun],
      env: { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    }),
  ]);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('generated/ is up to date (after a change: `npm run generate`)', () => {
  const committed = join(root, 'generated');

  test('no file is missing or left over', () => {
    expect(listFiles(committed, ['dist', cache])).toEqual(listFiles(firstRun, ['dist', cache]));
  });

  test.each(readdirSync(committed).filter((name) => !name.startsWith('.')))('%s', (name) => {
    // Compares the manifest last, because hashes explain little.
    for (const path of [...listFiles(join(firstRun, name), ['dist', manifest]), manifest]) {
      expect(readFileSync(join(committed, name, path), 'utf8'), `generated/${name}/${path}`).toBe(
        readFileSync(join(firstRun, name, path), 'utf8'),
      );
    }
  });
});

test('the order of specifications, folder, time zone, and language do not change the output, dist/ included', () => {
  expect(listFiles(secondRun, [cache])).toEqual(listFiles(firstRun, [cache]));
  for (const path of listFiles(firstRun, [cache])) {
    if (!readFileSync(join(secondRun, path)).equals(readFileSync(join(firstRun, path)))) {
      expect(readFileSync(join(secondRun, path), 'utf8'), path).toBe(readFileSync(join(firstRun, path), 'utf8'));
    }
  }
});
