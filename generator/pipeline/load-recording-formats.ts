/** The recording formats of the user: modules whose default export is a format. */
import type { RecordingFormat } from '../../fidelity/recordings/format.js';
import type { Diagnostic } from '../lib/diagnostics.js';
import { createModuleDiagnostic, loadDefaultExport, type ModuleEffects, type NamedModule } from './load-module.js';

export { defineRecordingFormat } from '../../fidelity/recordings/format.js';
export { defineResponseFiles } from '../../fidelity/recordings/formats/response-files.js';

export interface LoadedFormats {
  readonly formats: readonly RecordingFormat[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads all modules, so that all errors are reported at once. */
export async function loadRecordingFormats(modules: readonly NamedModule[], effects: ModuleEffects): Promise<LoadedFormats> {
  const formats: RecordingFormat[] = [];
  const diagnostics: Diagnostic[] = [];
  const { recordingFormats } = await import('../../fidelity/recordings/formats/index.js');
  for (const module of modules) {
    const loaded = await loadDefaultExport(module, effects);
    if (!('value' in loaded)) diagnostics.push(loaded);
    else {
      const format = readFormat(loaded.value, [...recordingFormats, ...formats]);
      if (typeof format === 'string') diagnostics.push(createModuleDiagnostic(module, format));
      else formats.push(format);
    }
  }
  return { formats, diagnostics };
}

/** Returns the format, or why the value is none. */
function readFormat(value: unknown, others: readonly RecordingFormat[]): RecordingFormat | string {
  if (typeof value !== 'object' || value === null) return 'its default export must be a format: { name, matches, read }';
  const { name, matches, read } = value as Partial<Record<keyof RecordingFormat, unknown>>;
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]{0,49}$/.test(name))
    return 'the name of its format must consist of lower-case letters, digits, and hyphens, and begin with a letter';
  if (others.some((other) => other.name === name)) return `there is another format with the name "${name}"`;
  if (typeof matches !== 'function' || typeof read !== 'function') return 'matches and read of its format must be functions';
  return value as RecordingFormat;
}
