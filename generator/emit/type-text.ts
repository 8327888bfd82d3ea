/** Formats types of the model as TypeScript. */
import type { StringType, Type } from '../model/model.js';
import { isNullValue } from './type-queries.js';
import { toStringLiteral } from '../lib/literals.js';
import type { TypeForm, Names } from './names.js';

export interface TypeTextContext {
  readonly names: Names;
  readonly form: TypeForm;
}

/** Part of a union of literals: editors still suggest the literals, but any string is accepted. */
const anyString = '(string & {})';

/** Formats a union of literals, or `string` if there are none. */
export function formatUnion(values: readonly string[], isOpen: boolean): string {
  const literals = [...new Set(values)].map(toStringLiteral);
  return literals.length === 0 ? 'string' : [...literals, ...(isOpen ? [anyString] : [])].join(' | ');
}

function formatStringType(type: StringType, { enums }: Names): string {
  if (type.const !== undefined) return toStringLiteral(type.const);
  // A request can contain the name, too.
  if (isNullValue(type)) return `${toStringLiteral('NULL_VALUE')} | null`;
  const values = (type.enum ?? []).map(({ value }) => value);
  return formatUnion(values, type.open || enums === 'open');
}

function parenthesizeUnion(text: string): string {
  return text.includes(' | ') ? `(${text})` : text;
}

/** Formats a type: `ManagedZone[]`, `'A' | 'B'`, `{ [key: string]: string }`. An inline object has the name of its interface. */
export function formatType(type: Type, context: TypeTextContext): string {
  switch (type.kind) {
    case 'string':
      return formatStringType(type, context.names);
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'any':
      return 'unknown';
    case 'array':
      return `${parenthesizeUnion(formatType(type.items, context))}[]`;
    case 'map':
      return `{ [key: string]: ${formatType(type.values, context)} }`;
    case 'object':
      return context.names.object(type, context.form);
    case 'ref':
      return context.names.schema(type.schema, context.form);
  }
}
