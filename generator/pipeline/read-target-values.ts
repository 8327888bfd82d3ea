/** Reads the values that requests to a server need and that nothing else tells: the file of `verify --values`. */
import type { Diagnostic } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { isObject, type JsonObject } from '../lib/json.js';
import { readValues } from '../config/config-values.js';
import { readRequiredFile } from '../config/named-files.js';
import type { GivenValues } from '../../fidelity/prove/live/requests.js';

export interface TargetValuesResult {
  readonly values: GivenValues;
  readonly diagnostics: readonly Diagnostic[];
}

/** `methods`: the IDs of the methods of the APIs. Throws `UsageError` if the file can't be read. */
export function readTargetValues(path: string | undefined, methods: readonly string[], effects: FileEffects): TargetValuesResult {
  if (path === undefined) return { values: {}, diagnostics: [] };
  const { value = {}, diagnostics } = readValues(readRequiredFile(path, effects), (values): GivenValues => {
    values.checkKeys([], { owner: 'a file of values', optional: methods });
    const entries = Object.entries(values.get([]) ?? {}).flatMap(([method, members]): readonly (readonly [string, JsonObject])[] => {
      if (isObject(members)) return [[method, members]];
      values.report('wrong-type', { what: method, expected: 'a mapping', found: JSON.stringify(members) }, [method]);
      return [];
    });
    return Object.fromEntries(entries);
  });
  return { values: value, diagnostics };
}
