/** An npm registry in memory, and the npm and tar that download from it. */
import { posix } from 'node:path';
import type { ProgramResult } from '../../generator/lib/effects.js';
import type { BuildMemory } from '../../generator/write/build-memory.js';
import type { MemoryEffects } from './memory-files.js';

export interface MemoryRegistry {
  /** The files of the latest versions by package name and path. */
  readonly packages: Map<string, Map<string, string>>;
  readonly effects: MemoryEffects;
  /** The commands that were run. */
  readonly commands: string[];
  /** Publishes the package in a folder. */
  publish(folder: string): void;
}

const succeed = (stdout = ''): ProgramResult => ({ status: 0, stdout, stderr: '' });

export function createMemoryRegistry(base: MemoryEffects, memory?: BuildMemory): MemoryRegistry {
  const packages = new Map<string, Map<string, string>>();
  const commands: string[] = [];
  const { files } = base;
  const npm = (args: readonly string[]): ProgramResult => {
    const destination = args[args.indexOf('--pack-destination') + 1] ?? '';
    const download = args.find((word) => word.endsWith('@latest'));
    if (download === undefined) {
      const folders = args.filter((word) => word.startsWith('./'));
      return succeed(
        JSON.stringify(folders.map((folder) => ({ filename: `${posix.basename(folder)}.tgz`, integrity: `sha512-${folder}` }))),
      );
    }
    const name = download.replace('@latest', '');
    if (!packages.has(name)) return { status: 1, stdout: JSON.stringify({ error: { code: 'E404', summary: 'Not Found' } }), stderr: '' };
    files.create(`${destination}/package.tgz`, name);
    return succeed('[]');
  };
  const unpack = (cwd: string): ProgramResult => {
    const name = files.read(`${cwd}/package.tgz`);
    for (const [path, text] of packages.get(name) ?? []) files.create(`${cwd}/package/${path}`, text);
    return succeed();
  };
  const effects = {
    ...base,
    ...(memory === undefined ? {} : { memory }),
    runProgram: (program: string, args: readonly string[], { cwd }: { readonly cwd: string }) => {
      commands.push([program, ...args].join(' '));
      return Promise.resolve(program === 'npm' ? npm(args) : unpack(cwd));
    },
  };
  return {
    packages,
    effects,
    commands,
    publish(folder) {
      const paths = Object.keys(files.snapshot()).filter((path) => path.startsWith(`${folder}/`));
      const texts = new Map(paths.map((path) => [path.slice(folder.length + 1), files.read(path)]));
      const { name } = JSON.parse(texts.get('package.json') ?? '{}') as { readonly name: string };
      packages.set(name, texts);
    },
  };
}
