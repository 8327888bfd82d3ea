/** The types of CEL expressions, and how the fields of a specification map to them. */
import type { Lookup } from '../../model/schema-lookup.js';
import type { Json } from '../../lib/json.js';
import type { StringType, Type } from '../../model/model.js';

export type CelType =
  | { readonly kind: 'int' | 'double' | 'bool' | 'bytes' | 'timestamp' | 'duration' | 'cidr' | 'dyn' }
  | { readonly kind: 'string'; readonly enum?: Enumeration; readonly maxLength?: number | undefined }
  /** An integer that JSON writes as text. */
  | { readonly kind: 'int64' }
  | { readonly kind: 'list'; readonly of: CelType }
  | { readonly kind: 'map'; readonly of: CelType }
  /** `source` is the same for the same type. `isOpen`: it admits members that aren't described. */
  | { readonly kind: 'object'; readonly source: object; readonly fields: readonly CelField[]; readonly isOpen: boolean }
  /** The stored value of a rule that also applies at creation. */
  | { readonly kind: 'optional'; readonly of: CelType };

export interface CelField {
  readonly name: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly default?: Json | undefined;
  /** Types can contain themselves. */
  readonly getType: () => CelType;
}

interface Enumeration {
  readonly values: readonly string[];
  /** Whether the field may have other values. */
  readonly isOpen: boolean;
}

export const simpleTypes = {
  int: { kind: 'int' },
  double: { kind: 'double' },
  string: { kind: 'string' },
  bool: { kind: 'bool' },
  bytes: { kind: 'bytes' },
  timestamp: { kind: 'timestamp' },
  duration: { kind: 'duration' },
  cidr: { kind: 'cidr' },
  dyn: { kind: 'dyn' },
} as const satisfies Record<string, CelType>;

/** Lists of lists may contain themselves. */
export const maxDepth = 20;

/** Converts a type of the model. */
export function toCelType(type: Type, lookup: Lookup, depth = 0): CelType {
  const resolved = depth < maxDepth ? lookup.resolve(type) : undefined;
  switch (resolved?.kind) {
    case undefined:
    case 'any':
      return simpleTypes.dyn;
    case 'boolean':
      return simpleTypes.bool;
    case 'integer':
      return simpleTypes.int;
    case 'number':
      return simpleTypes.double;
    case 'string':
      return toTextType(resolved);
    case 'array':
      return { kind: 'list', of: toCelType(resolved.items, lookup, depth + 1) };
    case 'map':
      return { kind: 'map', of: toCelType(resolved.values, lookup, depth + 1) };
    case 'object':
      return {
        kind: 'object',
        source: resolved,
        fields: resolved.fields.map((field) => ({ ...field, getType: () => toCelType(field.type, lookup) })),
        isOpen: resolved.additional !== undefined,
      };
  }
}

export function toTextType(type: Pick<StringType, 'format' | 'enum' | 'open' | 'maxLength' | 'maxBytes'>): CelType {
  const { format, enum: values, open } = type;
  if (format === 'int64' || format === 'uint64') return { kind: 'int64' };
  const maxLength = findMaximumLength(type);
  return {
    kind: 'string',
    ...(values !== undefined && { enum: { values: values.map(({ value }) => value), isOpen: open } }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

/** The lengths of texts whose format limits them. */
const formatLengths: ReadonlyMap<string, number> = new Map([
  ['date', 10],
  ['date-time', 64],
  ['google-datetime', 64],
  ['google-duration', 32],
  ['uuid', 36],
  ['cidr-ipv4', 18],
]);

function findMaximumLength({ format, enum: values, open, maxLength, maxBytes }: Parameters<typeof toTextType>[0]): number | undefined {
  const limits = [maxLength, maxBytes, formatLengths.get(format ?? '')].filter((limit) => limit !== undefined);
  if (values !== undefined && !open) limits.push(Math.max(0, ...values.map(({ value }) => value.length)));
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** The type of a value once it is read: text of a 64-bit integer becomes an `int`. */
export function toReadType(type: CelType): CelType {
  return type.kind === 'int64' ? simpleTypes.int : type;
}

export function formatCelType(type: CelType): string {
  switch (type.kind) {
    case 'int64':
      return 'int';
    case 'list':
      return `list(${formatCelType(type.of)})`;
    case 'map':
      return `map(string, ${formatCelType(type.of)})`;
    case 'optional':
      return `optional(${formatCelType(type.of)})`;
    default:
      return type.kind;
  }
}

/** Whether values of two types can be compared for equality. */
export function isComparable(a: CelType, b: CelType): boolean {
  if (a.kind === 'dyn' || b.kind === 'dyn') return true;
  const [one, other] = [toReadType(a), toReadType(b)];
  if (one.kind === 'bytes' || one.kind === 'cidr' || one.kind === 'optional') return false;
  if ((one.kind === 'list' || one.kind === 'map') && one.kind === other.kind) return isComparable(one.of, other.of);
  if (one.kind === 'object' && other.kind === 'object') return one.source === other.source;
  return one.kind === other.kind;
}
