/** Reads the sources of statements, which are inherited from the enclosing element. */
import type { Source } from './model.js';
import { isObject, type Json, type JsonObject, getMember, getNumber, getStrings, getText } from '../lib/json.js';

export const published: Source = { kind: 'published', reference: '' };

/** `x-source` (of rules and permissions: `source`) of an element, else what surrounds it. */
export function readSource(element: Json, inherited: Source, key: 'x-source' | 'source' = 'x-source'): Source {
  const value = getMember(element, key);
  if (typeof value === 'string') return { kind: 'document', reference: value };
  if (!isObject(value)) return inherited;
  for (const kind of ['public', 'assumption'] as const) {
    const reference = getText(value, kind);
    if (reference !== undefined) return { kind, reference };
  }
  const definition = getText(value, 'protos');
  if (definition !== undefined) return { kind: 'public', reference: `the protobuf definition ${definition}` };
  return readEvidence(value) ?? inherited;
}

function readEvidence(value: JsonObject): Source | undefined {
  if (getMember(value, 'recordings') === undefined) return undefined;
  const scenarios = getNumber(value, 'scenarios') ?? 0;
  const evidence = { recordings: getStrings(value, 'recordings'), scenarios, against: getNumber(value, 'against') ?? 0 };
  return { kind: 'recordings', reference: `${scenarios} ${scenarios === 1 ? 'scenario' : 'scenarios'}`, evidence };
}
