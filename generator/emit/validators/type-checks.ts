/** Emits checks of values of any type, and of the fields of objects. */
import { _, type Code, joinCode, joinList } from './code.js';
import type { ArrayType, MapType, Type, Field, ObjectType } from '../../model/model.js';
import { createShapeCheckCall, isShape, toShapeData, isPlainText } from './shape-tables.js';
import {
  errors,
  emitError,
  emitErrorIf,
  createPathExpression,
  createReportArguments,
  type CheckLocation,
  getSection,
  toPointerSegment,
  readMember,
} from './check-location.js';
import { toTextCode, toRawCode } from './code-tables.js';
import { listRequiredEtags } from '../type-queries.js';
import { toPropertyKey } from '../../lib/literals.js';
import { emitRuleChecks } from './rule-checks.js';
import { emitValidationChecks } from './validation-checks.js';

export function emitTypeCheck(site: CheckLocation, type: Type): void {
  if (isShape(type)) return emitShapeCheck(site, type);
  switch (type.kind) {
    case 'array':
      return emitArrayCheck(site, type);
    case 'map':
      return emitMapCheck(site, type);
    case 'object':
      return emitObjectCheck(site, type);
    case 'ref':
      return emitValidatorCall(site, site.compilation.getValidator(type.schema));
    default:
      return;
  }
}

/** An element must not be `undefined`. Callers skip members that are `undefined`. */
function emitShapeCheck(site: CheckLocation, type: Type): void {
  const { gen, value, direction, compilation } = site;
  const { tables } = compilation;
  const check = _`${value} === undefined || !${createShapeCheckCall(tables, type, site)}`;
  gen.if(check, () =>
    gen.assign(errors, _`${tables.useSymbol('reportWrongShape')}(${createReportArguments(site, [toShapeData(tables, type), direction])})`),
  );
}

/** Emits a call of another validation function. */
export function emitValidatorCall(site: CheckLocation, validator: Code): void {
  const { gen, value, direction, compilation } = site;
  const found = gen.const('found', _`${validator}(${value}, ${direction})`);
  gen.if(_`${found} !== null`, () =>
    gen.assign(errors, _`${compilation.tables.useSymbol('joinErrors')}(${errors}, ${found}, ${createPathExpression(site)})`),
  );
}

function emitArrayCheck(site: CheckLocation, { items }: ArrayType): void {
  const { gen, value } = site;
  if (items.kind === 'any') return emitErrorIf(site, _`!Array.isArray(${value})`, ['type', toTextCode('array')]);
  gen.if(
    _`Array.isArray(${value})`,
    () => gen.forEachIndex('i', [0, _`${value}.length`], (index) => emitTypeCheck(createElementSite(site, index), items)),
    () => emitError(site, 'type', toTextCode('array')),
  );
}

export function createElementSite(site: CheckLocation, index: Code): CheckLocation {
  return {
    ...site,
    value: site.gen.const('data', _`${site.value}[${index}]`),
    schemaPath: `${site.schemaPath}/items`,
    instance: [...site.instance, '/', index],
    steps: [...site.steps, index],
    direction: _`${site.direction}.elements`,
  };
}

function emitMapCheck(site: CheckLocation, type: MapType): void {
  const { gen, value, compilation } = site;
  const isObject = _`${compilation.tables.useSymbol('isObject')}(${value})`;
  if (type.values.kind === 'any' && type.keys === undefined) return emitErrorIf(site, _`!${isObject}`, ['type', toTextCode('object')]);
  gen.if(
    isObject,
    () =>
      gen.forEachElement('key', _`Object.keys(${value})`, (key) => {
        emitKeyCheck(site, key, type);
        emitMemberCheck(site, key, type.values);
      }),
    () => emitError(site, 'type', toTextCode('object')),
  );
}

/** Emits the check of a map member or of an additional member of an object. */
export function emitMemberCheck(site: CheckLocation, key: Code, type: Type): void {
  if (type.kind === 'any') return;
  const member = createMemberSite(site, key);
  site.gen.if(_`${member.value} !== undefined`, () => emitTypeCheck(member, type));
}

export function createMemberSite(site: CheckLocation, key: Code): CheckLocation {
  const { gen, compilation } = site;
  return {
    ...site,
    value: gen.const('data', _`${site.value}[${key}]`),
    schemaPath: `${site.schemaPath}/additionalProperties`,
    instance: [...site.instance, '/', _`${compilation.tables.useSymbol('formatPointerSegment')}(${key})`],
    steps: [...site.steps, key],
  };
}

function emitKeyCheck(site: CheckLocation, key: Code, { keys }: MapType): void {
  if (keys === undefined) return;
  const { tables } = site.compilation;
  const { pattern, maxLength, maxBytes } = keys;
  const emitKeyError = (condition: Code, constraint: Code): void =>
    emitErrorIf(site, condition, ['propertyNames', _`[${key}, ${constraint}]`]);
  const literal = pattern === undefined ? undefined : tables.addPattern(pattern);
  if (literal !== undefined) emitKeyError(_`!${literal}.test(${key})`, _`"pattern", ${literal}`);
  if (maxLength !== undefined) emitKeyError(_`${tables.useSymbol('countCodePoints')}(${key}) > ${maxLength}`, _`"maxLength", ${maxLength}`);
  if (maxBytes !== undefined) emitKeyError(_`${tables.useSymbol('countUtf8Bytes')}(${key}) > ${maxBytes}`, _`"maxBytes", ${maxBytes}`);
}

function emitObjectCheck(site: CheckLocation, type: ObjectType): void {
  const { gen, value, compilation } = site;
  gen.if(
    _`${compilation.tables.useSymbol('isObject')}(${value})`,
    () => {
      const object = emitJsonNames(site, type.fields);
      emitRequiredCheck(object, type);
      emitFieldChecks(object, { fields: type.fields, closed: type.additional === undefined });
      emitAdditionalCheck(object, type);
      emitRuleChecks(object, type);
      emitValidationChecks(object, type);
    },
    () => emitError(site, 'type', toTextCode('object')),
  );
}

/** Emits the conversion of names to those in JSON, if requests can have other ones. Returns the location of the converted object. */
export function emitJsonNames(site: CheckLocation, fields: readonly CheckedMember[]): CheckLocation {
  const { gen, value, direction, compilation } = site;
  // A name without capitals and digits is the same in JSON and in the definition of the message.
  if (!compilation.protoJson || !fields.some(({ name }) => /[A-Z\d]/.test(name))) return site;
  const convert = compilation.tables.useSymbol('convertToJsonNames');
  return { ...site, value: gen.const('data', _`${convert}(${value}, ${createFieldTable(site, fields)}, ${direction})`) };
}

/** Reports missing fields in the directions for which `condition` holds. */
export function emitMissingCheck(site: CheckLocation, names: readonly string[], condition: Code): void {
  if (names.length === 0) return;
  const { gen, compilation } = site;
  const absent = names.map((name) => _`${readMember(site, name)} === undefined`).reduce((before, one) => _`${before} || ${one}`);
  const table = compilation.tables.addNames(names);
  gen.if(_`${condition} && (${absent})`, () =>
    gen.assign(errors, _`${compilation.tables.useSymbol('reportMissingMembers')}(${createReportArguments(site, [table])})`),
  );
}

/** Only requests have input-only fields, and they can omit output-only fields. Updates, but not resources, must have their etag. */
function emitRequiredCheck(site: CheckLocation, { fields, rules }: ObjectType): void {
  const etags = new Set(listRequiredEtags(rules));
  const required = fields.filter((field) => field.required && !etags.has(field.name));
  const { direction } = site;
  const emitCheck = (requiredFields: readonly Field[], condition: Code): void => {
    const names = requiredFields.map(({ name }) => name);
    emitMissingCheck(site, names, condition);
  };
  const ordinary = required.filter(({ readOnly, writeOnly }) => !readOnly && !writeOnly);
  const inputOnly = required.filter(({ readOnly, writeOnly }) => writeOnly && !readOnly);
  const outputOnly = required.filter(({ readOnly }) => readOnly);
  emitCheck(ordinary, _`${direction}.whole`);
  emitCheck(outputOnly, _`${direction}.whole && !${direction}.request`);
  emitCheck(inputOnly, _`${direction}.whole && ${direction}.request`);
}

/** A field of an object, or a parameter of a call: both have the same checks. */
export type CheckedMember = Pick<Field, 'name' | 'type' | 'source' | 'readOnly' | 'writeOnly' | 'omitEmpty'>;

interface FieldList {
  readonly fields: readonly CheckedMember[];
  /** Whether unknown members are errors if the direction is closed. */
  readonly closed: boolean;
}

/** Emits checks for all fields of an object: one combined check for fields with a shape, then the other fields. */
export function emitFieldChecks(site: CheckLocation, { fields, closed }: FieldList): void {
  const { gen, direction } = site;
  emitShapeChecks(site, { fields, closed });
  const rest = fields.filter(({ type }) => !isShape(type) && type.kind !== 'any');
  for (const field of rest.filter(({ readOnly }) => !readOnly)) emitFieldCheck(site, field);
  const outputOnly = rest.filter(({ readOnly }) => readOnly);
  if (outputOnly.length > 0) gen.if(_`!${direction}.request`, () => outputOnly.forEach((field) => emitFieldCheck(site, field)));
  for (const { name } of fields.filter(({ writeOnly }) => writeOnly)) {
    emitErrorIf(site, _`${direction}.response && ${readMember(site, name)} !== undefined`, ['writeOnly', toTextCode(name)]);
  }
}

/** Creates the table of the fields of an object with their shapes. */
export function createFieldTable(site: CheckLocation, fields: readonly CheckedMember[]): Code {
  const { tables } = site.compilation;
  const entries = fields.map((field) => {
    const section = getSection(field);
    const ownSection = section === site.source ? undefined : section;
    return _`${toRawCode(toPropertyKey(field.name))}: ${isShape(field.type) ? toShapeData(tables, field.type, ownSection) : toRawCode('0')}`;
  });
  return tables.addCode('fields', entries.length === 0 ? toRawCode('{}') : toRawCode(`{ ${String(joinList(entries))} }`));
}

/** The number of fields that one bit mask can mark. */
const maxMarks = 31;

/** Marks each field with a wrong shape, so that the report doesn't check all fields again. */
function emitShapeChecks(site: CheckLocation, { fields, closed }: FieldList): void {
  const { gen, value, direction, compilation } = site;
  const { tables } = compilation;
  const shapes = sortByTableOrder(fields.filter(({ type }) => isShape(type)));
  if (shapes.length === 0 && !closed) return;
  const table = createFieldTable(site, fields);
  const marks = Array.from({ length: Math.ceil(shapes.length / maxMarks) }, () => gen.let('wrong', _`0`));
  const emitAll = (readOnly: boolean): void =>
    shapes.forEach((field, at) => {
      const mark = marks[Math.floor(at / maxMarks)];
      if (mark !== undefined && field.readOnly === readOnly)
        gen.code(_`${createFieldCheck(site, field)} || (${mark} |= ${1 << (at % maxMarks)})`);
    });
  emitAll(false);
  if (shapes.some(({ readOnly }) => readOnly)) gen.if(_`!${direction}.request`, () => emitAll(true));
  const unknown = _`${direction}.closed && !${tables.useSymbol('hasOnlyKnownMembers')}(${value}, ${table})`;
  const wrong = [...marks.map((mark) => _`${mark} !== 0`), ...(closed ? [unknown] : [])];
  const report = tables.useSymbol(closed ? 'reportWrongMembers' : 'reportWrongFields');
  gen.if(joinCode(wrong, ' || '), () =>
    gen.assign(errors, _`${report}(${createReportArguments(site, [table, _`[${joinList(marks)}]`, direction])})`),
  );
}

/** Sorts fields like the keys of an object: integer-like names come first. */
function sortByTableOrder(fields: readonly CheckedMember[]): readonly CheckedMember[] {
  return Object.values(Object.fromEntries(fields.map((field) => [field.name, field])));
}

/** Emits the condition that a field has its shape. */
function createFieldCheck(site: CheckLocation, field: CheckedMember): Code {
  const { direction, compilation } = site;
  const member = readMember(site, field.name);
  const check = createShapeCheckCall(compilation.tables, field.type, { value: member, direction });
  return isAbsentIfEmpty(field) ? _`${direction}.request && ${member} === "" || ${check}` : check;
}

/** Whether empty text means absent although the type doesn't accept it. */
function isAbsentIfEmpty({ omitEmpty, type }: CheckedMember): boolean {
  return omitEmpty && type.kind === 'string' && !isPlainText(type);
}

export function emitFieldCheck(site: CheckLocation, field: CheckedMember): void {
  const fieldSite = createFieldSite(site, field);
  site.gen.if(_`${fieldSite.value} !== undefined`, () => emitTypeCheck(fieldSite, field.type));
}

export function createFieldSite(site: CheckLocation, field: CheckedMember): CheckLocation {
  return {
    ...site,
    value: site.gen.const('data', readMember(site, field.name)),
    schemaPath: `${site.schemaPath}/properties/${toPointerSegment(field.name)}`,
    instance: [...site.instance, `/${toPointerSegment(field.name)}`],
    source: getSection(field),
  };
}

/** Emits checks of additional members, if they have a type. */
function emitAdditionalCheck(site: CheckLocation, { fields, additional }: ObjectType): void {
  if (additional === undefined || additional.kind === 'any') return;
  const { gen, value } = site;
  gen.forEachElement('key', _`Object.keys(${value})`, (key) => {
    gen.if(_`!Object.hasOwn(${createFieldTable(site, fields)}, ${key})`, () => emitMemberCheck(site, key, additional));
  });
}
