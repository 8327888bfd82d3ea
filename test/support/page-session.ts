/** Follows one documentation page: its files, commands, and programs in one project, in order. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { start, type Running } from './discogen.js';
import type { Block } from './markdown.js';

/** The output or the error of a block. */
export interface Result {
  readonly printed: string;
  readonly error?: string | undefined;
}

const run = promisify(execFile);
const address = '127.0.0.1:8787';
const anyAddress = /(?:127\.0\.0\.1|localhost):8787/g;
/** npm doesn't install an optional peer dependency. */
const manifest = {
  private: true,
  type: 'module',
  peerDependencies: { discogen: '*' },
  peerDependenciesMeta: { discogen: { optional: true } },
};
const runner = join(import.meta.dirname, 'run-examples.js');

interface PageOptions {
  readonly blocks: readonly Block[];
  /** A folder with the command `discogen`. */
  readonly bin: string;
  readonly isRepository: boolean;
}

export class PageSession {
  readonly #folder: string;
  readonly #blocks: readonly Block[];
  readonly #bin: string;
  readonly #isRepository: boolean;
  #server: Running | undefined;
  /** The actual address of the mock that the page starts on port 8787. */
  #address = address;

  /** @param folder the project of the page, or the repository, into which it then writes nothing. */
  constructor(folder: string, { blocks, bin, isRepository }: PageOptions) {
    this.#folder = folder;
    this.#blocks = blocks;
    this.#bin = bin;
    this.#isRepository = isRepository;
  }

  get examples(): readonly Block[] {
    return this.#blocks.filter(({ language, file }) => language === 'ts' && file === undefined);
  }

  /** The TypeScript files of the page, from its folder. Examples are ES modules, whatever the `package.json` of the page says. */
  get sources(): readonly string[] {
    const named = this.#blocks.flatMap(({ file }) => (file?.endsWith('.ts') === true ? [file] : []));
    return [...new Set(named), ...this.examples.map((_, index) => `example${index}.mts`)];
  }

  /** Writes the files of the page and runs its commands in order. */
  async runCommands(): Promise<ReadonlyMap<Block, Result>> {
    const results = new Map<Block, Result>();
    if (!this.#isRepository) this.#write('package.json', `${JSON.stringify(manifest)}\n`);
    for (const block of this.#blocks) {
      if (block.file !== undefined) this.#write(block.file, block.text);
      else if (block.language === 'sh' && !block.exempt) results.set(block, await this.#runCommand(block.text));
    }
    this.examples.forEach(({ text }, index) => this.#write(`example${index}.mts`, text.replaceAll(anyAddress, this.#address)));
    return results;
  }

  /** Runs the compiled programs of the page in one process. */
  async runExamples(): Promise<ReadonlyMap<Block, Result>> {
    if (this.examples.length === 0) return new Map();
    const files = this.examples.map((_, index) => join(this.#folder, `example${index}.mjs`));
    const output = join(this.#folder, 'results.json');
    await run(process.execPath, [runner, output, ...files], { cwd: this.#folder });
    const results = JSON.parse(readFileSync(output, 'utf8')) as readonly Result[];
    const readable = (printed = ''): string => printed.replaceAll(this.#address, address);
    return new Map(this.examples.map((block, index) => [block, { ...results[index], printed: readable(results[index]?.printed) }]));
  }

  async close(): Promise<void> {
    await this.#server?.end('SIGTERM');
  }

  #write(path: string, text: string): void {
    if (this.#isRepository) throw new Error(`a page about the repository can't write ${path}`);
    mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
    writeFileSync(join(this.#folder, path), text);
  }

  async #runCommand(text: string): Promise<Result> {
    try {
      const printed = isMock(text) ? await this.#serve(text) : await this.#print(text);
      return { printed: printed.replaceAll(this.#address, address).replaceAll(this.#folder, '…') };
    } catch (error) {
      const { message, stderr = '' } = error as Error & { readonly stderr?: string };
      return { printed: '', error: `${message}\n${stderr}` };
    }
  }

  /** Starts the mock as the page does, on a free port for the following commands and programs. */
  async #serve(text: string): Promise<string> {
    await this.#server?.end('SIGTERM');
    const words = /discogen (mock[^\n&#]*)/.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
    this.#server = await start([...words, '--port', '0'], { cwd: this.#folder });
    this.#address = /https?:\/\/(\S+)/.exec(this.#server.line)?.[1] ?? address;
    return this.#server.output;
  }

  async #print(text: string): Promise<string> {
    const script = text.replaceAll(anyAddress, this.#address).replaceAll('npx discogen', 'discogen');
    const env = {
      ...process.env,
      PATH: `${this.#bin}:${process.env['PATH'] ?? ''}`,
      npm_config_offline: 'true',
      npm_config_loglevel: 'error',
    };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: this.#folder, env });
    return stdout;
  }
}

function isMock(text: string): boolean {
  return /discogen mock\b(?! (?:env|run)\b)/.test(text) && !/--help|\|\|/.test(text);
}
