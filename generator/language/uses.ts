/** What rules and actions name: fields, parameters, methods, and paths. */
import { isObject, type Json, type Pointer } from '../lib/json.js';
import type { StatedValue } from '../../runtime/resource-rules.js';

/**
 * The object in which a field path begins.
 *
 * - `self`: the object that has the rule
 * - `request`, `response`: a body of the method that has the rule
 * - `parameters`: the parameters of the method
 * - `anyParameters`: the parameters of any method of the API
 * - `parameterOrBody`: the parameters of the method, else its request body
 * - `schemaParameters`: the parameters of the methods that accept or return the object that has the rule
 * - `member`: a resource at the path template `of`
 * - `parent`: the parent of the resource that has the rule
 * - `target`: the resource that the method acts on
 * - `returned`: the resource that the method returns or lists
 * - `pathVariables`: the variables in the paths of resources
 */
export type FieldPlace =
  | 'self'
  | 'request'
  | 'response'
  | 'parameters'
  | 'anyParameters'
  | 'parameterOrBody'
  | 'schemaParameters'
  | 'member'
  | 'parent'
  | 'target'
  | 'returned'
  | 'pathVariables';

/** The type that a rule requires of a field. */
export type FieldKind = 'number' | 'string' | 'list';

/** A value with its location in the rule. */
export interface NamedValue<T = string | number | boolean> {
  readonly value: T;
  readonly pointer: Pointer;
}

/** One mention of a field. */
export interface FieldUse {
  /** The dotted path, which leads through lists, references, and maps. */
  readonly path: string;
  readonly in: FieldPlace;
  /** The path template of the resource of a `member`. */
  readonly of?: string;
  /** The location of the mention in the rule. `key` is set if the mention is a key. */
  readonly pointer: Pointer;
  readonly key?: true;
  readonly kind?: FieldKind;
  /** Whether the object has one such field: the path doesn't lead through lists. */
  readonly single?: true;
  /** The values that the rule compares with the field. */
  readonly values?: readonly NamedValue[];
  /** The values that the rule assigns to the field. */
  readonly assignedValues?: readonly NamedValue<StatedValue>[];
  /** The placeholder in a text that names the field. */
  readonly placeholder?: string;
  /** Names other than fields that the placeholder can have. */
  readonly alternatives?: readonly string[];
  /** A list whose elements can also have the field of a placeholder. */
  readonly listField?: string | undefined;
}

/** One mention of a method by its ID, or of resources by their path template. */
export interface OtherUse {
  readonly path: string;
  readonly in: 'method' | 'path';
  readonly pointer: Pointer;
}

export type Use = FieldUse | OtherUse;

export const isFieldUse = (use: Use): use is FieldUse => use.in !== 'method' && use.in !== 'path';

export interface PlaceholderOptions {
  /** Whether placeholders of values that a request determines are allowed: `{now}`, `{path.name}`, `{generated.uuid}`, and the like. */
  readonly allowsRequestNames?: boolean;
  /** Names that are allowed in addition to the fields of the object that has the rule. */
  readonly known?: readonly string[];
  readonly listField?: string | undefined;
  /** What fields and parameters belong to: the object that has the rule (default), or the method that has it and the resource that it changes. */
  readonly of?: 'object' | 'method';
}

/** The placeholders of values that a request determines. */
const requestNames: readonly string[] = ['now', 'projectNumber', 'resourceName', 'locationCollection'];

const placeholderPattern = /\{([\w.]+(?:\(\d+\))?)\}/g;
const wholePlaceholderPattern = /^\{([\w.]+(?:\(\d+\))?)\}$/;
/** The forms of generated values, with 1 to 256 characters or bytes. */
const generatedPattern = /^generated\.(?:uuid|ipv4|(?:digits|hex|base64)\((?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-6])\))$/;

/** Lists the names of the placeholders in a text. */
export function listPlaceholders(text: string): readonly string[] {
  return [...text.matchAll(placeholderPattern)].map(([, name = '']) => name);
}

/** Returns the name of the placeholder that is the entire text. */
export function getWholePlaceholder(text: string): string | undefined {
  return wholePlaceholderPattern.exec(text)?.[1];
}

/** Lists the fields, parameters, and variables that the placeholders in a value name: `{field}`, `{parameter.name}`, `{path.name}`. */
export function listPlaceholderUses(pointer: Pointer, value: Json, options: PlaceholderOptions = {}): readonly FieldUse[] {
  if (typeof value === 'string') return listPlaceholders(value).flatMap((name) => toFieldUses(name, pointer, options));
  if (Array.isArray(value)) return value.flatMap((inner: Json, i) => listPlaceholderUses([...pointer, i], inner, options));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => listPlaceholderUses([...pointer, key], inner, options));
}

function toFieldUses(
  name: string,
  pointer: Pointer,
  { allowsRequestNames = false, known = [], listField, of = 'object' }: PlaceholderOptions,
): readonly FieldUse[] {
  if ((allowsRequestNames && (requestNames.includes(name) || generatedPattern.test(name))) || known.includes(name)) return [];
  const [, source, rest] = (allowsRequestNames && /^(parameter|path)\.(.+)$/.exec(name)) || [];
  const parameters = of === 'method' ? 'parameters' : 'schemaParameters';
  if (rest !== undefined) return [{ path: rest, in: source === 'path' ? 'pathVariables' : parameters, pointer, placeholder: name }];
  // Numbers in a path are indexes of lists.
  const path = name.replace(/\.\d+(?=\.|$)/g, '');
  if (of === 'method' && !name.startsWith('generated.')) return [{ path, in: 'target', pointer, placeholder: name }];
  return [{ path, in: 'self', pointer, placeholder: name, alternatives: allowsRequestNames ? requestNames : known, listField }];
}
