/** The emitters of the user: modules whose default export is an emitter. */
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type NamedFile, readNamedFile } from '../config/named-files.js';
import type { EmittedFile, Emitter } from '../emit/emitter.js';
import { parts } from '../language/parts.js';
import { createDiagnostic, type Diagnostic } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { type Api, modelVersion } from '../model/model.js';
import { FileError } from '../write/file-error.js';
import { createModuleDiagnostic, loadDefaultExport, type ModuleEffects, type NamedModule } from './load-module.js';

/** An emitter whose files are checked. */
interface OwnEmitter extends Emitter {
  readonly module: NamedModule;
  /** The paths of the files that it returned. */
  readonly paths: Set<string>;
}

interface LoadedEmitters {
  readonly emitters: readonly OwnEmitter[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads all modules, so that all errors are reported at once. */
export async function loadEmitters(modules: readonly NamedModule[], effects: ModuleEffects): Promise<LoadedEmitters> {
  const emitters: OwnEmitter[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const module of modules) {
    const loaded = await loadDefaultExport(module, effects);
    const problem = 'value' in loaded ? checkEmitter(loaded.value, emitters) : undefined;
    if (!('value' in loaded)) diagnostics.push(loaded);
    else if (problem !== undefined) diagnostics.push(createModuleDiagnostic(module, problem));
    else emitters.push(guardEmitter(loaded.value as Emitter, module, resolve(effects.cwd, module.path)));
  }
  return { emitters, diagnostics };
}

/** Returns why a value is no emitter. */
function checkEmitter(value: unknown, others: readonly Emitter[]): string | undefined {
  if (typeof value !== 'object' || value === null) return 'its default export must be an emitter: defineEmitter({ name, files })';
  const { name, files, modelVersion: version = modelVersion, requires = [], entries = [], peerDependencies = {} }: Partial<Emitter> = value;
  if (typeof name !== 'string' || !namePattern.test(name))
    return 'the name of its emitter must consist of lower-case letters, digits, and hyphens, and begin with a letter';
  if ((parts as readonly string[]).includes(name)) return `the name of its emitter, "${name}", is that of a part of discogen`;
  if (others.some((other) => other.name === name)) return `there is another emitter with the name "${name}"`;
  if (typeof files !== 'function') return 'files of its emitter must be a function';
  if (version !== modelVersion)
    return `its emitter is for version ${String(version)} of the model, and this discogen has version ${modelVersion}`;
  if (!isTextList(requires)) return 'requires of its emitter must be a list of parts';
  if (!isTextList(entries) || !entries.every((entry) => namePattern.test(entry)))
    return 'entries of its emitter must be a list of names of lower-case letters, digits, and hyphens';
  return isTextList(Object.values(peerDependencies))
    ? undefined
    : 'peerDependencies of its emitter must map package names to version ranges';
}

/** Also prevents paths in names. */
const namePattern = /^[a-z][a-z0-9-]{0,49}$/;

const isTextList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Wraps an emitter of unknown quality: checks what it returns, and remembers its paths. Throws `EmitterError`. */
function guardEmitter(emitter: Emitter, module: NamedModule, modulePath: string): OwnEmitter {
  const { name } = emitter;
  const paths = new Set<string>();
  const files = (...input: Parameters<Emitter['files']>): readonly EmittedFile[] => {
    const listed = runEmitter(emitter, input, modulePath);
    const missing = emitter.entries?.find((entry) => !listed.some(({ path }) => new RegExp(`^src/${entry}\\.(?:ts|js)$`).test(path)));
    if (missing !== undefined) throw new EmitterError(name, `the entry point ${missing} needs the file src/${missing}.ts`);
    for (const { path } of listed) paths.add(path);
    return listed;
  };
  return { ...emitter, files, module, paths };
}

function runEmitter(emitter: Emitter, input: Parameters<Emitter['files']>, modulePath: string): readonly EmittedFile[] {
  try {
    const returned: unknown = emitter.files(...input);
    const listed: readonly unknown[] | undefined = isIterable(returned) ? [...returned] : undefined;
    if (listed?.every(isFile)) return listed;
  } catch (error) {
    throw new EmitterError(emitter.name, describeError(error, modulePath), { cause: error });
  }
  throw new EmitterError(emitter.name, 'files() must return a list of { path, text } or { path, statements }');
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && typeof value[Symbol.iterator] === 'function';

function isFile(value: unknown): value is EmittedFile {
  const { path, text, statements, format } = (value ?? {}) as Partial<Record<keyof EmittedFile, unknown>>;
  const hasContent = typeof text === 'string' ? statements === undefined : text === undefined && Array.isArray(statements);
  return typeof path === 'string' && hasContent && (format === undefined || format === 'prettier' || format === 'ready');
}

class EmitterError extends Error {
  readonly emitter: string;

  constructor(emitter: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.emitter = emitter;
  }
}

/** Describes an error, and its position in the module of the emitter if its stack shows it. */
function describeError(error: unknown, modulePath: string): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = '' } = error;
  const url = pathToFileURL(modulePath).href;
  const [places] = stack.includes(url) ? (/^(?::\d+)+/.exec(stack.slice(stack.indexOf(url) + url.length)) ?? []) : [];
  const position = places === undefined ? undefined : `${basename(modulePath)}${places}`;
  return position === undefined ? error.message : `${error.message} (at ${position})`;
}

/** Returns the diagnostic of a failure for which a user's emitter is responsible. Throws any other error again. */
export function explainFailure(error: unknown, emitters: readonly OwnEmitter[], { name, version }: Api): Diagnostic {
  const emitter =
    error instanceof EmitterError
      ? emitters.find((candidate) => candidate.name === error.emitter)
      : error instanceof FileError
        ? emitters.findLast(({ paths }) => paths.has(error.path))
        : undefined;
  if (emitter === undefined || !(error instanceof Error)) throw error;
  const params = { name: emitter.name, api: `${name} ${version}`, problem: error.message };
  return createDiagnostic('failed-emitter', params, emitter.module.at);
}

/** Lists the module of an emitter and those that it imports by a relative path, with their texts. */
export function listEmitterFiles(path: string, effects: FileEffects): readonly NamedFile[] {
  const found = new Map<string, NamedFile>();
  const add = (file: string): void => {
    if (found.has(file)) return;
    const read = readNamedFile(file, effects);
    const named = 'problem' in read ? { path: file, text: '' } : read;
    found.set(file, named);
    for (const [, specifier = ''] of named.text.matchAll(/\b(?:from|import)\b[\s(]*['"](\.{1,2}\/[^'"]+)['"]/g))
      add(resolve(effects.cwd, dirname(file), specifier));
  };
  add(path);
  return [...found.values()];
}
