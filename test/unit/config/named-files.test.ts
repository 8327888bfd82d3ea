/** Files named by the user. The test uses the real file system because the in-memory one has no bytes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readNamedFile, toDisplayPath } from '../../../generator/config/named-files.js';
import { nodeFileSystem } from '../../../generator/lib/file-system.js';

const cwd = mkdtempSync(join(tmpdir(), 'discogen-named-'));
afterAll(() => rmSync(cwd, { recursive: true }));

test.each([
  ['reads UTF-8 text', Buffer.from('title: café\n'), { path: 'file', text: 'title: café\n' }],
  ['reads text with a replacement character', Buffer.from('title: \ufffd\n'), { path: 'file', text: 'title: \ufffd\n' }],
  ['rejects text in another encoding', Buffer.from('name: a\ntitle: café\n', 'latin1'), { problem: 'line 2 is not UTF-8' }],
])('%s', (_, bytes, expected) => {
  writeFileSync(join(cwd, 'file'), bytes);
  expect(readNamedFile('file', { files: nodeFileSystem, cwd })).toEqual(expected);
});

test.each([
  [win32, '.', 'specs\\dns.yaml', 'specs/dns.yaml'],
  [win32, '..\\apis', '../other/dns.yaml', '../other/dns.yaml'],
  [win32, 'apis', 'C:\\specs\\dns.yaml', 'C:/specs/dns.yaml'],
  [posix, 'apis', 'a\\b.yaml', 'apis/a\\b.yaml'],
])('displays paths with slashes', (system, folder, path, expected) => {
  expect(toDisplayPath(folder, path, system)).toBe(expected);
});
