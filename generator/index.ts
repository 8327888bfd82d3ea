/** discogen as a library: what the command line does, as functions. */
import type { ExportOptions, ExportResult } from './export-description.js';
import type { GenerateOptions } from './job.js';
import { nodeEffects } from './node-effects.js';
import { type GenerateResult, runGenerate } from './run.js';

export type { Diagnostic } from './diagnostics.js';
export type { ExportFormat } from './export.js';
export type { ExportOptions, ExportResult } from './export-description.js';
export type { GenerateOptions } from './job.js';
export type { FileChange, GeneratedPackage, GenerateResult } from './run.js';
export { UsageError } from './usage-error.js';

/** Writes the packages of the configured specifications, or of `files`, below the output folder. Rejects with `UsageError` for faulty options or a faulty config. */
export async function generate(options: GenerateOptions = {}): Promise<GenerateResult> {
  return runGenerate(options, nodeEffects());
}

/** The resolved description of an API (a configured name, or a file) as one JSON document. Rejects with `UsageError` for an API that is neither. */
export async function exportSpec(api: string, options: ExportOptions): Promise<ExportResult> {
  return (await import('./export-description.js')).exportDescription(api, options, nodeEffects());
}
