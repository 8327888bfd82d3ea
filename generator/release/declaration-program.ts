/** Reads the declarations of two versions of a package with TypeScript, which resolves names but checks nothing. */
import { posix } from 'node:path';
import { ts } from 'ts-morph';
import type { Pair } from '../diff/comparison.js';
import { getMember, isObject, type Json } from '../lib/json.js';

/**
 * The files of a package by path: `package.json`, and declarations such as `dist/index.d.ts`. Other files are ignored. Paths such as
 * `node_modules/@example/runtime/dist/client.d.ts` add packages that the declarations import.
 */
export type PackageDeclarations = ReadonlyMap<string, string>;

/** The entry points of a package. A file is undefined for an entry point without declarations, such as `./spec.json`. */
export type Entries = ReadonlyMap<string, string | undefined>;

export interface DeclarationProgram {
  readonly checker: ts.TypeChecker;
  readonly entries: Pair<Entries>;
  /** Returns the module of a file of one version. */
  readonly findModule: (version: keyof Pair<unknown>, path: string) => ts.SourceFile | undefined;
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  // Names of the standard library are compared as text.
  noLib: true,
  types: [],
};

export function createDeclarationProgram(versions: Pair<PackageDeclarations>): DeclarationProgram {
  const files = new Map(
    (['old', 'new'] as const).flatMap((version) => [...versions[version]].map(([path, text]) => [`/${version}/${path}`, text] as const)),
  );
  const entries = { old: readEntries(versions.old), new: readEntries(versions.new) };
  const rootNames = (['old', 'new'] as const).flatMap((version) =>
    [...entries[version].values()].flatMap((path) => (path === undefined ? [] : [`/${version}/${path}`])),
  );
  const program = ts.createProgram({ rootNames, options, host: createHost(files) });
  return {
    checker: program.getTypeChecker(),
    entries,
    findModule: (version, path) => program.getSourceFile(`/${version}/${path}`),
  };
}

function createHost(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const folders = new Set([...files.keys()].flatMap(listParents));
  return {
    fileExists: (path) => files.has(path),
    readFile: (path) => files.get(path),
    directoryExists: (path) => folders.has(path),
    getSourceFile: (path, target) => {
      const text = files.get(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, target, true);
    },
    getDefaultLibFileName: () => 'lib.d.ts',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => undefined,
  };
}

function listParents(path: string): readonly string[] {
  const parent = posix.dirname(path);
  return parent === '/' ? [parent] : [parent, ...listParents(parent)];
}

/** Throws `SyntaxError` if package.json isn't JSON. */
export function readEntries(files: PackageDeclarations): Entries {
  const manifest = JSON.parse(files.get('package.json') ?? '{}') as Json;
  const exported = isObject(manifest) ? getMember(manifest, 'exports') : undefined;
  const isMap = isObject(exported) && Object.keys(exported).every((key) => key.startsWith('.'));
  const targets = isMap ? Object.entries(exported) : [['.', exported] as const];
  return new Map(targets.flatMap(([entry, target]) => (target === undefined ? [] : [[entry, findDeclarationFile(target, files)]])));
}

function findDeclarationFile(target: Json, files: PackageDeclarations): string | undefined {
  if (typeof target === 'string') {
    const path = posix.normalize(target).replace(/(?<!\.d)\.([cm]?)[jt]s$/, '.d.$1ts');
    return /\.d\.[cm]?ts$/.test(path) && files.has(path) ? path : undefined;
  }
  if (!isObject(target)) return undefined;
  const values = [getMember(target, 'types'), ...Object.values(target)];
  for (const value of values) {
    const path = value === undefined ? undefined : findDeclarationFile(value, files);
    if (path !== undefined) return path;
  }
  return undefined;
}
