/** The library API: what the command line does, as functions. */
import type { Mock } from '../mock/index.js';
import type { CreateMockOptions } from './pipeline/create-mock.js';
import type { DiffOptions, DiffResult } from './pipeline/diff-specifications.js';
import type { Progress } from './lib/effects.js';
import type { ExportOptions, ExportResult } from './pipeline/export-description.js';
import type { GenerateOptions } from './config/generate-options.js';
import type { LintOptions, LintResult } from './pipeline/lint-files.js';
import type { SeedFromOptions, SeedSource } from './pipeline/seed-text.js';
import type { VerifyOptions, VerifyResult } from './pipeline/verify-recordings.js';
import { readNamedFile } from './config/named-files.js';
import { createNodeEffects } from './lib/node-effects.js';
import type { GenerateResult } from './pipeline/run-context.js';
import { runGenerate } from './pipeline/run-generate.js';
import { UsageError } from './lib/usage-error.js';

export type { CreateMockOptions } from './pipeline/create-mock.js';
export { defineRecordingFormat, defineResponseFiles } from './pipeline/load-recording-formats.js';
export type {
  FormatBody,
  FormatExchange,
  FormatHeaders,
  FormatRequest,
  FormatResponse,
  RecordingFormat,
} from '../fidelity/recordings/format.js';
export type { ResponseFilesOptions } from '../fidelity/recordings/formats/response-files.js';
export type { RecordingFile } from '../fidelity/recordings/recording-file.js';
export type { RecordingPart } from '../fidelity/recordings/part.js';
export type { Diagnostic } from './lib/diagnostics.js';
export type { Progress } from './lib/effects.js';
export type { Change, ChangeKind, VersionBump } from './diff/changes.js';
export type { DiffOptions, DiffResult } from './pipeline/diff-specifications.js';
export type { ExportFormat, ExportOptions, ExportResult } from './pipeline/export-description.js';
export type { GenerateOptions } from './config/generate-options.js';
export type { LintOptions, LintResult, ListedRule } from './pipeline/lint-files.js';
export type { SeedFormat, SeedFromOptions, SeedSource } from './pipeline/seed-text.js';
export type { TargetOptions } from './pipeline/target-access.js';
export type { VerifyOptions, VerifyResult } from './pipeline/verify-recordings.js';
export type { DifferenceKind } from '../fidelity/verify/difference.js';
export type { SkipReason } from '../fidelity/verify/exchange-result.js';
export type { DifferenceGroup, MethodVerdict, SkipGroup, Verdict } from '../fidelity/verify/verdict.js';
export type { GeneratedPackage, GenerateResult } from './pipeline/run-context.js';
export type { FileChange } from './write/compare-package.js';
export { defineEmitter, type CallDescription, type EmitContext, type EmittedFile, type Emitter } from './emit/emitter.js';
export { modelVersion } from './model/model.js';
export type {
  Api,
  ArrayType,
  DescribedEndpoint,
  Evidence,
  Field,
  MapType,
  Method,
  ModelElement,
  ObjectType,
  Parameter,
  Permission,
  RefType,
  Resource,
  Schema,
  Scope,
  Source,
  StatedRule,
  Type,
} from './model/model.js';
export type { Lookup } from './model/schema-lookup.js';
export type { Names } from './emit/names.js';
export { UsageError };

export interface GenerateHooks {
  /** Called at each step. */
  readonly progress?: (progress: Progress) => void;
}

/** Writes the packages of the configured specifications, or of `files`, to the output folder. Rejects with `UsageError` if the options or the config are invalid. */
export async function generate(options: GenerateOptions = {}, hooks: GenerateHooks = {}): Promise<GenerateResult> {
  return runGenerate(options, { ...createNodeEffects(), ...hooks });
}

/** Returns the resolved description of an API (a configured name or a file) as one JSON document. Rejects with `UsageError` if the API is neither. */
export async function exportSpec(api: string, options: ExportOptions): Promise<ExportResult> {
  return (await import('./pipeline/export-description.js')).exportDescription(api, options, createNodeEffects());
}

/** Returns the changes between two versions of an API, each a configured name or a file. Rejects with `UsageError` if one is neither. */
export async function diff(old: string, next: string, options: DiffOptions = {}): Promise<DiffResult> {
  return (await import('./pipeline/diff-specifications.js')).diffSpecifications({ old, new: next }, options, createNodeEffects());
}

/** Creates a mock of APIs, given as configured names and files; by default, of all configured APIs. Rejects with `UsageError` for an unknown name, an invalid option or seed, or a specification with errors. */
export async function createMock(apis: string | readonly string[] = [], options: CreateMockOptions = {}): Promise<Mock> {
  const { createMockForApis, formatErrors } = await import('./pipeline/create-mock.js');
  const { mock, diagnostics } = await createMockForApis(typeof apis === 'string' ? [apis] : apis, options, createNodeEffects());
  if (mock === undefined) throw new UsageError(`the specifications have errors:\n${formatErrors(diagnostics)}`, diagnostics);
  return mock;
}

/**
 * Returns the text of a seed file with the state of a mock or a session, or with a part of it, as a person would write it: `seedFrom(mock, { only:
 * ['/dns/v1/projects/p'], format: 'ts' })`. Rejects with `UsageError` for an unknown format.
 */
export async function seedFrom(mock: SeedSource, options: SeedFromOptions = {}): Promise<string> {
  return (await import('./pipeline/seed-text.js')).createSeedText(mock, options);
}

/** Writes the text of `seedFrom` to a file, in the format of its extension: `.yaml`, `.json`, or `.ts`. Rejects with `UsageError` for another one. */
export async function writeSeed(mock: SeedSource, file: string, options: SeedFromOptions = {}): Promise<void> {
  return (await import('./pipeline/seed-text.js')).writeSeedFile(mock, file, { options, effects: createNodeEffects() });
}

/** Checks specification files and returns their diagnostics, and with `rules` every rule that they state. An unreadable file is a diagnostic too. */
export async function lint(files: readonly string[], options: LintOptions = {}): Promise<LintResult> {
  const effects = createNodeEffects();
  return (await import('./pipeline/lint-files.js')).lintFiles(files, (path) => readNamedFile(path, effects), options);
}

/**
 * Compares mocks with recorded traffic of the services. Returns for each method what agrees, what differs, and what wasn't compared. An invalid
 * recording is a diagnostic. Rejects with `UsageError` for an unknown API, an invalid config, or an unreadable file of accepted differences.
 */
export async function verify(recordings: string | readonly string[], options: VerifyOptions = {}): Promise<VerifyResult> {
  const files = typeof recordings === 'string' ? [recordings] : recordings;
  return (await import('./pipeline/verify-recordings.js')).verifyRecordings(files, options, createNodeEffects());
}
