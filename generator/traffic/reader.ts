/** What the readers of the formats share. */
import type { Code, Diagnostic, DiagnosticLocation, Params } from '../lib/diagnostics.js';
import type { SourceText } from '../lib/specification.js';
import type { Exchange } from './exchange.js';

/** Limits on recordings, which are untrusted. */
export interface RecordingLimits {
  /** Characters of a file. Default: 64 Mi. */
  readonly size?: number;
  /** Levels of nesting, of a file and of the JSON in a body. Default: 200. */
  readonly depth?: number;
  /** Values of a file, or of one line of a tape, including mappings and lists. Default: 1,000,000. */
  readonly elements?: number;
  /** Exchanges of a file. Default: 20,000. */
  readonly exchanges?: number;
  /** Bytes of a body after its content encoding was removed. Default: 16 Mi. */
  readonly body?: number;
}

export interface ReadContext {
  readonly source: SourceText;
  readonly limits: Required<RecordingLimits>;
  report<C extends Code>(code: C, params: Params<C>, at: DiagnosticLocation): void;
  /** Adds the diagnostics of a document that the recording contains. */
  add(diagnostics: readonly Diagnostic[]): void;
}

/** An exchange, and the name of its scenario. */
export interface ScenarioExchange {
  readonly scenario: string;
  readonly exchange: Exchange;
}

/** The name of the scenario in formats that have one scenario per file. */
export const onlyScenario = 'main';
