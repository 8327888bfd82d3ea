import fc from 'fast-check';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkFolderName, listFolders, findForeignFolder, checkPath } from '../../../generator/write/path-checks.js';
import { memoryFiles } from '../../support/memory-files.js';

describe('checkPath', () => {
  test.each(['src/types.ts', 'README.md', '.discogen.json', 'runtime/mock/listen.ts', 'a@b+c.d_e-f'])('accepts %s', (path) => {
    expect(checkPath(path)).toBeUndefined();
  });
  test.each([
    '',
    '/etc/passwd',
    '../up',
    'a/../b',
    'a/./b',
    'a//b',
    'a/',
    '..',
    'a\\b',
    'C:/x',
    'a\0b',
    'con',
    'src/NUL.ts',
    'a/b.',
    'a b',
    'ä',
    'x'.repeat(401),
  ])('rejects %j', (path) => {
    expect(checkPath(path)).toBeDefined();
  });
  test('accepts only paths below the folder', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom('..', '.', 'a', '/', '\\', 'b.ts', '~', 'nul')).map((parts) => parts.join('/')),
        ),
        (path) => {
          if (checkPath(path) === undefined) expect(posix.normalize(`/out/${path}`)).toBe(`/out/${path}`);
        },
      ),
    );
  });
});

test.each([
  ['dns-v1', undefined],
  ['.git-v1', 'begins with a dot'],
  ['a/b-v1', 'holds a slash'],
  ['-', undefined],
])('checks the folder name %j', (name, expected) => {
  expect(checkFolderName(name)).toBe(expected);
});

test('lists the folders of a path', () => {
  expect(listFolders('a/b/c.ts')).toEqual(['a', 'a/b']);
  expect(listFolders('c.ts')).toEqual([]);
});

describe('findForeignFolder', () => {
  const files = memoryFiles({ '/out/real/a.ts': '', '/out/file': '' });
  files.link('/out/linked', '/elsewhere');
  test.each([
    ['real/new/b.ts', undefined],
    ['nothing/here/b.ts', undefined],
    ['linked/b.ts', 'linked'],
    ['file/b.ts', 'file'],
  ])('%s', (path, expected) => {
    expect(findForeignFolder('/out', [path], files)).toBe(expected);
  });
});
