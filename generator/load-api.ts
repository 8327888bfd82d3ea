/** The first half of the pipeline, for one specification: read ▶ validate ▶ model. */
import { type MethodSelection, selectMethods } from './select-methods.js';
import { createDiagnostic, type Diagnostic, hasErrors, type Location } from './diagnostics.js';
import type { Effects } from './effects.js';
import type { Config, Source } from './generate-options.js';
import { buildModel } from './model/build.js';
import type { Api } from './model/model.js';
import { readNamedFile } from './named-files.js';
import { readSpecification } from './read/index.js';
import { applyOverlays } from './read/apply-overlays.js';
import {
  isObject,
  type Json,
  type JsonObject,
  getMember,
  type Pointer,
  type ReadResult,
  type Specification,
} from './read/specification.js';
import { listDeclaredVariables, substituteVariables } from './read/substitute-variables.js';
import { validateSpecification } from './validate/index.js';
import { BuildMemory, type Memoize } from './write/build-memory.js';
import { createRecorder, type Recorder } from './write/file-records.js';

export interface LoadResult {
  readonly source: Source;
  /** Where its name stands. */
  readonly at: Location;
  /** Absent where there are errors. */
  readonly resolved?: ResolvedSpecification;
  /** Patterns of methods that match some of this API. */
  readonly matched: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Names of the variables it declares. */
  readonly declared: readonly string[];
  /** The files it was read from. */
  readonly inputs: Recorder['records'];
}

export type LoadedApi = LoadResult & { readonly resolved: ResolvedSpecification };
export const isLoaded = (description: LoadResult): description is LoadedApi => description.resolved !== undefined;

/** A specification that is whole: overlays applied, variables substituted. */
export interface ResolvedSpecification {
  /** In Discovery vocabulary. */
  readonly value: JsonObject;
  readonly api: Api;
  /** Where a part of `value` stands in the files. */
  readonly at: Specification['at'];
}

export function loadApi(
  source: Source,
  config: Pick<Config, 'variables' | 'methods' | 'limits'>,
  { memory = new BuildMemory(), ...effects }: Pick<Effects, 'files' | 'cwd'> & { readonly memory?: BuildMemory | undefined },
): LoadResult {
  const { files, records } = createRecorder(effects.files);
  const recall = memory.startBuild(`read ${source.file}`);
  const load = (path: string): ReadResult => loadFile(path, config, { files, cwd: effects.cwd, recall });
  const { specification, diagnostics } = applyAndValidate(load(source.file), source.overlays.map(load));
  const at = specification?.at(['name']) ?? { file: source.file, line: 1, column: 1 };
  const declared = specification === undefined ? [] : [...listDeclaredVariables(specification.value).keys()];
  const description = { source, at, diagnostics, declared, matched: [], inputs: records };
  return specification === undefined || hasErrors(diagnostics)
    ? description
    : { ...description, ...resolveSpecification(specification, config) };
}

type LoadContext = Pick<Effects, 'files' | 'cwd'> & { readonly recall: Memoize };

function loadFile(path: string, { limits }: Pick<Config, 'limits'>, { recall, ...effects }: LoadContext): ReadResult {
  const file = readNamedFile(path, effects);
  if ('problem' in file) return { diagnostics: [createDiagnostic('unreadable-file', file, { file: path, line: 1, column: 1 })] };
  return recall(`read ${path}\0${JSON.stringify(limits)}\0${file.text}`, () => readSpecification(file, limits));
}

/** Validates; what is faulty is not put together, so that a fault is found once, in the file that it stands in. */
function applyAndValidate(base: ReadResult, overlays: readonly ReadResult[]): ReadResult {
  const all = [base, ...overlays];
  const files = overlays.flatMap(({ specification }) => specification ?? []);
  const read = all.flatMap(({ diagnostics }) => diagnostics);
  const found = [...read, ...files.flatMap(validateSpecification)];
  const { specification } = base;
  if (specification === undefined) return { diagnostics: found };
  if (files.length === 0 || hasErrors(found)) return { specification, diagnostics: [...found, ...validateSpecification(specification)] };
  const completed = applyOverlays(specification, files);
  return {
    specification: completed.specification,
    diagnostics: [...found, ...completed.diagnostics, ...validateSpecification(completed.specification)],
  };
}

function resolveSpecification(
  specification: Specification,
  { variables, methods }: Pick<Config, 'variables' | 'methods'>,
): Pick<MethodSelection, 'matched'> & { readonly resolved: ResolvedSpecification } {
  const whole = substituteVariables(specification.value, variables);
  const at: Specification['at'] = (pointer, part) => specification.at(toOriginalPointer(specification.value, whole, pointer), part);
  const { value, matched } = selectMethods(whole, methods);
  return { resolved: { value, api: buildModel(value, { variables }), at }, matched };
}

/** The pointer, before substitution, to what `pointer` leads to after it: substitution keeps the order of keys, and may change the keys. */
function toOriginalPointer(before: JsonObject, after: JsonObject, pointer: Pointer): Pointer {
  let [left, right]: (Json | undefined)[] = [before, after];
  return pointer.map((key) => {
    const keys = isObject(left) && isObject(right) && !Object.hasOwn(left, key) ? Object.keys(left) : [];
    const written = keys.length === 0 || !isObject(right) ? key : (keys[Object.keys(right).indexOf(String(key))] ?? key);
    [left, right] = [getPart(left, written), getPart(right, key)];
    return written;
  });
}

function getPart(value: Json | undefined, key: string | number): Json | undefined {
  return Array.isArray(value) ? value[Number(key)] : getMember(value, String(key));
}
