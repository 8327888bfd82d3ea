/** Packs and installs the generated packages in a temporary folder without a network. */
import { execFile, type ExecFileException } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folders below `generated/`. */
export const packageFolders = ['dns-v1', 'compute-v1', 'osconfig-v1beta', 'errorreporting-v1beta1'] as const;
export type PackageFolder = (typeof packageFolders)[number];

export interface ProcessResult {
  /** Exit status; `undefined` if a signal ended the process. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end and returns failures as outcomes. */
export function run(program: string, args: readonly string[], { cwd = root, env = {} }: RunOptions = {}): Promise<ProcessResult> {
  const options = { cwd, env: { ...process.env, NO_COLOR: '1', ...env }, maxBuffer: 1 << 27 };
  return new Promise((resolve) => {
    execFile(program, [...args], options, (error: ExecFileException | null, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      resolve({ status, stdout, stderr: status === undefined ? `${stderr}${error?.message ?? ''}` : stderr });
    });
  });
}

/** Runs a JavaScript file with the Node that runs the tests. */
export function runNode(script: string, args: readonly string[] = [], options: RunOptions = {}): Promise<ProcessResult> {
  return run(process.execPath, [script, ...args], options);
}

/** Returns the output of a program; throws its error output if it fails. */
export function getOutput({ status, stdout, stderr }: ProcessResult): string {
  if (status === 0) return stdout;
  throw new Error(`exit status ${status ?? 'none (ended by a signal)'}\n${stderr}\n${stdout}`);
}

/** The current TypeScript (5.9) and the native one (7). */
export type Compiler = 'typescript' | 'typescript-native';
export type CompilerOptions = Readonly<Record<string, unknown>>;

const strictest: CompilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  // Checks the declarations of packages but not those of the compiler itself.
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  resolveJsonModule: true,
};

/** The settings under which the sources of packages compile, apart from `strict`. */
export const sourceSettings = [
  { module: 'node16', isolatedDeclarations: true, exactOptionalPropertyTypes: true, declaration: true, noEmit: true },
  {
    module: 'esnext',
    moduleResolution: 'bundler',
    exactOptionalPropertyTypes: false,
    noUncheckedIndexedAccess: false,
    declaration: true,
    noEmit: true,
  },
] as const;

export interface Compilation {
  readonly compiler: Compiler;
  /** Folder of the files and the compiler settings. */
  readonly folder: string;
  /** Name of the settings, unique in the folder. */
  readonly name: string;
  readonly options: CompilerOptions;
  readonly files: readonly string[];
}

/** Compiles programs in strict mode, including package declarations and without Node types; returns the compiler errors. */
export async function compile({ compiler, folder, name, options, files }: Compilation): Promise<string> {
  const settings = join(folder, `tsconfig.${name}.json`);
  write(settings, JSON.stringify({ compilerOptions: { ...strictest, ...options }, files }));
  // Several threads check the same declarations several times.
  const words = ['-p', settings, ...(compiler === 'typescript-native' ? ['--singleThreaded'] : [])];
  const { status, stdout, stderr } = await runNode(join(root, 'node_modules', compiler, 'bin/tsc'), words, { cwd: folder });
  return status === 0 ? '' : stdout + stderr;
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Creates an empty folder outside the repository. The caller removes it with `removeFolder`. */
export function createTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'discogen-packages-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** A package as npm packs it. */
export interface PackedPackage {
  /** The name of its folder. */
  readonly folder: string;
  /** The size of its files in bytes. */
  readonly size: number;
  /** Path of its archive. */
  readonly tarball: string;
  /** Paths of the files in the archive. */
  readonly files: readonly string[];
}

/** Runs npm without the network and the user's cache. */
async function npm(args: readonly string[], folder: string): Promise<string> {
  const options = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier', '--cache', join(folder, '.npm-cache')];
  return getOutput(await run('npm', [...args, ...options], { cwd: folder }));
}

/** Packs packages into a folder, as `npm publish` would. */
export async function packPackages(folder: string, sources: readonly string[]): Promise<readonly PackedPackage[]> {
  mkdirSync(folder, { recursive: true });
  const packed = JSON.parse(await npm(['pack', '--json', ...sources], folder)) as {
    readonly filename: string;
    readonly unpackedSize: number;
    readonly files: readonly { readonly path: string }[];
  }[];
  return sources.map((source, index) => {
    const { filename = '', unpackedSize = 0, files = [] } = packed[index] ?? {};
    return { folder: basename(source), size: unpackedSize, tarball: join(folder, filename), files: files.map(({ path }) => path) };
  });
}

/** Creates an empty project and installs packed packages into it, as a user does. */
export async function installPackages(project: string, packed: readonly PackedPackage[]): Promise<void> {
  write(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  await npm(['install', ...packed.map(({ tarball }) => tarball)], project);
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
