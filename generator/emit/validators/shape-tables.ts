/** Shapes: types of which all that is judged stands in the value itself. Each gets one check, as code, and one table entry, as data. */
import { _, type Code } from 'ajv';
import type { EnumValue, NumericType, StringType, Type } from '../../model/model.js';
import { numberFormats, textFormats, type RuntimeSymbol } from './runtime-symbols.js';
import { listCode, rawCode, textCode, type Tables } from './code-tables.js';

type Members = readonly (readonly [name: string, value: Code])[];

/** Whether a type is a shape. */
export function isShape(type: Type): boolean {
  switch (type.kind) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return true;
    case 'array':
      return isShape(type.items);
    case 'map':
      return type.keys === undefined && isShape(type.values);
    default:
      return false;
  }
}

/** The table entry of a shape, with the section of its field where it is not that of the object around. */
export function toShapeData(tables: Tables, type: Type, source?: string): Code {
  return source === undefined ? tables.once('shape', type, () => newShape(tables, type)) : newShape(tables, type, source);
}

function newShape(tables: Tables, type: Type, source?: string): Code {
  const members: Members = [
    ['type', textCode(jsonType(type))],
    ['check', shapeCheck(tables, type)],
    ...membersOf(tables, type),
    ...(source === undefined ? [] : [['source', tables.source(source)] as const]),
  ];
  return tables.code('shape', _`{ ${listCode(members.map(([name, value]) => _`${rawCode(name)}: ${value}`))} }`);
}

function jsonType(type: Type): string {
  return type.kind === 'map' ? 'object' : type.kind;
}

function membersOf(tables: Tables, type: Type): Members {
  if (type.kind === 'array') return [['items', toShapeData(tables, type.items)]];
  if (type.kind === 'map') return [['values', toShapeData(tables, type.values)]];
  if (type.kind === 'string') return constraints(tables, type).map(({ name, value }) => [name, value]);
  return type.kind === 'integer' || type.kind === 'number' ? bounds(tables, type).map(({ name, value }) => [name, value]) : [];
}

/** The check of a shape: a function of a value and a direction, which `undefined` passes. */
function shapeCheck(tables: Tables, type: Type): Code {
  const plain = plainCheck(type);
  if (plain !== undefined) return tables.use(plain);
  return tables.once('check', type, () => newCheck(tables, type));
}

function newCheck(tables: Tables, type: Type): Code {
  return tables.code(
    'check',
    _`(${rawCode(isDirected(type) ? 'value, direction' : 'value')}) => value === undefined || ${valueCheck(tables, type)}`,
  );
}

/** Whether the direction matters. */
function isDirected(type: Type): boolean {
  if (type.kind === 'array') return true;
  return type.kind === 'map' || (type.kind === 'string' && isClosed(type));
}

function plainCheck(type: Type): RuntimeSymbol | undefined {
  switch (type.kind) {
    case 'boolean':
      return 'isOptionalBoolean';
    case 'string':
      return isPlainText(type) ? 'isOptionalString' : undefined;
    case 'integer':
    case 'number':
      if (isBounded(type)) return undefined;
      return type.kind === 'integer' ? 'isOptionalInteger' : 'isOptionalNumber';
    default:
      return undefined;
  }
}

/** The call of a check; one that depends on no direction is given none. */
export function createCheckCall(
  tables: Tables,
  type: Type,
  { value, direction }: { readonly value: Code; readonly direction: Code },
): Code {
  const check = shapeCheck(tables, type);
  return isDirected(type) ? _`${check}(${value}, ${direction})` : _`${check}(${value})`;
}

/** Whether a value that is there has the shape. */
function valueCheck(tables: Tables, type: Type): Code {
  if (type.kind === 'array') return _`${tables.use('isListOf')}(value, ${shapeCheck(tables, type.items)}, direction)`;
  if (type.kind === 'map') return _`${tables.use('isMapOf')}(value, ${shapeCheck(tables, type.values)}, direction)`;
  const parts = partsOf(tables, type);
  return parts.reduce((before, part) => _`${before} && ${part}`);
}

function partsOf(tables: Tables, type: Type): readonly Code[] {
  if (type.kind === 'string') return [_`typeof value === "string"`, ...checksOf(constraints(tables, type))];
  if (type.kind !== 'integer' && type.kind !== 'number') return [_`typeof value === "boolean"`];
  const isOfType = type.kind === 'integer' ? _`Number.isInteger(value)` : _`Number.isFinite(value)`;
  return [isOfType, ...checksOf(bounds(tables, type))];
}

/** One thing that is judged: as data, under its name in a shape, and as code that holds where the value keeps it. */
interface Constraint {
  readonly name: string;
  readonly value: Code;
  /** Absent where another one says it. */
  readonly check?: Code;
}

function checksOf(constraints: readonly Constraint[]): Code[] {
  return constraints.flatMap(({ check }) => check ?? []);
}

function isClosed(type: StringType): boolean {
  return type.enum !== undefined && type.enum.length > 0 && !type.open;
}

export function isPlainText(type: StringType): boolean {
  const { const: fixed, not, pattern, minLength, maxLength, maxBytes, byteLength, format } = type;
  const isFormatted = format !== undefined && textFormats.has(format);
  return (
    !isFormatted && !isClosed(type) && [fixed, not, pattern, minLength, maxLength, maxBytes, byteLength].every((one) => one === undefined)
  );
}

function isBounded({ format, minimum, maximum, not }: NumericType): boolean {
  return minimum !== undefined || maximum !== undefined || not !== undefined || (format !== undefined && numberFormats.has(format));
}

function constraints(tables: Tables, type: StringType): readonly Constraint[] {
  return [...valueConstraints(tables, type), ...lengthConstraints(tables, type), ...formConstraints(tables, type)];
}

function valueConstraints(tables: Tables, type: StringType): Constraint[] {
  const found: Constraint[] = [];
  if (type.const !== undefined) found.push({ name: 'const', value: textCode(type.const), check: _`value === ${textCode(type.const)}` });
  if (isClosed(type)) {
    const values = tables.set(
      'enum',
      (type.enum ?? []).map((one) => one.value),
    );
    found.push({ name: 'enum', value: values, check: _`(${isAmong(values, type.enum ?? [])} || direction.lenient)` });
  }
  return [...found, ...refusedValues(tables, type)];
}

/** Few values are compared one by one, which is fastest. */
const few = 5;

function isAmong(set: Code, values: readonly EnumValue[]): Code {
  if (values.length > few) return _`${set}.has(value)`;
  return values.map(({ value }) => _`value === ${textCode(value)}`).reduce((before, one) => _`${before} || ${one}`);
}

function lengthConstraints(tables: Tables, { minLength, maxLength, maxBytes }: StringType): Constraint[] {
  const found: Constraint[] = [];
  const characters = (): Code => _`${tables.use('countCodePoints')}(value)`;
  if (minLength !== undefined && minLength > 0) {
    const check = minLength === 1 ? _`value !== ""` : _`${characters()} >= ${minLength}`;
    found.push({ name: 'minLength', value: _`${minLength}`, check });
  }
  if (maxLength !== undefined) {
    const check = _`(value.length <= ${maxLength} || ${characters()} <= ${maxLength})`;
    found.push({ name: 'maxLength', value: _`${maxLength}`, check });
  }
  if (maxBytes !== undefined) {
    // A UTF-16 unit takes at most three bytes: short text need not be measured.
    const check = _`(value.length * 3 <= ${maxBytes} || ${tables.use('countUtf8Bytes')}(value) <= ${maxBytes})`;
    found.push({ name: 'maxBytes', value: _`${maxBytes}`, check });
  }
  return found;
}

function formConstraints(tables: Tables, { pattern, format, byteLength }: StringType): Constraint[] {
  const found: Constraint[] = [];
  const literal = pattern === undefined ? undefined : tables.pattern(pattern);
  if (literal !== undefined) found.push({ name: 'pattern', value: literal, check: _`${literal}.test(value)` });
  const isOfFormat = format === undefined ? undefined : textFormats.get(format);
  if (isOfFormat !== undefined && format !== undefined) {
    found.push({ name: 'format', value: textCode(format), check: _`${tables.use(isOfFormat)}(value)` });
    found.push({ name: 'isOfFormat', value: tables.use(isOfFormat) });
  }
  if (byteLength !== undefined) {
    const check = _`${tables.use('hasByteLength')}(value, ${byteLength})`;
    found.push({ name: 'byteLength', value: _`${byteLength}`, check });
  }
  return found;
}

function refusedValues(tables: Tables, { not: values = [] }: StringType | NumericType): Constraint[] {
  if (values.length === 0) return [];
  const refused = tables.set('not', values);
  return [{ name: 'not', value: refused, check: _`!${refused}.has(value)` }];
}

function bounds(tables: Tables, type: NumericType): readonly Constraint[] {
  const { format, minimum, maximum } = type;
  const found = refusedValues(tables, type);
  const isOfFormat = format === undefined ? undefined : numberFormats.get(format);
  if (isOfFormat !== undefined && format !== undefined) {
    found.push({ name: 'format', value: textCode(format), check: _`${tables.use(isOfFormat)}(value)` });
    found.push({ name: 'isOfFormat', value: tables.use(isOfFormat) });
  }
  if (minimum !== undefined) found.push({ name: 'minimum', value: _`${minimum}`, check: _`value >= ${minimum}` });
  if (maximum !== undefined) found.push({ name: 'maximum', value: _`${maximum}`, check: _`value <= ${maximum}` });
  return found;
}
