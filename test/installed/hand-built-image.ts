/** Builds an image from a Dockerfile without a container engine: each stage is a folder of this machine, and the base images are absent. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getOutput, run, type ProcessResult } from '../packages/support.js';

/** An instruction of a Dockerfile with its flags and its arguments. */
export interface Instruction {
  readonly name: string;
  readonly flags: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

export interface Container extends AsyncDisposable {
  readonly url: string;
  /** Sends SIGTERM to the process and returns its exit status. */
  stop(): Promise<number | null>;
}

/** The program of the base image, which is that of the tests. */
const programs: Readonly<Record<string, string>> = { '/nodejs/bin/node': process.execPath };
const isRoot = process.getuid?.() === 0;

export class HandBuiltImage implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'discogen-image-'));
  readonly #stages = new Map<string, string>();
  #root = '';
  #workingFolder = '/';
  readonly #settings = new Map<string, readonly string[]>();

  /** Runs the instructions. `context` is the folder whose files they copy. */
  static async build(instructions: readonly Instruction[], context: string): Promise<HandBuiltImage> {
    const image = new HandBuiltImage();
    chmodSync(image.#folder, 0o755);
    for (const instruction of instructions) await image.#execute(instruction, context);
    return image;
  }

  /** The folder of a path of the image. */
  locate(path: string): string {
    return join(this.#root, path);
  }

  /** Runs the command of the health check for a port. */
  checkHealth(port: string): Promise<ProcessResult> {
    const [, program = '', ...args] = this.#settings.get('HEALTHCHECK') ?? [];
    return run(
      programs[program] ?? program,
      args.map((arg) => arg.replace(':8787', `:${port}`)),
    );
  }

  /**
   * Starts the entry point with the command on a free port, as the user of the image if the tests run as root, and as process 1 of its own
   * namespace if this machine permits it.
   */
  async start(environment: Readonly<Record<string, string>>): Promise<Container> {
    const words = [...(this.#settings.get('ENTRYPOINT') ?? []), ...(this.#settings.get('CMD') ?? []), '--port', '0'];
    const [program = '', ...args] = words.map(
      (word) => programs[word] ?? (this.#settings.get('VOLUME')?.includes(word) ? this.locate(word) : word),
    );
    const [uid = '', gid = ''] = this.#settings.get('USER')?.[0]?.split(':') ?? [];
    const hasNamespaces = isRoot && (await run('unshare', ['--pid', '--fork', 'true'])).status === 0;
    const user = isRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] : [];
    const [command = '', ...rest] = [...(hasNamespaces ? ['unshare', '--pid', '--fork', '--kill-child'] : []), ...user, program, ...args];
    const child = spawn(command, rest, {
      cwd: this.locate(this.#workingFolder),
      // The image has no place to write to except its volume.
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', TMPDIR: '/nonexistent', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await findAddress(child);
    const stop = async (): Promise<number | null> => {
      if (child.exitCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      process.kill(hasNamespaces ? findChild(child) : (child.pid ?? 0), 'SIGTERM');
      return (await exit)[0] as number | null;
    };
    return { url, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #execute({ name, flags, words }: Instruction, context: string): Promise<void> {
    switch (name) {
      case 'FROM':
        this.#root = join(this.#folder, String(this.#stages.size));
        this.#stages.set(words[2] ?? '', this.#root);
        mkdirSync(this.#root);
        break;
      case 'WORKDIR':
        this.#workingFolder = words[0] ?? '/';
        mkdirSync(this.locate(this.#workingFolder), { recursive: true });
        break;
      case 'COPY':
        this.#copy(words, { from: flags['from'] === undefined ? context : (this.#stages.get(flags['from']) ?? ''), owner: flags['chown'] });
        break;
      case 'RUN':
        getOutput(await run('sh', ['-c', words.join(' ')], { cwd: this.locate(this.#workingFolder) }));
        break;
      default:
        this.#settings.set(name, words);
    }
  }

  #copy(words: readonly string[], { from, owner }: { readonly from: string; readonly owner: string | undefined }): void {
    const target = words.at(-1) ?? '';
    const destination = target.startsWith('/') ? this.locate(target) : join(this.locate(this.#workingFolder), target);
    for (const source of words.slice(0, -1).flatMap((word) => expandPattern(word, from))) {
      const path = target.endsWith('/') ? join(destination, source) : destination;
      cpSync(join(from, source), path, { recursive: true, verbatimSymlinks: true });
      const [uid, gid] = owner?.split(':').map(Number) ?? [];
      if (isRoot && uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
    }
  }
}

/** Returns the files of a folder that a name with at most one `*` matches. */
function expandPattern(pattern: string, folder: string): readonly string[] {
  const [start = '', end] = pattern.split('*');
  return end === undefined ? [pattern] : readdirSync(folder).filter((name) => name.startsWith(start) && name.endsWith(end));
}

async function findAddress(child: ChildProcess): Promise<string> {
  if (child.stdout)
    for await (const line of createInterface(child.stdout)) if (line.includes('http://')) return line.slice(line.indexOf('http://'));
  throw new Error('the container ended before it listened');
}

/** The process that a process started. */
function findChild({ pid = 0 }: ChildProcess): number {
  const list = `/proc/${pid}/task/${pid}/children`;
  return existsSync(list) ? Number(readFileSync(list, 'utf8').trim().split(' ')[0]) : pid;
}
