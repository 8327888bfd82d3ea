/** What the readers of the formats share. */
import type { DiagnosticCode, Diagnostic, DiagnosticLocation, Params } from '../../generator/lib/diagnostics.js';
import type { Limits, SourceText } from '../../generator/language/specification.js';

/** The limits that apply to recordings. `depth` is that of the JSON in a body. `elements` is a quarter in YAML. */
export type RecordingLimits = Pick<Limits, 'size' | 'depth' | 'elements' | 'exchanges' | 'body'>;

export const defaultLimits: Required<RecordingLimits> = {
  size: 64 * 1024 * 1024,
  depth: 200,
  elements: 2_000_000,
  exchanges: 20_000,
  body: 16 * 1024 * 1024,
};

export interface ReadContext {
  readonly source: SourceText;
  readonly limits: Required<RecordingLimits>;
  /** The number of bytes that decompressed bodies may still have together. At the start, it is `limits.size`. */
  decompressible: number;
  report<C extends DiagnosticCode>(code: C, params: Params<C>, at: DiagnosticLocation): void;
  /** Adds the diagnostics of a document that the recording contains. */
  add(diagnostics: readonly Diagnostic[]): void;
}
