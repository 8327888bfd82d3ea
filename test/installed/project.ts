/** An empty project outside the repository, into which packed packages are installed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { getOutput, type ProcessResult, run, type RunOptions, write } from '../packages/support.js';

export class Project implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'discogen-project-'));

  /** Creates a folder with a `package.json` that depends on nothing. */
  constructor(manifest: Readonly<Record<string, unknown>> = {}) {
    this.write('package.json', `${JSON.stringify({ name: 'project', private: true, type: 'module', ...manifest }, null, 2)}\n`);
  }

  write(path: string, text: string): void {
    write(join(this.folder, path), text);
  }

  /** Installs packages: the packed one for a name of this repository (`discogen`, `@discogen/dns-v1`), others from the registry. */
  async install(...packages: readonly string[]): Promise<void> {
    const tarballs = inject('tarballs');
    const sources = packages.map((name) => tarballs[name] ?? name);
    await this.output('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...sources]);
  }

  run(program: string, args: readonly string[] = [], options: RunOptions = {}): Promise<ProcessResult> {
    return run(program, args, { cwd: this.folder, ...options });
  }

  /** Runs a program and returns its output; throws its error output if it fails. */
  async output(program: string, args: readonly string[] = [], options: RunOptions = {}): Promise<string> {
    return getOutput(await this.run(program, args, options));
  }

  discogen(...args: readonly string[]): Promise<ProcessResult> {
    return this.run(join(this.folder, 'node_modules/.bin/discogen'), args);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
