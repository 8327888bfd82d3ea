/** Where commands write: what an option names is never replaced unless it is a regular file. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findOutput, writeOutput } from '../../../generator/lib/output-file.js';
import { nodeFileSystem } from '../../../generator/lib/file-system.js';
import { getLockPath, lockFile } from '../../../fidelity/proxy/file-lock.js';
import { runInProcess, startInProcess } from '../../support/discogen.js';
import { document } from '../../support/things-document.js';

let folder: string;
let printed: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-output-'));
  printed = '';
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, content = 'new'): void => {
  const print = (part: string): void => void (printed += part);
  const effects = { files: nodeFileSystem, cwd: folder, stdout: print, stderr: print };
  writeOutput(findOutput({ option: '--out', file }, effects), content, effects);
};

describe('an output', () => {
  test('creates a file with its folders, and replaces one', () => {
    write('a/b.txt', 'old');
    write('a/b.txt');
    expect(readFileSync(join(folder, 'a/b.txt'), 'utf8')).toBe('new');
  });

  test('goes through links, also to a file that does not exist yet', () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync('real/file', join(folder, 'link'));
    symlinkSync('link', join(folder, 'other'));
    for (const content of ['first', 'second']) {
      write('other', content);
      expect(readFileSync(join(folder, 'real/file'), 'utf8')).toBe(content);
    }
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
  });

  test('is written to a pipe', async () => {
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    // The write must not wait for a reader of this process.
    const received = text(createReadStream('', { fd: openSync(pipe, 'r+'), end: 2 }));
    write('pipe');
    expect([await received, lstatSync(pipe).isFIFO()]).toEqual(['new', true]);
  });

  test.each(['/dev/stdout', '/dev/fd/1', '/dev/stderr'])('is printed: %s', (path) => {
    write(path);
    expect(printed).toBe('new');
  });

  test('is no folder, device, or socket', async () => {
    const server = createServer().listen(join(folder, 'socket'));
    await once(server, 'listening');
    symlinkSync('/dev/null', join(folder, 'null'));
    expect(() => write('.')).toThrow('--out: . is a folder; expected a file, a pipe, or a new path');
    expect(() => write('null')).toThrow('--out: null is a device');
    expect(() => write('socket')).toThrow('--out: socket is a socket');
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    server.close();
  });
});

describe('commands', () => {
  beforeEach(() => {
    mkdirSync(join(folder, 'cache'));
    mkdirSync(join(folder, 'folder'));
    writeFileSync(join(folder, 'things.json'), JSON.stringify(document));
    const exchange = { request: { method: 'GET', url: 'https://things.example.com/v1/projects/p/things/t' }, response: { status: 404 } };
    writeFileSync(join(folder, 'a.tape'), `{"tape":1}\n${JSON.stringify(exchange)}\n`);
  });
  const target = ['--target', 'http://127.0.0.1:1', '--port', '0'];

  test.each([
    ['--out', ['learn', 'a.tape', '--api', 'things.json', '--out']],
    ['--write', ['verify', 'a.tape', '--api', 'things.json', '--write']],
    ['--record', ['proxy', ...target, '--record']],
    ['--report', ['proxy', 'things.json', ...target, '--shadow', '--report']],
    ['--tls-ca', ['mock', 'things.json', '--port', '0', '--tls', '--tls-ca']],
  ])('reject a folder as %s', async (option, words) => {
    const { status, stderr } = await runInProcess([...words, 'folder'], folder);
    expect([status, stderr]).toEqual([2, expect.stringMatching(new RegExp(`${option}: \\S*folder is a folder`))]);
  });

  test('learn replaces only a learned overlay', async () => {
    const learn = (): ReturnType<typeof runInProcess> =>
      runInProcess(['learn', 'a.tape', '--api', 'things.json', '--out', 'o.yaml'], folder);
    expect((await learn()).status).toBe(0);
    expect((await learn()).status).toBe(0);
    writeFileSync(join(folder, 'o.yaml'), 'name: things\nversion: v1\nx-source: { public: notes }\n');
    expect(await learn()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('o.yaml exists and is not a learned overlay') as unknown,
    });
  });

  test('a tape has one writer', async () => {
    const words = ['proxy', '--target', 'http://127.0.0.1:1', '--port', '0', '--record', 'b.tape'];
    const proxy = await startInProcess(words, folder);
    const url = /http\S+$/.exec(proxy.line)?.[0] ?? '';
    expect((await fetch(url)).status).toBe(502);
    const second = await runInProcess(words, folder);
    expect(second).toMatchObject({ status: 2, stderr: expect.stringContaining('another process is writing b.tape') as unknown });
    expect((await proxy.end()).stderr).toContain('recorded 1 exchange in b.tape');
    expect(readFileSync(join(folder, 'b.tape'), 'utf8').split('\n')).toHaveLength(3);
    expect(existsSync(getLockPath(join(folder, 'b.tape')))).toBe(false);
    const third = await startInProcess(words, folder);
    await third.end();
  });
});

describe('the lock of a file', () => {
  test('is taken over from a process that was killed', () => {
    const path = join(folder, 'file');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const own = nodeFileSystem.createUniqueName().split('.');
    writeFileSync(getLockPath(path), [own[0], pid, ...own.slice(2)].join('.'));
    const unlock = lockFile(path, nodeFileSystem);
    expect(unlock).toBeDefined();
    expect(lockFile(path, nodeFileSystem)).toBeUndefined();
    unlock?.();
    expect(existsSync(getLockPath(path))).toBe(false);
  });

  test('is not taken over from another machine', () => {
    const path = join(folder, 'file');
    writeFileSync(getLockPath(path), 'another-host.1.0.1');
    expect(lockFile(path, nodeFileSystem)).toBeUndefined();
  });
});
