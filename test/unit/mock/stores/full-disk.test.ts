/** Stores in a folder on a disk without room, for which a limit on the size of files stands. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../../mock/stores/index.js';
import { packageRoot } from '../../../../generator/lib/root.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'discogen-full-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const hasLimit = process.platform !== 'win32' && spawnSync('bash', ['-c', 'ulimit -S -f 1000']).status === 0;
/** A command that runs another one with a limit on the size of files, in KiB. The process can raise it again with `prlimit`. */
const limit = (size: number): readonly string[] => ['bash', '-c', `ulimit -S -f ${size}; exec "$0" "$@"`];

test.runIf(hasLimit)('a mock responds with 503, keeps what it has confirmed, and goes on', async () => {
  const folder = join(root, 'store');
  const [command = '', ...words] = [...limit(1000), process.execPath, join(packageRoot, 'generator/bin.js')];
  const child = spawn(command, [...words, 'mock', 'compute', '--quiet', '--port', '0', '--store', folder], { cwd: packageRoot });
  const ended = once(child, 'close');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const checks = `${line.replace('discogen mock listening on ', '')}/compute/v1/projects/p/global/httpHealthChecks`;
    const create = async (name: string): Promise<number> => {
      const body = JSON.stringify({ name, description: 'x'.repeat(100_000) });
      const response = await fetch(checks, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const result = (await response.json()) as { readonly error?: unknown };
      if (response.status === 503)
        expect(result.error).toMatchObject({
          message: expect.stringMatching(
            /^The store of the mock is not available: the change can't be written \((?:EFBIG|EIO)\); the disk/,
          ),
          errors: [{ reason: 'backendError' }],
        });
      return response.status;
    };
    const list = async (url = checks): Promise<readonly string[]> => {
      const { items = [] } = (await (await fetch(url)).json()) as { readonly items?: readonly { readonly name: string }[] };
      return items.map(({ name }) => name);
    };
    const confirmed: string[] = [];
    const statuses: number[] = [];
    for (let index = 10; index < 30; index++) {
      const status = await create(`check-${index}`);
      statuses.push(status);
      if (status === 200) confirmed.push(`check-${index}`);
    }
    expect([...new Set(statuses)]).toEqual([200, 503]);
    expect(await list()).toEqual(confirmed);
    const [program, ...options] = ['prlimit', '--pid', String(child.pid), '--fsize=unlimited'] as const;
    const raised = spawnSync(program, options);
    if (raised.status === 0) {
      expect(await create('later')).toBe(200);
      confirmed.push('later');
    }
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(stderr).not.toMatch(/^\s+at /m);
    // Each creation appends one commit, and the seed one.
    const store = await openStore(folder);
    const commits = await store.openLog('default').read(0, 1000);
    const stored = JSON.stringify(commits);
    for (const name of confirmed) expect(stored).toContain(`httpHealthChecks/${name}`);
    for (const [index, status] of statuses.entries())
      if (status === 503) expect(stored).not.toContain(`httpHealthChecks/check-${index + 10}`);
    await store.close();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});

test.runIf(hasLimit)("a store that can't be created leaves nothing that looks damaged", async () => {
  const folder = join(root, 'store');
  const program = `
    import { openStore } from ${JSON.stringify(join(packageRoot, 'dist/store.js'))};
    await openStore(process.argv[1]).catch((error) => console.log(error.message));`;
  const [command = '', ...words] = [...limit(4), process.execPath, '--input-type=module', '-e', program, folder];
  const { status, signal, stdout } = spawnSync(command, words, { encoding: 'utf8' });
  expect([status, signal, stdout]).toEqual([0, null, expect.stringContaining(`cannot open the store ${folder}: EFBIG`)]);
  await (await openStore(folder)).close();
});
