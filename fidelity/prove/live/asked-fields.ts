/** Finds the fields that the message of an error is about: "Missing create_statement in the request." */
import { normalizeName, type RequestField } from './field-tree.js';

/** The maximum number of words that form the name of a field: "No ack ids specified." */
const maxWords = 4;

/** Lists the fields that a message names, those with the longest names first. */
export function listAskedFields(message: string, fields: readonly RequestField[]): readonly RequestField[] {
  const words = message.split(/[^\w.]+/).filter((word) => word !== '');
  const names = new Set<string>();
  for (const [start, word] of words.entries()) {
    for (const part of word.split('.')) names.add(normalizeName(part));
    for (let count = 1; count <= maxWords; count += 1) names.add(normalizeName(words.slice(start, start + count).join('')));
  }
  return fields
    .filter(({ name }) => names.has(normalizeName(name)))
    .sort((one, other) => other.name.length - one.name.length || one.pointer.length - other.pointer.length);
}
