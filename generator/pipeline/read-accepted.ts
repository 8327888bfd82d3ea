/** Reads the differences that a project accepts. The published JSON Schema is verify.accepted.schema.json. */
import type { Diagnostic } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { omitUndefined, type Pointer } from '../lib/json.js';
import { type ConfigValues, readValues } from '../config/config-values.js';
import { isPresent, readRequiredFile } from '../config/named-files.js';
import type { AcceptedDifference } from '../../fidelity/verify/accepted.js';
import { differenceKinds } from '../../fidelity/verify/difference.js';

export const defaultAccepted = 'verify.accepted.yaml';

export interface AcceptedResult {
  readonly entries: readonly AcceptedDifference[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file, or `verify.accepted.yaml` if there is one. Throws `UsageError` if the named file can't be read. */
export function readAccepted(path: string | undefined, effects: FileEffects): AcceptedResult {
  if (path === undefined && !isPresent(defaultAccepted, effects)) return { entries: [], diagnostics: [] };
  const { value = [], diagnostics } = readValues(readRequiredFile(path ?? defaultAccepted, effects), readEntries);
  return { entries: value, diagnostics };
}

function readEntries(values: ConfigValues): readonly AcceptedDifference[] {
  values.checkKeys([], { owner: 'a file of accepted differences', required: ['accepted'] });
  return values.readList(['accepted']).flatMap((pointer) => readEntry(values, pointer));
}

const methodForm = { expected: 'a method ID such as dns.managedZones.create', pattern: /^\S+$/ };
const apiForm = { expected: 'a name and a version such as dns v1', pattern: /^\S+ \S+$/ };
const fieldForm = { expected: 'the path of a field such as settings.tier', pattern: /^\S+$/ };
const reasonForm = { expected: 'a reason', pattern: /\S/ };

function readEntry(values: ConfigValues, pointer: Pointer): readonly AcceptedDifference[] {
  const keys = { owner: 'an accepted difference', required: ['method', 'kind', 'reason'], optional: ['api', 'field'] };
  if (!values.checkKeys(pointer, keys)) return [];
  const method = values.readText([...pointer, 'method'], methodForm);
  const kind = values.readChoice([...pointer, 'kind'], differenceKinds);
  const field = values.readText([...pointer, 'field'], fieldForm) ?? '';
  const reason = values.readText([...pointer, 'reason'], reasonForm);
  const api = values.readText([...pointer, 'api'], apiForm);
  if (method === undefined || kind === undefined || reason === undefined) return [];
  return [{ method, kind, field, reason, at: values.getLocation(pointer), ...omitUndefined({ api }) }];
}
