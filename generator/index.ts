/** discogen as a library: what the command line does, as functions. */
import type { Mock } from '../templates/runtime/mock/index.js';
import type { CreateMockOptions } from './create-mock.js';
import type { DiffOptions, DiffResult } from './diff/index.js';
import type { Progress } from './effects.js';
import type { ExportOptions, ExportResult } from './export-description.js';
import type { GenerateOptions } from './generate-options.js';
import type { LintOptions, LintResult } from './lint-files.js';
import { readNamedFile } from './named-files.js';
import { createNodeEffects } from './node-effects.js';
import { type GenerateResult, runGenerate } from './run-generate.js';
import { UsageError } from './usage-error.js';

export type { CreateMockOptions } from './create-mock.js';
export type { Diagnostic } from './diagnostics.js';
export type { Progress } from './effects.js';
export type { Change, ChangeKind, VersionBump } from './diff/changes.js';
export type { DiffOptions, DiffResult } from './diff/index.js';
export type { ExportFormat } from './export-formats.js';
export type { ExportOptions, ExportResult } from './export-description.js';
export type { GenerateOptions } from './generate-options.js';
export type { LintOptions, LintResult, ListedRule } from './lint-files.js';
export type { FileChange, GeneratedPackage, GenerateResult } from './run-generate.js';
export { UsageError };

export interface GenerateHooks {
  /** Told of each step. */
  readonly progress?: (progress: Progress) => void;
}

/** Writes the packages of the configured specifications, or of `files`, below the output folder. Rejects with `UsageError` for faulty options or a faulty config. */
export async function generate(options: GenerateOptions = {}, hooks: GenerateHooks = {}): Promise<GenerateResult> {
  return runGenerate(options, { ...createNodeEffects(), ...hooks });
}

/** The resolved description of an API (a configured name, or a file) as one JSON document. Rejects with `UsageError` for an API that is neither. */
export async function exportSpec(api: string, options: ExportOptions): Promise<ExportResult> {
  return (await import('./export-description.js')).exportDescription(api, options, createNodeEffects());
}

/** What changed between two versions of an API, each a configured name or a file. Rejects with `UsageError` for one that is neither. */
export async function diff(old: string, next: string, options: DiffOptions = {}): Promise<DiffResult> {
  return (await import('./diff/index.js')).diffSpecifications({ old, new: next }, options, createNodeEffects());
}

/** A mock of APIs by configured names and files, of all that are configured where none is named. Rejects with `UsageError` for a name that is neither, an invalid option or seed, or a specification with errors. */
export async function createMock(apis: string | readonly string[] = [], options: CreateMockOptions = {}): Promise<Mock> {
  const { createMockForApis, formatErrors } = await import('./create-mock.js');
  const { mock, diagnostics } = await createMockForApis(typeof apis === 'string' ? [apis] : apis, options, createNodeEffects());
  if (mock === undefined) throw new UsageError(`the specifications have errors:\n${formatErrors(diagnostics)}`, diagnostics);
  return mock;
}

/** Checks specification files: findings of all of them, and with `rules` every rule that they state. A file that cannot be read is a finding too. */
export async function lint(files: readonly string[], options: LintOptions = {}): Promise<LintResult> {
  const effects = createNodeEffects();
  return (await import('./lint-files.js')).lint(files, (path) => readNamedFile(path, effects), options);
}
