/** Emits shapes: types whose checks depend only on the value. Each shape has a check function and a table entry. */
import { toDataLiteral } from '../../lib/literals.js';
import { toCamelCase } from '../names.js';
import { _, type Code, joinCode, joinList, type Name } from './code.js';
import type { ArrayType, EnumValue, MapType, NumericType, StringType, Type } from '../../model/model.js';
import { isNullValue } from '../type-queries.js';
import { numberFormats, textFormats, type RuntimeSymbol } from './runtime-symbols.js';
import { toRawCode, toTextCode, type Tables } from './code-tables.js';

type ShapeMembers = readonly (readonly [name: string, value: Code])[];

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

/**
 * Adds a shape and returns its constant. Shapes without constraints, such as `textShape` and `dateTimeShape`, are named for their type
 * and shared by all fields.
 *
 * @param name The name of the field that has the shape.
 */
export function addShape(tables: Tables, type: Type, name: string): Name {
  const depth = getDepth(type);
  return tables.addShape(`${nameUnconstrained(type) ?? name}Shape`, depth, (self) => createShape(tables, type, { self, name }));
}

function getDepth(type: Type): number {
  return type.kind === 'array' ? 1 + getDepth(type.items) : type.kind === 'map' ? 1 + getDepth(type.values) : 0;
}

/** Returns the name of a type without constraints of its field: `text`, `dateTime`, `int32List`. */
function nameUnconstrained(type: Type): string | undefined {
  if (type.kind === 'array' || type.kind === 'map') {
    const inner = nameUnconstrained(type.kind === 'array' ? type.items : type.values);
    return inner === undefined ? undefined : `${inner}${type.kind === 'array' ? 'List' : 'Map'}`;
  }
  if (type.kind === 'string') {
    if (isPlainText(type)) return 'text';
    const { format, ...unformatted } = type;
    if (isPlainText(unformatted)) return toCamelCase(format ?? '');
    const { minLength, ...unlimited } = type;
    return minLength === 1 && isPlainText(unlimited) ? 'nonEmptyText' : undefined;
  }
  if (type.kind !== 'integer' && type.kind !== 'number') return type.kind;
  if (!isBounded(type)) return type.kind;
  const { format, ...unformatted } = type;
  return isBounded(unformatted) ? undefined : toCamelCase(format ?? '');
}

/** A shape that is being created: its constant, and the name of its field. */
interface ShapeContext {
  readonly self: Name;
  readonly name: string;
}

function createShape(tables: Tables, type: Type, context: ShapeContext): Code {
  const members: ShapeMembers = [
    ['type', toTextCode(getJsonType(type))],
    ...(type.kind === 'array' || type.kind === 'map' ? listInnerMembers(tables, type, context) : listValueMembers(tables, type, context)),
  ];
  return _`{ ${joinList(members.map(([name, value]) => _`${toRawCode(name)}: ${value}`))} }`;
}

function getJsonType(type: Type): string {
  return type.kind === 'map' ? 'object' : type.kind;
}

/** Adds the shape of the elements only once: twice would double the time with each level. */
function listInnerMembers(tables: Tables, type: ArrayType | MapType, { name }: ShapeContext): ShapeMembers {
  const [inner, key, suffix] = type.kind === 'array' ? [type.items, 'items', 'Item'] : [type.values, 'values', 'Value'];
  const shape = addShape(tables, inner, `${name}${suffix}`);
  const check = getSharedCheck(tables, inner) ?? _`${shape}.check`;
  const hasValid = tables.useSymbol(type.kind === 'array' ? 'hasValidElements' : 'hasValidValues');
  return [
    ['check', _`(value, mode) => value === undefined || ${hasValid}(value, ${check}, mode)`],
    [key, shape],
  ];
}

function listValueMembers(tables: Tables, type: Type, { self }: ShapeContext): ShapeMembers {
  const constraints =
    type.kind === 'string'
      ? listStringConstraints(tables, type, self)
      : type.kind === 'integer' || type.kind === 'number'
        ? listNumericConstraints(tables, type, self)
        : [];
  return [
    ['check', getSharedCheck(tables, type) ?? createCheck(tables, type, self)],
    ...constraints.map((constraint) => [constraint.name, constraint.value] as const),
  ];
}

/** Creates the check function of a shape. It takes a value and a mode, and accepts `undefined`. */
function createCheck(tables: Tables, type: Type, self: Name): Code {
  const parameters = toRawCode(isModeDependent(type) ? '(value, mode)' : '(value)');
  const isAbsent = isNullValue(type) ? _`value === undefined || value === null` : _`value === undefined`;
  return _`${parameters} => ${isAbsent} || ${joinCode(listConditions(tables, type, self), ' && ')}`;
}

/** Whether the check depends on the mode. */
function isModeDependent(type: Type): boolean {
  if (type.kind === 'array') return true;
  return type.kind === 'map' || (type.kind === 'string' && isClosed(type));
}

/** Returns the check function of the runtime for a type without constraints. */
function getSharedCheck(tables: Tables, type: Type): Code | undefined {
  switch (type.kind) {
    case 'boolean':
      return tables.useSymbol('isOptionalBoolean');
    case 'string':
      return isPlainText(type) ? tables.useSymbol('isOptionalString') : undefined;
    case 'integer':
    case 'number':
      if (isBounded(type)) return undefined;
      return tables.useSymbol(type.kind === 'integer' ? 'isOptionalInteger' : 'isOptionalNumber');
    default:
      return undefined;
  }
}

/** Emits the call of a check. Passes the mode only if the check uses it. */
export function createShapeCheckCall(
  tables: Tables,
  type: Type,
  { value, mode, name }: { readonly value: Code; readonly mode: Code; readonly name: string },
): Code {
  const check = getCheck(tables, type, name);
  return isModeDependent(type) ? _`${check}(${value}, ${mode})` : _`${check}(${value})`;
}

function getCheck(tables: Tables, type: Type, name: string): Code {
  return getSharedCheck(tables, type) ?? _`${addShape(tables, type, name)}.check`;
}

function listConditions(tables: Tables, type: Type, self: Name): readonly Code[] {
  if (type.kind === 'string') return [_`typeof value === "string"`, ...listChecks(listStringConstraints(tables, type, self))];
  if (type.kind !== 'integer' && type.kind !== 'number') return [_`typeof value === "boolean"`];
  const typeCheck = type.kind === 'integer' ? _`Number.isInteger(value)` : _`Number.isFinite(value)`;
  return [typeCheck, ...listChecks(listNumericConstraints(tables, type, self))];
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
  return type.enum !== undefined && type.enum.length > 0 && (!type.open || isNullValue(type));
}

export function isPlainText(type: StringType): boolean {
  const { const: constValue, not, pattern, minLength, maxLength, maxBytes, byteLength, format } = type;
  const isFormatted = format !== undefined && textFormats.has(format);
  return (
    !isFormatted &&
    !isNullValue(type) &&
    !isClosed(type) &&
    [constValue, not, pattern, minLength, maxLength, maxBytes, byteLength].every((one) => one === undefined)
  );
}

function isBounded({ format, minimum, maximum, not }: NumericType): boolean {
  return minimum !== undefined || maximum !== undefined || not !== undefined || (format !== undefined && numberFormats.has(format));
}

function listStringConstraints(tables: Tables, type: StringType, self: Name): readonly Constraint[] {
  return [
    ...listValueConstraints(tables, type, self),
    ...listLengthConstraints(tables, type),
    ...listContentConstraints(tables, type, self),
  ];
}

function listValueConstraints(tables: Tables, type: StringType, self: Name): Constraint[] {
  const found: Constraint[] = [];
  if (type.const !== undefined) found.push({ name: 'const', value: toTextCode(type.const), check: _`value === ${toTextCode(type.const)}` });
  if (isClosed(type)) {
    const values = createSet((type.enum ?? []).map((one) => one.value));
    const isMember = type.ignoresSpaces
      ? _`${tables.useSymbol('hasOrder')}(${self}.enum, value)`
      : createMembershipTest(self, type.enum ?? []);
    found.push({ name: 'enum', value: values, check: _`(${isMember} || mode.lenient)` });
  }
  return [...found, ...listExcludedValues(type, self)];
}

function createSet(values: readonly (string | number)[]): Code {
  return toRawCode(`/* @__PURE__ */ new Set(${toDataLiteral([...new Set(values)])})`);
}

/** A short list of values is compared inline, which is faster than a set. */
const maxInlineValues = 5;

function createMembershipTest(self: Name, values: readonly EnumValue[]): Code {
  if (values.length > maxInlineValues) return _`${self}.enum.has(value)`;
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

function listContentConstraints(tables: Tables, { pattern, format, byteLength }: StringType, self: Name): Constraint[] {
  const found: Constraint[] = [];
  if (pattern !== undefined) found.push({ name: 'pattern', value: tables.createPattern(pattern), check: _`${self}.pattern.test(value)` });
  found.push(...listFormatConstraints(tables, format, textFormats));
  if (byteLength !== undefined) {
    const check = _`${tables.useSymbol('hasByteLength')}(value, ${byteLength})`;
    found.push({ name: 'byteLength', value: _`${byteLength}`, check });
  }
  return found;
}

function listExcludedValues({ not: values = [] }: StringType | NumericType, self: Name): Constraint[] {
  return values.length === 0 ? [] : [{ name: 'not', value: createSet(values), check: _`!${self}.not.has(value)` }];
}

function listNumericConstraints(tables: Tables, type: NumericType, self: Name): readonly Constraint[] {
  const { format, minimum, maximum } = type;
  const found = [...listExcludedValues(type, self), ...listFormatConstraints(tables, format, numberFormats)];
  if (minimum !== undefined) found.push({ name: 'minimum', value: _`${minimum}`, check: _`value >= ${minimum}` });
  if (maximum !== undefined) found.push({ name: 'maximum', value: _`${maximum}`, check: _`value <= ${maximum}` });
  return found;
}
