/** Runs the built command line in a process. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../generator/root.js';

const bin = join(packageRoot, 'generator/bin.js');

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node itself. */
  readonly node?: readonly string[];
  /** Runs discogen below a shell that swallows signals, like `npx`. */
  readonly shell?: boolean;
}

/** Builds discogen if it is not built (`npm test` rebuilds it). */
export function ensureBuilt(): void {
  if (existsSync(join(packageRoot, 'dist/main.js'))) return;
  const { status, stderr } = spawnSync(process.execPath, [join(packageRoot, 'generator/build.js')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

export function discogen(words: readonly string[], { cwd, env = {}, node = [] }: ProcessOptions): Finished {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, bin, ...words], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

export interface Running {
  /** The first line on standard output. */
  readonly line: string;
  /** Sends a signal and resolves when the process ends. */
  end(signal: NodeJS.Signals): Promise<{ readonly status: number | null; readonly signal: NodeJS.Signals | null; readonly stderr: string }>;
}

/** Starts discogen and waits for its first line; rejects if it ends before. */
export function start(words: readonly string[], { cwd, env = {}, node = [], shell = false }: ProcessOptions): Promise<Running> {
  const command = [...(shell ? ['sh', '-c', '"$@"; exit', 'sh'] : []), process.execPath, ...node, bin, ...words];
  const child = spawn(command[0] ?? '', command.slice(1), { cwd, env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<{ status: number | null; signal: NodeJS.Signals | null; stderr: string }>((resolve) => {
    child.on('close', (status, signal) => resolve({ status, signal, stderr }));
  });
  return new Promise((resolve, reject) => {
    void ended.then(({ status }) => reject(new Error(`ended with status ${status}: ${stderr}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (!stdout.includes('\n')) return;
      resolve({
        line: stdout.slice(0, stdout.indexOf('\n')),
        end: (signal) => {
          child.kill(signal);
          return ended;
        },
      });
    });
  });
}
