/** TypeScript's notation of a type of the model. */
import type { StringType, Type } from '../model/model.js';
import { toStringLiteral } from './literals.js';
import type { TypeForm, Names } from './names.js';

export interface TypeContext {
  readonly names: Names;
  readonly form: TypeForm;
}

/** Added to a union of literals: editors still suggest the literals, and any string is accepted. */
const anyString = '(string & {})';

function stringText(type: StringType, { enums }: Names): string {
  if (type.const !== undefined) return toStringLiteral(type.const);
  if (type.enum === undefined || type.enum.length === 0) return 'string';
  const literals = [...new Set(type.enum.map(({ value }) => value))].map(toStringLiteral);
  return [...literals, ...(type.open || enums === 'open' ? [anyString] : [])].join(' | ');
}

function inParentheses(text: string): string {
  return text.includes(' | ') ? `(${text})` : text;
}

/** `ManagedZone[]`, `'A' | 'B'`, `{ [key: string]: string }`, ... Inline objects by the name of their interface. */
export function formatType(type: Type, context: TypeContext): string {
  switch (type.kind) {
    case 'string':
      return stringText(type, context.names);
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'any':
      return 'unknown';
    case 'array':
      return `${inParentheses(formatType(type.items, context))}[]`;
    case 'map':
      return `{ [key: string]: ${formatType(type.values, context)} }`;
    case 'object':
      return context.names.object(type, context.form);
    case 'ref':
      return context.names.schema(type.schema, context.form);
  }
}
