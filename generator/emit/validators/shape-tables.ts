/** Emits shapes: types whose checks depend only on the value. Each shape has a check function and a table entry. */
import { _, type Code, joinList } from './code.js';
import type { EnumValue, NumericType, StringType, Type } from '../../model/model.js';
import { numberFormats, textFormats, type RuntimeSymbol } from './runtime-symbols.js';
import { toRawCode, toTextCode, type Tables } from './code-tables.js';

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

/** Creates the table entry of a shape. `source` is the section of its field if it differs from the section of the object. */
export function toShapeData(tables: Tables, type: Type, source?: string): Code {
  return source === undefined ? tables.getOrCreate('shape', type, () => createShape(tables, type)) : createShape(tables, type, source);
}

function createShape(tables: Tables, type: Type, source?: string): Code {
  const members: Members = [
    ['type', toTextCode(getJsonType(type))],
    ['check', getShapeCheck(tables, type)],
    ...listShapeMembers(tables, type),
    ...(source === undefined ? [] : [['source', tables.addSource(source)] as const]),
  ];
  return tables.addCode('shape', _`{ ${joinList(members.map(([name, value]) => _`${toRawCode(name)}: ${value}`))} }`);
}

function getJsonType(type: Type): string {
  return type.kind === 'map' ? 'object' : type.kind;
}

function listShapeMembers(tables: Tables, type: Type): Members {
  if (type.kind === 'array') return [['items', toShapeData(tables, type.items)]];
  if (type.kind === 'map') return [['values', toShapeData(tables, type.values)]];
  if (type.kind === 'string') return listStringConstraints(tables, type).map(({ name, value }) => [name, value]);
  return type.kind === 'integer' || type.kind === 'number'
    ? listNumericConstraints(tables, type).map(({ name, value }) => [name, value])
    : [];
}

/** Returns the check function of a shape. It takes a value and a direction, and accepts `undefined`. */
function getShapeCheck(tables: Tables, type: Type): Code {
  const plain = getSharedCheck(type);
  if (plain !== undefined) return tables.useSymbol(plain);
  return tables.getOrCreate('check', type, () => createCheck(tables, type));
}

function createCheck(tables: Tables, type: Type): Code {
  return tables.addCode(
    'check',
    _`(${toRawCode(isDirectional(type) ? 'value, direction' : 'value')}) => value === undefined || ${createValueCheck(tables, type)}`,
  );
}

/** Whether the check depends on the direction. */
function isDirectional(type: Type): boolean {
  if (type.kind === 'array') return true;
  return type.kind === 'map' || (type.kind === 'string' && isClosed(type));
}

function getSharedCheck(type: Type): RuntimeSymbol | undefined {
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

/** Emits the call of a check. Passes the direction only if the check uses it. */
export function createShapeCheckCall(
  tables: Tables,
  type: Type,
  { value, direction }: { readonly value: Code; readonly direction: Code },
): Code {
  const check = getShapeCheck(tables, type);
  return isDirectional(type) ? _`${check}(${value}, ${direction})` : _`${check}(${value})`;
}

/** Emits the condition that a defined value has the shape. */
function createValueCheck(tables: Tables, type: Type): Code {
  if (type.kind === 'array') return _`${tables.useSymbol('isListOf')}(value, ${getShapeCheck(tables, type.items)}, direction)`;
  if (type.kind === 'map') return _`${tables.useSymbol('isMapOf')}(value, ${getShapeCheck(tables, type.values)}, direction)`;
  const parts = listConditions(tables, type);
  return parts.reduce((before, part) => _`${before} && ${part}`);
}

function listConditions(tables: Tables, type: Type): readonly Code[] {
  if (type.kind === 'string') return [_`typeof value === "string"`, ...listChecks(listStringConstraints(tables, type))];
  if (type.kind !== 'integer' && type.kind !== 'number') return [_`typeof value === "boolean"`];
  const typeCheck = type.kind === 'integer' ? _`Number.isInteger(value)` : _`Number.isFinite(value)`;
  return [typeCheck, ...listChecks(listNumericConstraints(tables, type))];
}

/** A constraint: its value in the table, and the condition that it holds. */
interface Constraint {
  readonly name: string;
  readonly value: Code;
  /** Absent if another constraint has the condition. */
  readonly check?: Code;
}

function listChecks(constraints: readonly Constraint[]): Code[] {
  return constraints.flatMap(({ check }) => check ?? []);
}

function isClosed(type: StringType): boolean {
  return type.enum !== undefined && type.enum.length > 0 && !type.open;
}

export function isPlainText(type: StringType): boolean {
  const { const: constValue, not, pattern, minLength, maxLength, maxBytes, byteLength, format } = type;
  const isFormatted = format !== undefined && textFormats.has(format);
  return (
    !isFormatted &&
    !isClosed(type) &&
    [constValue, not, pattern, minLength, maxLength, maxBytes, byteLength].every((one) => one === undefined)
  );
}

function isBounded({ format, minimum, maximum, not }: NumericType): boolean {
  return minimum !== undefined || maximum !== undefined || not !== undefined || (format !== undefined && numberFormats.has(format));
}

function listStringConstraints(tables: Tables, type: StringType): readonly Constraint[] {
  return [...listValueConstraints(tables, type), ...listLengthConstraints(tables, type), ...listContentConstraints(tables, type)];
}

function listValueConstraints(tables: Tables, type: StringType): Constraint[] {
  const found: Constraint[] = [];
  if (type.const !== undefined) found.push({ name: 'const', value: toTextCode(type.const), check: _`value === ${toTextCode(type.const)}` });
  if (isClosed(type)) {
    const values = tables.addSet(
      'enum',
      (type.enum ?? []).map((one) => one.value),
    );
    found.push({ name: 'enum', value: values, check: _`(${createMembershipTest(values, type.enum ?? [])} || direction.lenient)` });
  }
  return [...found, ...listExcludedValues(tables, type)];
}

/** A short list of values is compared inline, which is faster than a set. */
const maxInlineValues = 5;

function createMembershipTest(set: Code, values: readonly EnumValue[]): Code {
  if (values.length > maxInlineValues) return _`${set}.has(value)`;
  return values.map(({ value }) => _`value === ${toTextCode(value)}`).reduce((before, one) => _`${before} || ${one}`);
}

function listLengthConstraints(tables: Tables, { minLength, maxLength, maxBytes }: StringType): Constraint[] {
  const found: Constraint[] = [];
  const characters = (): Code => _`${tables.useSymbol('countCodePoints')}(value)`;
  if (minLength !== undefined && minLength > 0) {
    const check = minLength === 1 ? _`value !== ""` : _`${characters()} >= ${minLength}`;
    found.push({ name: 'minLength', value: _`${minLength}`, check });
  }
  if (maxLength !== undefined) {
    const check = _`(value.length <= ${maxLength} || ${characters()} <= ${maxLength})`;
    found.push({ name: 'maxLength', value: _`${maxLength}`, check });
  }
  if (maxBytes !== undefined) {
    // A UTF-16 unit has at most three bytes, so short text needs no counting.
    const check = _`(value.length * 3 <= ${maxBytes} || ${tables.useSymbol('countUtf8Bytes')}(value) <= ${maxBytes})`;
    found.push({ name: 'maxBytes', value: _`${maxBytes}`, check });
  }
  return found;
}

function listFormatConstraints(tables: Tables, format: string | undefined, checks: ReadonlyMap<string, RuntimeSymbol>): Constraint[] {
  const check = checks.get(format ?? '');
  if (check === undefined || format === undefined) return [];
  const isOfFormat = tables.useSymbol(check);
  return [
    { name: 'format', value: toTextCode(format), check: _`${isOfFormat}(value)` },
    { name: 'isOfFormat', value: isOfFormat },
  ];
}

function listContentConstraints(tables: Tables, { pattern, format, byteLength }: StringType): Constraint[] {
  const found: Constraint[] = [];
  const literal = pattern === undefined ? undefined : tables.addPattern(pattern);
  if (literal !== undefined) found.push({ name: 'pattern', value: literal, check: _`${literal}.test(value)` });
  found.push(...listFormatConstraints(tables, format, textFormats));
  if (byteLength !== undefined) {
    const check = _`${tables.useSymbol('hasByteLength')}(value, ${byteLength})`;
    found.push({ name: 'byteLength', value: _`${byteLength}`, check });
  }
  return found;
}

function listExcludedValues(tables: Tables, { not: values = [] }: StringType | NumericType): Constraint[] {
  if (values.length === 0) return [];
  const excluded = tables.addSet('not', values);
  return [{ name: 'not', value: excluded, check: _`!${excluded}.has(value)` }];
}

function listNumericConstraints(tables: Tables, type: NumericType): readonly Constraint[] {
  const { format, minimum, maximum } = type;
  const found = [...listExcludedValues(tables, type), ...listFormatConstraints(tables, format, numberFormats)];
  if (minimum !== undefined) found.push({ name: 'minimum', value: _`${minimum}`, check: _`value >= ${minimum}` });
  if (maximum !== undefined) found.push({ name: 'maximum', value: _`${maximum}`, check: _`value <= ${maximum}` });
  return found;
}
