/** Operations on the real file system. */
import { constants } from 'node:buffer';
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../../generator/lib/file-system.js';
import { findObstacle } from '../../../generator/pipeline/output-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'discogen-folders-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'file');
writeFileSync(file, '');
symlinkSync(folder, join(folder, 'link'));

describe('makeFolder', () => {
  test.each(['a', 'b/c/d', 'b/c/d', 'link/e', ''])('creates the folder "%s"', (path) => {
    nodeFileSystem.makeFolder(join(folder, path));
    expect(statSync(join(folder, path)).isDirectory()).toBe(true);
  });
  test.each([
    ['a file at the path', file, 'EEXIST'],
    ['below a file', join(file, 'a/b'), 'ENOTDIR'],
  ])('rejects %s', (_, path, code) => {
    expect(() => nodeFileSystem.makeFolder(path)).toThrow(expect.objectContaining({ code }));
  });
  test.runIf(existsSync('/proc/self'))("rejects a folder that the system doesn't allow", () => {
    expect(() => nodeFileSystem.makeFolder('/proc/none/below')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});

test('finds the nearest ancestor that is not a folder', () => {
  const find = (path: string): string | undefined => findObstacle(join(folder, path), nodeFileSystem);
  expect(['file', 'file/a/b', 'a', 'none/at/all', 'link/e/f'].map(find)).toEqual([file, file, undefined, undefined, undefined]);
});

test('a file that no text can contain is rejected, and its beginning can be read', () => {
  const path = join(folder, 'large');
  writeFileSync(path, '{"tape":1}');
  truncateSync(path, 2 ** 31);
  expect(() => nodeFileSystem.read(path)).toThrow(
    `it has 2147483648 bytes; discogen reads at most ${constants.MAX_STRING_LENGTH} characters`,
  );
  expect([nodeFileSystem.hasPrefix(path, '{"tape":'), nodeFileSystem.hasPrefix(path, '{"log":')]).toEqual([true, false]);
  expect(nodeFileSystem.hasPrefix(file, '{')).toBe(false);
});

describe('the first line that is not UTF-8', () => {
  test.each<[string, number[], number | undefined]>([
    ['absent from UTF-8 with a replacement character', [...Buffer.from('é\n\ufffd\n')], undefined],
    ['Latin-1 after a replacement character', [...Buffer.from('\ufffd\nb: caf'), 0xe9, 0x0a], 2],
    ['UTF-16 with a byte order mark', [0xff, 0xfe, 0x61, 0], 1],
    ['an incomplete character at the end', [0x61, 0x0a, 0xef, 0xbf], 2],
    ['a lone surrogate', [0x0a, 0x0a, 0xed, 0xa0, 0x80], 3],
  ])('%s', (name, bytes, line) => {
    const path = join(folder, name);
    writeFileSync(path, Uint8Array.from(bytes));
    expect(nodeFileSystem.findInvalidUtf8Line(path)).toBe(line);
  });
});
