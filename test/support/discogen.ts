/** Runs the command line: as built, in a process, or from its sources, in the process of the test. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runCommandLine } from '../../generator/cli/cli.js';
import { createNodeEffects } from '../../generator/lib/node-effects.js';
import { packageRoot } from '../../generator/lib/root.js';

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
  /** What was printed on standard output with the first line. */
  readonly output: string;
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
        output: stdout,
        end: (signal) => {
          child.kill(signal);
          return ended;
        },
      });
    });
  });
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs discogen in this process, on real files. */
export async function runInProcess(words: readonly string[], cwd: string, environment: Environment = process.env): Promise<Finished> {
  const run = beginInProcess(words, { cwd, environment });
  return { status: await run.status, ...run.printed };
}

/** Starts `discogen mock` in this process and waits for its first line; rejects if it ends before. */
export async function startInProcess(
  words: readonly string[],
  cwd: string,
  environment: Environment = process.env,
): Promise<{ readonly line: string; end(): Promise<Finished> }> {
  const { printed, status, hasPrinted, stop } = beginInProcess(words, { cwd, environment });
  await Promise.race([hasPrinted, status.then((ended) => Promise.reject(new Error(`ended with status ${ended}: ${printed.stderr}`)))]);
  const end = async (): Promise<Finished> => {
    stop();
    return { status: await status, ...printed };
  };
  return { line: printed.stdout.split('\n')[0] ?? '', end };
}

interface InProcessRun {
  readonly printed: { stdout: string; stderr: string };
  readonly status: Promise<number>;
  /** Resolves at the first output. */
  readonly hasPrinted: Promise<void>;
  /** Stands for a signal. */
  readonly stop: () => void;
}

function beginInProcess(
  words: readonly string[],
  { cwd, environment }: { readonly cwd: string; readonly environment: Environment },
): InProcessRun {
  const printed = { stdout: '', stderr: '' };
  const [stopped, stop] = createSignal();
  const [hasPrinted, markPrinted] = createSignal();
  const { threads: _, ...effects } = createNodeEffects();
  const status = runCommandLine(words, {
    ...effects,
    version: '',
    cwd,
    environment,
    cache: join(cwd, 'cache'),
    stdout: (text) => {
      printed.stdout += text;
      markPrinted();
    },
    stderr: (text) => void (printed.stderr += text),
    waitForStop: () => stopped,
  });
  return { printed, status, hasPrinted, stop };
}

function createSignal(): readonly [promise: Promise<void>, resolve: () => void] {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return [promise, resolve];
}
