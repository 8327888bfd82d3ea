/** What the pages show is true: each `ts` example compiles and runs, each `sh` example whose output is shown prints it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../generator/index.js';
import { ensureBuilt, start, type Running } from './support/discogen.js';
import { blocksOf, shows, type Block } from './support/markdown.js';

const root = join(import.meta.dirname, '..');
const generated = join(root, 'generated');
const run = promisify(execFile);

const folders = readdirSync(generated).filter((name) => existsSync(join(generated, name, 'package.json')));
const pages = ['README.md', ...folders.map((name) => `generated/${name}/README.md`)];
const blocks = pages.flatMap((page) => blocksOf(readFileSync(join(root, page), 'utf8'), page));
const examples = blocks.filter(({ language }) => language === 'ts');
const commands = blocks.filter(
  ({ language, at, text, output }) => language === 'sh' && at.startsWith('README.md') && (isMock(text) || output !== undefined),
);

test('every page has an example', () => {
  const shown = examples.map(({ at }) => at.replace(/:\d+$/, ''));
  expect(pages.filter((page) => !shown.includes(page))).toEqual([]);
});

describe('ts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'discogen-readme-'));
  let failed = '';

  beforeAll(async () => {
    writeProject(folder);
    // An API with media, which none of ours has.
    await generate({ files: [join(root, 'test/fixtures/media/store-v1.json')], out: join(folder, 'node_modules/@discogen') });
    const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
    // Each example compiles by itself; one run does for all.
    failed = await run(process.execPath, [tsc, '-p', folder], { cwd: folder }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('all examples compile under strict', () => {
    expect(examples.reduce((text, { at }, index) => text.replaceAll(`example${index}.ts`, `${at} (example${index}.ts)`), failed)).toBe('');
  });

  test.each(examples.map((block, index) => [block.at, block, index] as const))('%s', async (_, { output }, index) => {
    const { stdout } = await run(process.execPath, [join(folder, `dist/example${index}.js`)], { cwd: folder });
    if (output !== undefined) expect(shows(output, stdout), `shown:\n${output}\nprinted:\n${stdout}`).toBe(true);
  });
});

/** A project that has the packages installed, with one file for each example. */
function writeProject(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@discogen'), { recursive: true });
  for (const name of folders) symlinkSync(join(generated, name), join(folder, 'node_modules/@discogen', name), 'dir');
  symlinkSync(root, join(folder, 'node_modules/discogen'), 'dir');
  for (const name of ['undici', '@opentelemetry']) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir');
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    outDir: 'dist',
    rootDir: '.',
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: examples.map((_, index) => `example${index}.ts`) }),
  );
  // An example without an import is a module all the same.
  examples.forEach(({ text }, index) => writeFileSync(join(folder, `example${index}.ts`), `${text}\nexport {};\n`));
}

/** The commands of the page are one session: `discogen mock` starts a server, which the commands after it talk to. */
describe('sh', () => {
  const address = '127.0.0.1:8787';
  let server: Running | undefined;
  let own = address;

  beforeAll(ensureBuilt);
  afterAll(() => server?.end('SIGTERM'));

  test.each(commands.map((block) => [block.at, block] as const))('%s', async (_, block) => {
    const printed = isMock(block.text) ? await serve(block) : await print(block);
    if (block.output === undefined) return;
    expect(shows(block.output, printed), `shown:\n${block.output}\nprinted:\n${printed}`).toBe(true);
  });

  /** Starts the mock as the page does, on a free port. */
  async function serve({ text }: Block): Promise<string> {
    await server?.end('SIGTERM');
    const words = /discogen (mock[^\n&]*)/.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
    server = await start([...words, '--port', '0'], { cwd: root });
    own = /http:\/\/(\S+)/.exec(server.line)?.[1] ?? address;
    return server.line.replaceAll(own, address);
  }

  async function print({ text }: Block): Promise<string> {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', text.replaceAll(/(?:127\.0\.0\.1|localhost):8787/g, own)], {
      cwd: root,
    });
    return stdout.replaceAll(own, address);
  }
});

function isMock(text: string): boolean {
  return /discogen mock\b/.test(text) && !/--help/.test(text);
}
