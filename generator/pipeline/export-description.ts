/** The implementation of `exportSpec`: exports a configured API or a file as one JSON document. */
import { loadApi } from './load-api.js';
import { type Diagnostic, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { type ExportFormat, exportSpec } from './export-formats.js';
import type { Json } from '../model/model.js';
import { checkVariables } from './output-checks.js';
import { selectSources, type SourceOptions } from '../config/select-sources.js';

export interface ExportOptions extends SourceOptions {
  readonly to: ExportFormat;
}

export interface ExportResult {
  /** Absent if there are errors. */
  readonly document?: Json;
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws `UsageError` for an API that is neither a configured name nor a file, an invalid config, or an unknown variable. */
export function exportDescription(api: string, options: ExportOptions, effects: Effects): ExportResult {
  const config = selectSources([api], options, effects);
  const loadResults = config.sources.map((source) => loadApi(source, config, effects));
  const diagnostics = sortDiagnostics([
    ...loadResults.flatMap((loadResult) => loadResult.diagnostics),
    ...checkVariables(config, loadResults),
  ]);
  const model = loadResults[0]?.resolved?.api;
  return model === undefined ? { diagnostics } : { document: exportSpec(model, options.to), diagnostics };
}
