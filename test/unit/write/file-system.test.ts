/** Folders of the real file system. */
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../../generator/write/file-system.js';
import { findObstacleAbove } from '../../../generator/write/path-checks.js';

const folder = mkdtempSync(join(tmpdir(), 'discogen-folders-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'file');
writeFileSync(file, '');
symlinkSync(folder, join(folder, 'link'));

describe('writable folders', () => {
  test.each(['a', 'b/c/d', 'b/c/d', 'link/e', ''])('%s', (path) => {
    nodeFileSystem.makeFolder(join(folder, path));
    expect(statSync(join(folder, path)).isDirectory()).toBe(true);
  });
  test.each([
    ['a file at the path', file, 'EEXIST'],
    ['below a file', join(file, 'a/b'), 'ENOTDIR'],
  ])('rejects %s', (_, path, code) => {
    expect(() => nodeFileSystem.makeFolder(path)).toThrow(expect.objectContaining({ code }));
  });
  test.runIf(existsSync('/proc/self'))('rejects a folder that the system does not allow, before writing', () => {
    expect(() => nodeFileSystem.makeFolder('/proc/none/below')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});

test('reports the nearest ancestor that is not a folder', () => {
  const of = (path: string): string | undefined => findObstacleAbove(join(folder, path), nodeFileSystem);
  expect(['file', 'file/a/b', 'a', 'none/at/all', 'link/e/f'].map(of)).toEqual([file, file, undefined, undefined, undefined]);
});

describe('the line of the first bytes that are not UTF-8', () => {
  test.each<[string, number[], number | undefined]>([
    ['all are, the sign for what is not being one of them', [...Buffer.from('é\n\ufffd\n')], undefined],
    ['Latin-1, after a sign that is meant', [...Buffer.from('\ufffd\nb: caf'), 0xe9, 0x0a], 2],
    ['UTF-16 with its mark', [0xff, 0xfe, 0x61, 0], 1],
    ['half a character at the end', [0x61, 0x0a, 0xef, 0xbf], 2],
    ['half a pair of surrogates', [0x0a, 0x0a, 0xed, 0xa0, 0x80], 3],
  ])('%s', (name, bytes, line) => {
    const path = join(folder, name);
    writeFileSync(path, Uint8Array.from(bytes));
    expect(nodeFileSystem.findInvalidUtf8Line(path)).toBe(line);
  });
});
