/** `discogen generate --watch` as a process, on real files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { smallSpecification } from '../../support/small-specification.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-watch-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('detects a changed file and a replaced file, and stops with SIGINT', async () => {
  const file = join(folder, 'tiny.yaml');
  const types = (): string => readFileSync(join(folder, 'made/tiny-v1/src/types.ts'), 'utf8');
  writeFileSync(file, smallSpecification());
  const words = ['generate', 'tiny.yaml', '--out', 'made', '--watch'];
  const child = spawn(process.execPath, [join(packageRoot, 'generator/bin.js'), ...words], { cwd: folder });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  expect((await lines.next()).value).toMatch(/^made\/tiny-v1: \d+ files from tiny\.yaml, \d+ written$/);

  writeFileSync(file, smallSpecification({ field: 'written' }));
  expect((await lines.next()).value).toMatch(/written$/);
  expect(types()).toContain('written?: string');

  writeFileSync(`${file}.new`, smallSpecification({ field: 'renamed' }));
  renameSync(`${file}.new`, file);
  expect((await lines.next()).value).toMatch(/written$/);
  expect(types()).toContain('renamed?: string');

  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
});
