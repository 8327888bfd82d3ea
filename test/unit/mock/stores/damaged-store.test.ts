/** Stores in a folder whose data file is damaged. LMDB trusts the file, so each one is opened in a process that a signal could end. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { checkDataFile } from '../../../../mock/stores/lmdb-check.js';
import { openStore } from '../../../../mock/stores/index.js';
import { packageRoot } from '../../../../generator/lib/root.js';
import type { Entry } from '../../../../mock/store/store.js';

const pageSize = 4096;
let root: string;
/** The data file of a store with large and small records, and free pages. */
let intact: Buffer;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'discogen-damaged-'));
  const folder = join(root, 'intact');
  const store = await openStore(folder);
  const log = store.openLog('default');
  for (let index = 0; index < 20; index++) await log.append(index, { writes: [[`key-${index}`, 'x'.repeat(index * 500)]] });
  const entries = Array.from({ length: 2500 }, (_, index): Entry => [`key-${index}`, { index }]);
  await log.writeCheckpoint({ sequence: 18, entries }, { from: 18, checkpoints: 1 });
  await store.close();
  intact = readFileSync(join(folder, 'data.mdb'));
});
afterAll(() => rmSync(root, { recursive: true }));

function createFolder(content: Uint8Array): string {
  const folder = mkdtempSync(join(root, 'store-'));
  writeFileSync(join(folder, 'data.mdb'), content);
  return folder;
}

/** Returns the data file with a page replaced. */
function replacePage(page: number, fill: number): Buffer {
  const content = Buffer.from(intact);
  return content.fill(fill, page * pageSize, (page + 1) * pageSize);
}

const cases: readonly (readonly [name: string, create: () => Uint8Array, problem: string])[] = [
  ['empty', () => new Uint8Array(), 'is empty'],
  ['shorter than a header', () => intact.subarray(0, 100), 'is truncated: it ends before byte '],
  ['cut in the middle', () => intact.subarray(0, intact.length / 2), 'is truncated: it has no page '],
  ['only its header', () => intact.subarray(0, 2 * pageSize), 'is truncated: it has no page '],
  ['text', () => Buffer.from('not a database\n'.repeat(1000)), 'has no valid header of a database'],
  ['zeros', () => new Uint8Array(8 * pageSize), 'has no valid header of a database'],
  ['with a damaged header', () => replacePage(1, 0), 'has no valid header of a database'],
];

describe.each(cases)('a data file that is %s', (_, create, problem) => {
  it('is reported', async () => {
    const content = create();
    const folder = createFolder(content);
    const file = join(folder, 'data.mdb');
    const message = `cannot open the store ${folder}: the store is damaged: ${file} ${problem}`;
    await expect(openStore(folder)).rejects.toThrow(message);
    await expect(openStore(folder)).rejects.toThrow('Restore the folder from a copy, or remove it to start with a new store');
    expect(readFileSync(file).equals(content)).toBe(true);
  });
});

it('accepts the intact file, and one that a new store has created', async () => {
  expect(() => checkDataFile(join(createFolder(intact), 'data.mdb'))).not.toThrow();
  const folder = join(root, 'new');
  await (await openStore(folder)).close();
  expect(readdirSync(folder).sort()).toEqual(['data.mdb', 'lock.mdb']);
  expect(() => checkDataFile(join(folder, 'data.mdb'))).not.toThrow();
});

test('no damaged page ends the process with a signal', () => {
  const program = `
    import { existsSync } from 'node:fs';
    import { openStore } from ${JSON.stringify(join(packageRoot, 'dist/store.js'))};
    for (const folder of process.argv.slice(1)) {
      try {
        const store = await openStore(folder);
        const log = store.openLog('default');
        log.readCheckpoint();
        log.read(0, 1000);
        await log.append(log.latest(), { writes: [['other', 1]] });
        await store.close();
        console.log('opened');
      } catch (error) {
        console.log(error.message);
      }
    }`;
  const folders = Array.from({ length: intact.length / pageSize - 2 }, (_, page) => createFolder(replacePage(page + 2, 0xa7)));
  const { status, signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, ...folders], { encoding: 'utf8' });
  expect([status, signal]).toEqual([0, null]);
  const results = stdout.trim().split('\n');
  expect(results).toHaveLength(folders.length);
  expect(results.filter((line) => line.includes('has a damaged page')).length).toBeGreaterThan(5);
});

const contents: readonly (readonly [name: string, create: () => Uint8Array, status: number])[] = [
  ['a truncated file', () => intact.subarray(0, 5 * pageSize), 2],
  // LMDB can read the page. It contains only a part of a record.
  ['a record with other content', () => Buffer.from(intact.toString('latin1').replaceAll('x'.repeat(100), '"'.repeat(100)), 'latin1'), 1],
];

it.each(contents)('reports %s on the command line, without a stack trace', (_, create, expected) => {
  const folder = createFolder(create());
  const words = [join(packageRoot, 'generator/bin.js'), 'mock', 'test/load/depot.json', '--port', '0', '--store', folder];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, words, { cwd: packageRoot, encoding: 'utf8' });
  expect([status, signal, stdout]).toEqual([expected, null, '']);
  expect(stderr).toContain('the store is damaged: ');
  expect(stderr).toContain('Restore the folder from a copy');
  expect(stderr).not.toMatch(/^\s+at /m);
});
