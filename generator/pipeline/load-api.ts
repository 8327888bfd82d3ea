/** Loads one specification: reads, validates, and builds the model. */
import { type MethodSelection, selectMethods } from './select-methods.js';
import { type Diagnostic, hasErrors, type Location } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import type { Config, SpecificationSource } from '../config/generate-options.js';
import { buildModel } from '../model/build.js';
import type { Api } from '../model/model.js';
import { readEvidence } from './read-evidence.js';
import { createReadDiagnostic, readNamedFile } from '../config/named-files.js';
import { readSpecification } from '../read/index.js';
import { getPart, isObject, type Json, type JsonObject, type Pointer } from '../lib/json.js';
import type { ReadResult, Specification } from '../language/specification.js';
import { listDeclaredVariables, substituteVariables } from '../language/substitute-variables.js';
import { validateSpecification } from '../check/index.js';
import { mergeOverlays } from './merge-overlays.js';
import { BuildMemory, type Memoize } from '../write/build-memory.js';

export interface LoadResult {
  readonly source: SpecificationSource;
  /** The location of its name. */
  readonly at: Location;
  /** Absent if there are errors. */
  readonly resolved?: ResolvedSpecification;
  /** The method patterns that match a method of this API. */
  readonly matched: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** The variables that the specification declares. */
  readonly declared: readonly string[];
}

export type LoadedApi = LoadResult & { readonly resolved: ResolvedSpecification };
export const isLoaded = (result: LoadResult): result is LoadedApi => result.resolved !== undefined;

/** A specification with overlays applied and variables substituted. */
export interface ResolvedSpecification {
  /** In Discovery vocabulary. */
  readonly value: JsonObject;
  readonly api: Api;
  /** Locates a part of `value` in the files. */
  readonly at: Specification['at'];
}

type LoadConfig = Pick<Config, 'variables' | 'methods' | 'limits'> & Partial<Pick<Config, 'fileLocations'>>;

export function loadApi(
  source: SpecificationSource,
  config: LoadConfig,
  { memory = new BuildMemory(), ...effects }: FileEffects & { readonly memory?: BuildMemory | undefined },
): LoadResult {
  const memoize = memory.startBuild(`read ${source.file}`);
  const load = (path: string): ReadResult => loadFile(path, config, { ...effects, memoize });
  const { specification, diagnostics } = applyAndValidate(load(source.file), source.overlays.map(load));
  const at = specification?.at(['name']) ?? { file: source.file, line: 1, column: 1 };
  const declared = specification === undefined ? [] : [...listDeclaredVariables(specification.value).keys()];
  const result = { source, at, diagnostics, declared, matched: [] };
  if (specification === undefined || hasErrors(diagnostics)) return result;
  return addEvidence({ ...result, ...resolveSpecification(specification, { ...config, services: source.services ?? true }) }, effects);
}

/** Adds what comparing the API with recordings showed, if the config names a file with it. */
function addEvidence(result: LoadedApi, effects: FileEffects): LoadResult {
  const { source, resolved } = result;
  if (source.evidence === undefined) return result;
  const { evidence, diagnostics } = readEvidence(source.evidence, { api: resolved.api, source }, effects);
  const { resolved: _, ...others } = result;
  const all = [...result.diagnostics, ...diagnostics];
  if (hasErrors(diagnostics)) return { ...others, diagnostics: all };
  return { ...result, diagnostics: all, ...(evidence && { resolved: { ...resolved, api: { ...resolved.api, evidence } } }) };
}

type LoadContext = FileEffects & { readonly memoize: Memoize };

function loadFile(path: string, { limits, fileLocations }: LoadConfig, { memoize, ...effects }: LoadContext): ReadResult {
  const file = readNamedFile(path, effects);
  if ('problem' in file) return { diagnostics: [createReadDiagnostic(path, file.problem, fileLocations)] };
  return memoize(`read ${path}\0${JSON.stringify(limits)}\0${file.text}`, () => readSpecification(file, limits));
}

/** Validates each file, and merges them only if they are valid, so that an error is reported once, in its own file. */
function applyAndValidate(base: ReadResult, overlays: readonly ReadResult[]): ReadResult {
  const all = [base, ...overlays];
  const files = overlays.flatMap(({ specification }) => specification ?? []);
  const readDiagnostics = all.flatMap(({ diagnostics }) => diagnostics);
  const fileDiagnostics = [...readDiagnostics, ...files.flatMap(validateSpecification)];
  const { specification } = base;
  if (specification === undefined) return { diagnostics: fileDiagnostics };
  if (files.length === 0 || hasErrors(fileDiagnostics))
    return { specification, diagnostics: [...fileDiagnostics, ...validateSpecification(specification)] };
  const merged = mergeOverlays(specification, files);
  return { specification: merged.specification, diagnostics: [...fileDiagnostics, ...merged.diagnostics] };
}

function resolveSpecification(
  specification: Specification,
  { variables, methods, services }: Pick<Config, 'variables' | 'methods'> & { readonly services: boolean },
): Pick<MethodSelection, 'matched'> & { readonly resolved: ResolvedSpecification } {
  const substituted = substituteVariables(specification.value, variables);
  const at: Specification['at'] = (pointer, part) => specification.at(toOriginalPointer(specification.value, substituted, pointer), part);
  const { value, matched } = selectMethods(substituted, methods);
  return { resolved: { value, api: buildModel(value, { variables, services }), at }, matched };
}

/** Converts a pointer into the substituted value to one into the original value. Substitution keeps the order of keys but may rename them. */
function toOriginalPointer(before: JsonObject, after: JsonObject, pointer: Pointer): Pointer {
  let [left, right]: (Json | undefined)[] = [before, after];
  return pointer.map((key) => {
    const keys = isObject(left) && isObject(right) && !Object.hasOwn(left, key) ? Object.keys(left) : [];
    const originalKey = keys.length === 0 || !isObject(right) ? key : (keys[Object.keys(right).indexOf(String(key))] ?? key);
    [left, right] = [getPart(left, originalKey), getPart(right, key)];
    return originalKey;
  });
}
