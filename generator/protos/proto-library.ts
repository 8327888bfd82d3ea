/** The protobuf definitions in a folder, which are read when they are needed. */
import { resolve } from 'node:path';
import { createDiagnostic, type Diagnostic } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { UsageError } from '../lib/usage-error.js';
import { getOptions, parseProto, type ProtoEnum, type ProtoFile, type ProtoMessage, type ProtoService } from './proto-file.js';

/** The limits on the files of a folder. Those of all published APIs have 7,300 definitions with 60 MiB. */
const maxFiles = 50_000;
const maxDepth = 40;
const maxCharacters = 16 * 1024 * 1024;

/** What a search of the text of a file finds. */
interface IndexedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly hosts: readonly string[];
  /** The full names of the services. */
  readonly services: readonly string[];
}

/** A declaration, and the file that has it. */
export interface Declared<T> {
  readonly value: T;
  readonly file: ProtoFile;
}

export class ProtoLibrary {
  readonly diagnostics: Diagnostic[] = [];
  /** The paths of the files other than definitions: `.json`, `.yaml`. */
  readonly configs: readonly string[];
  readonly #index: readonly IndexedFile[];
  readonly #pathsByName = new Map<string, readonly string[]>();
  readonly #files = new Map<string, ProtoFile | undefined>();
  readonly #types = new Map<string, Declared<ProtoMessage | ProtoEnum>>();

  /** Throws `UsageError` if the folder has too many files, or no definition. `folder`: an absolute path. */
  constructor(
    private readonly folder: string,
    private readonly effects: FileEffects,
  ) {
    const paths = listFiles(folder, effects);
    this.configs = paths.filter((path) => /\.(?:json|yaml)$/.test(path));
    const definitions = paths.filter((path) => path.endsWith('.proto'));
    if (definitions.length === 0) throw new UsageError(`there is no .proto file in ${folder}`);
    this.#index = definitions.flatMap((path) => this.#indexFile(path) ?? []);
    for (const path of definitions) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      this.#pathsByName.set(name, [...(this.#pathsByName.get(name) ?? []), path]);
    }
  }

  /** Lists the services with an address (`pubsub.googleapis.com`), and loads their definitions with all that these import. */
  loadServices(host: string): readonly Declared<ProtoService>[] {
    const found = this.#index.filter(({ hosts }) => hosts.includes(host));
    return found.flatMap(({ path }) => this.#loadWithImports(path)).flatMap((file) => this.#listServices(file, host));
  }

  /** Finds services by their full names, and loads their definitions. */
  findServices(names: ReadonlySet<string>): readonly Declared<ProtoService>[] {
    const found = this.#index.filter(({ services }) => services.some((name) => names.has(name)));
    return found
      .flatMap(({ path }) => this.#loadWithImports(path))
      .flatMap((file) => file.services.filter(({ name }) => names.has(name)).map((value) => ({ value, file })));
  }

  /** Finds the loaded message or enum with a name as written in a scope, such as that of the message that has the field. */
  findType(written: string, scope: string): Declared<ProtoMessage | ProtoEnum> | undefined {
    if (written.startsWith('.')) return this.#types.get(written.slice(1));
    for (let outer = scope; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf('.')))) {
      const found = this.#types.get(outer === '' ? written : `${outer}.${written}`);
      if (found !== undefined || outer === '') return found;
    }
  }

  /** Lists the loaded messages. */
  listMessages(): readonly Declared<ProtoMessage>[] {
    return [...this.#types.values()].filter(isMessage);
  }

  /** Returns the text of a file, or `undefined` if it is too large or can't be read. */
  readText(path: string): string | undefined {
    try {
      const absolute = resolve(this.folder, path);
      const stat = this.effects.files.stat(absolute);
      if (stat !== undefined && stat.size > maxCharacters) return this.#report(path, 'it is too large');
      return this.effects.files.read(absolute);
    } catch (error) {
      return this.#report(path, error instanceof Error ? error.message : String(error));
    }
  }

  #report(path: string, problem: string, line = 1): undefined {
    this.diagnostics.push(createDiagnostic('skipped-definition', { problem }, { file: path, line, column: 1 }));
    return undefined;
  }

  #indexFile(path: string): IndexedFile | undefined {
    const text = this.readText(path);
    if (text === undefined) return undefined;
    const name = /(?:^|;)\s*package\s+([\w.]+)\s*;/m.exec(text)?.[1] ?? '';
    const services = [...text.matchAll(/(?:^|[;}])\s*service\s+(\w+)/gm)].map(([, service = '']) =>
      name === '' ? service : `${name}.${service}`,
    );
    return { path, services, hosts: [...text.matchAll(/\bdefault_host\)\s*=\s*["']([^"'\s]+)["']/g)].map(([, host = '']) => host) };
  }

  #listServices(file: ProtoFile, host: string): readonly Declared<ProtoService>[] {
    const isOfHost = ({ options }: ProtoService): boolean => getOptions(options, 'google.api.default_host').includes(host);
    return file.services.filter(isOfHost).map((value) => ({ value, file }));
  }

  /** Loads a file and what it imports. Returns the file. */
  #loadWithImports(path: string): readonly ProtoFile[] {
    const pending = [path];
    const seen = new Set(pending);
    for (const next of pending) {
      const file = this.#load(next);
      const imported = (file?.imports ?? []).flatMap((name) => this.#findImport(name) ?? []).filter((found) => !seen.has(found));
      for (const found of imported) {
        seen.add(found);
        pending.push(found);
      }
    }
    const file = this.#files.get(path);
    return file === undefined ? [] : [file];
  }

  /** Finds an imported file by the end of its path, because the root of the definitions can be a folder below. */
  #findImport(name: string): string | undefined {
    const candidates = this.#pathsByName.get(name.slice(name.lastIndexOf('/') + 1)) ?? [];
    return candidates.find((path) => path === name || path.endsWith(`/${name}`));
  }

  #load(path: string): ProtoFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    this.#files.set(path, undefined);
    const text = this.readText(path);
    if (text === undefined) return undefined;
    const file = parseProto({ path, text });
    if ('message' in file) return this.#report(path, file.message, file.line);
    this.#files.set(path, file);
    for (const value of [...file.messages, ...file.enums]) if (!this.#types.has(value.name)) this.#types.set(value.name, { value, file });
    return file;
  }
}

export const isMessage = (found: Declared<ProtoMessage | ProtoEnum> | undefined): found is Declared<ProtoMessage> =>
  found !== undefined && 'fields' in found.value;

/** Lists the paths of the files in a folder and its folders, relative to it, sorted. Leaves out links and hidden files. */
function listFiles(folder: string, { files }: FileEffects): readonly string[] {
  const found: string[] = [];
  const visit = (relative: string, depth: number): void => {
    for (const name of files.list(resolve(folder, relative))) {
      if (name.startsWith('.') || name === 'node_modules') continue;
      const path = relative === '' ? name : `${relative}/${name}`;
      const kind = files.stat(resolve(folder, path))?.kind;
      if (kind === 'folder' && depth < maxDepth) visit(path, depth + 1);
      else if (kind === 'file' && /\.(?:proto|json|yaml)$/.test(name)) found.push(path);
      if (found.length > maxFiles) throw new UsageError(`${folder} has more than ${maxFiles} files`);
    }
  };
  visit('', 0);
  return found;
}
