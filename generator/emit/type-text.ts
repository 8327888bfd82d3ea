/** Formats types of the model as TypeScript. */
import type { StringType, Type } from '../model/model.js';
import { toStringLiteral } from '../lib/literals.js';
import type { TypeForm, Names } from './names.js';

export interface TypeContext {
  readonly names: Names;
  readonly form: TypeForm;
}

/** Part of a union of literals: editors still suggest the literals, but any string is accepted. */
const anyString = '(string & {})';

function formatStringType(type: StringType, { enums }: Names): string {
  if (type.const !== undefined) return toStringLiteral(type.const);
  if (type.enum === undefined || type.enum.length === 0) return 'string';
  const literals = [...new Set(type.enum.map(({ value }) => value))].map(toStringLiteral);
  return [...literals, ...(type.open || enums === 'open' ? [anyString] : [])].join(' | ');
}

function parenthesizeUnion(text: string): string {
  return text.includes(' | ') ? `(${text})` : text;
}

/** Formats a type: `ManagedZone[]`, `'A' | 'B'`, `{ [key: string]: string }`. An inline object has the name of its interface. */
export function formatType(type: Type, context: TypeContext): string {
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
