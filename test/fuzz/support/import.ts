/** Imports generated packages in separate processes. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runtimeFolder } from '../../../generator/write/runtime.js';
import type { Output } from './check-harmless.js';

const entries = ['index', 'methods', 'validators', 'mock', 'behavior'];
/** The child process is replaced after this many packages, because modules cannot be unloaded. */
const maxImports = 300;

export class Importer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'discogen-fuzz-'));
  #child: ChildProcess | undefined;
  #imports = 0;

  constructor() {
    writeFileSync(join(this.#folder, 'package.json'), '{ "type": "module" }\n');
  }

  /** Describes a failure or a side effect of importing the modules; `undefined` if there is none. */
  async findImportProblem({ modules }: Output): Promise<string | undefined> {
    this.#imports += 1;
    if (this.#imports % maxImports === 0) this.#stop();
    const folder = String(this.#imports);
    this.#write(folder, modules);
    const link = join(this.#folder, folder, 'runtime');
    symlinkSync(runtimeFolder, link);
    const urls = entries
      .filter((name) => modules.has(`dist/${name}.js`))
      .map((name) => pathToFileURL(join(this.#folder, folder, `dist/${name}.js`)).href);
    const problem = await this.#import(urls);
    rmSync(join(this.#folder, folder), { recursive: true, force: true });
    return problem;
  }

  close(): void {
    this.#stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #import(urls: readonly string[]): Promise<string | undefined> {
    const child = (this.#child ??= fork(fileURLToPath(new URL('./importer.js', import.meta.url)), { execArgv: [] }));
    return new Promise((resolve) => {
      const end = (code: number | null): void => resolve(`importing ended the process with ${String(code)}`);
      child.once('exit', end);
      child.once('message', ({ problem }: { readonly problem?: string }) => {
        child.off('exit', end);
        resolve(problem);
      });
      child.send(urls);
    });
  }

  #stop(): void {
    this.#child?.disconnect();
    this.#child = undefined;
  }

  #write(folder: string, files: ReadonlyMap<string, string>): void {
    for (const [path, text] of files) {
      const target = join(this.#folder, folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
  }
}
