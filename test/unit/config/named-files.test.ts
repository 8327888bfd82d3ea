/** Files named by the user. The test uses the real file system because the in-memory one has no bytes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readNamedFile } from '../../../generator/config/named-files.js';
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
