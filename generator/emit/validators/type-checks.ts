/** Emits checks of values of any type, and of the fields of objects. */
import { _, Name, type Code, joinCode, joinList } from './code.js';
import { toCamelCase, toPascalCase } from '../names.js';
import type { ArrayType, MapType, Type, Field, ObjectType, Variants } from '../../model/model.js';
import { addShape, createShapeCheckCall, isShape, isPlainText } from './shape-tables.js';
import { createCheckedObject, nameField } from './object-tables.js';
import {
  errors,
  emitError,
  emitErrorIf,
  createPathExpression,
  createReportArguments,
  type CheckedMember,
  type CheckLocation,
  getSection,
  toPointerSegment,
  readMember,
} from './check-location.js';
import { toTextCode, toRawCode, toTextListCode } from './code-tables.js';
import { listRequiredEtags } from '../type-queries.js';
import { emitOneofChecks } from './oneof-checks.js';
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
  const { gen, value, mode, compilation } = site;
  const { tables } = compilation;
  const check = _`${value} === undefined || !${createShapeCheckCall(tables, type, { value, mode, name: toCamelCase(site.name) })}`;
  gen.if(check, () =>
    gen.assign(
      errors,
      _`${tables.useSymbol('reportWrongShape')}(${createReportArguments(site, [addShape(tables, type, toCamelCase(site.name)), mode])})`,
    ),
  );
}

/** Emits a call of another validation function. */
export function emitValidatorCall(site: CheckLocation, validator: Code): void {
  const { gen, value, mode, compilation } = site;
  const found = gen.const('found', _`${validator}(${value}, ${mode})`);
  gen.if(_`${found} !== null`, () =>
    gen.assign(errors, _`${compilation.tables.useSymbol('joinErrors')}(${errors}, ${found}, ${createPathExpression(site)})`),
  );
}

function emitArrayCheck(site: CheckLocation, { items }: ArrayType): void {
  const { gen, value } = site;
  if (items.kind === 'any') return emitErrorIf(site, _`!Array.isArray(${value})`, ['type', toTextCode('array')]);
  gen.if(
    _`Array.isArray(${value})`,
    () => gen.forEachIndex('index', [0, _`${value}.length`], (index) => emitTypeCheck(createElementSite(site, index), items)),
    () => emitError(site, 'type', toTextCode('array')),
  );
}

export function createElementSite(site: CheckLocation, index: Code): CheckLocation {
  return {
    ...site,
    value: site.gen.const('item', _`${site.value}[${index}]`),
    name: `${site.name}Item`,
    schemaPath: `${site.schemaPath}/items`,
    instance: [...site.instance, '/', index],
    steps: [...site.steps, index],
    mode: _`${site.mode}.elements`,
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
  const member = createMapValueSite(site, key);
  site.gen.if(_`${member.value} !== undefined`, () => emitTypeCheck(member, type));
}

export function createMapValueSite(site: CheckLocation, key: Code): CheckLocation {
  const { gen, compilation } = site;
  return {
    ...site,
    value: gen.const('member', _`${site.value}[${key}]`),
    name: `${site.name}Value`,
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
  if (pattern !== undefined) {
    const constant = tables.addConstant(`${toCamelCase(site.name)}KeyPattern`, tables.createPattern(pattern));
    emitKeyError(_`!${constant}.test(${key})`, _`"pattern", ${constant}`);
  }
  if (maxLength !== undefined) emitKeyError(_`${tables.useSymbol('countCodePoints')}(${key}) > ${maxLength}`, _`"maxLength", ${maxLength}`);
  if (maxBytes !== undefined) emitKeyError(_`${tables.useSymbol('countUtf8Bytes')}(${key}) > ${maxBytes}`, _`"maxBytes", ${maxBytes}`);
}

function emitObjectCheck(location: CheckLocation, type: ObjectType): void {
  const site = createObjectSite(location, type);
  const { gen, value, compilation } = site;
  gen.if(
    _`${compilation.tables.useSymbol('isObject')}(${value})`,
    () => {
      const object = emitJsonNames(site);
      emitVariantChecks(object, type.variants?.areWhole ? type.variants : undefined, () => {
        emitRequiredCheck(object, type);
        emitFieldChecks(object, type.additional === undefined);
        emitAdditionalCheck(object, type);
      });
      emitOneofChecks(object, type);
      emitRuleChecks(object, type);
      emitValidationChecks(object, type);
    },
    () => emitError(site, 'type', toTextCode('object')),
  );
}

/** Emits the check of the schema that the discriminant selects. Without one, `emitMembers` reports what is wrong with the discriminant. */
function emitVariantChecks(site: CheckLocation, variants: Variants | undefined, emitMembers: () => void): void {
  const { gen, compilation } = site;
  const discriminant = variants && gen.const('discriminant', readMember(site, variants.discriminant));
  const options = variants?.options ?? [];
  const emitNext = (index: number): void => {
    const option = options[index];
    if (option === undefined || discriminant === undefined) return emitMembers();
    gen.if(
      _`${discriminant} === ${toTextCode(option.value)}`,
      () => emitValidatorCall(site, compilation.getValidator(option.schema)),
      () => emitNext(index + 1),
    );
  };
  emitNext(0);
}

/** Returns the location with the object whose fields are checked. */
export function createObjectSite(site: CheckLocation, type: ObjectType): CheckLocation {
  const { compilation, source } = site;
  const name = compilation.names.object(type);
  const object = createCheckedObject({ name, kind: 'fields', fields: type.fields, source }, compilation);
  return { ...site, name, object };
}

/** Emits the conversion of names to those in JSON, if requests can have other ones. Returns the location of the converted object. */
export function emitJsonNames(site: CheckLocation): CheckLocation {
  const { gen, value, mode, compilation, object } = site;
  // A name without capitals and digits is the same in JSON and in the definition of the message.
  if (!compilation.protoJson || object?.fields.some(({ name }) => /[A-Z\d]/.test(name)) !== true) return site;
  const convert = compilation.tables.useSymbol('convertToJsonNames');
  return { ...site, value: gen.const('renamed', _`${convert}(${value}, ${object.getTable()}.fields, ${mode})`) };
}

/** Reports missing fields in the modes for which `condition` holds. */
export function emitMissingCheck(site: CheckLocation, names: readonly string[], condition: Code): void {
  if (names.length === 0) return;
  const { gen, compilation } = site;
  const absent = names.map((name) => _`${readMember(site, name)} === undefined`).reduce((before, one) => _`${before} || ${one}`);
  gen.if(_`${condition} && (${absent})`, () =>
    gen.assign(errors, _`${compilation.tables.useSymbol('reportMissingMembers')}(${createReportArguments(site, [toTextListCode(names)])})`),
  );
}

/** Only requests have input-only fields, and they can omit output-only fields. Updates, but not resources, must have their etag. */
function emitRequiredCheck(site: CheckLocation, { fields, rules }: ObjectType): void {
  const etags = new Set(listRequiredEtags(rules));
  const required = fields.filter((field) => field.required && !etags.has(field.name));
  const { mode } = site;
  const emitCheck = (requiredFields: readonly Field[], condition: Code): void => {
    const names = requiredFields.map(({ name }) => name);
    emitMissingCheck(site, names, condition);
  };
  const ordinary = required.filter(({ readOnly, writeOnly }) => !readOnly && !writeOnly);
  const inputOnly = required.filter(({ readOnly, writeOnly }) => writeOnly && !readOnly);
  const outputOnly = required.filter(({ readOnly }) => readOnly);
  emitCheck(ordinary, _`${mode}.whole`);
  emitCheck(outputOnly, _`${mode}.whole && !${mode}.request`);
  emitCheck(inputOnly, _`${mode}.whole && ${mode}.request`);
}

/**
 * Emits checks for all fields of the object: one combined report for fields with a shape, then the other fields. `closed`: unknown members
 * are errors if the mode is closed.
 */
export function emitFieldChecks(site: CheckLocation, closed: boolean): void {
  const { gen, mode, object } = site;
  const fields = object?.fields ?? [];
  emitShapeChecks(site, closed);
  const rest = fields.filter(({ type }) => !isShape(type) && type.kind !== 'any');
  for (const field of rest.filter(({ readOnly }) => !readOnly)) emitFieldCheck(site, field);
  const outputOnly = rest.filter(({ readOnly }) => readOnly);
  if (outputOnly.length > 0) gen.if(_`!${mode}.request`, () => outputOnly.forEach((field) => emitFieldCheck(site, field)));
  for (const { name } of fields.filter(({ writeOnly }) => writeOnly)) {
    emitErrorIf(site, _`${mode}.response && ${readMember(site, name)} !== undefined`, ['writeOnly', toTextCode(name)]);
  }
}

/** Collects the names of the fields with a wrong shape, so that the report doesn't check all fields again. */
function emitShapeChecks(site: CheckLocation, closed: boolean): void {
  const { gen, value, mode, compilation, object } = site;
  const { tables } = compilation;
  const shapes = (object?.fields ?? []).filter(({ type }) => isShape(type));
  if (object === undefined || (shapes.length === 0 && !closed)) return;
  const table = object.getTable();
  const wrong = shapes.length === 0 ? toRawCode('null') : gen.let('wrong', toRawCode('null'));
  const emitAll = (fields: readonly CheckedMember[]): void =>
    fields.forEach((field) => {
      const append = _`${tables.useSymbol('append')}(${wrong}, ${toTextCode(field.name)})`;
      if (wrong instanceof Name) gen.assignIf(createFieldCheck(site, field), wrong, append);
    });
  emitAll(shapes.filter(({ readOnly }) => !readOnly));
  const outputOnly = shapes.filter(({ readOnly }) => readOnly);
  if (outputOnly.length > 0) gen.if(_`!${mode}.request`, () => emitAll(outputOnly));
  const unknown = _`${mode}.closed && !${tables.useSymbol('hasOnlyKnownMembers')}(${value}, ${table}.fields)`;
  const conditions = [...(wrong instanceof Name ? [_`${wrong} !== null`] : []), ...(closed ? [unknown] : [])];
  const report = tables.useSymbol(closed ? 'reportWrongMembers' : 'reportWrongFields');
  const violation = joinList([toTextCode(site.schemaPath), table, wrong, mode, ...site.steps]);
  gen.if(joinCode(conditions, ' || '), () => gen.assign(errors, _`${report}(${errors}, ${value}, [${violation}])`));
}

/** Emits the condition that a field has a wrong shape. */
function createFieldCheck(site: CheckLocation, field: CheckedMember): Code {
  const { mode, compilation, object } = site;
  const member = readMember(site, field.name);
  const name = nameField(field, object, compilation);
  const check = createShapeCheckCall(compilation.tables, field.type, { value: member, mode, name });
  return isAbsentIfEmpty(field) ? _`!(${mode}.request && ${member} === "" || ${check})` : _`!${check}`;
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
    value: site.gen.const(toCamelCase(field.name), readMember(site, field.name)),
    name: `${site.name}${toPascalCase(field.name)}`,
    schemaPath: `${site.schemaPath}/properties/${toPointerSegment(field.name)}`,
    instance: [...site.instance, `/${toPointerSegment(field.name)}`],
    source: getSection(field),
  };
}

/** Emits checks of additional members, if they have a type. */
function emitAdditionalCheck(site: CheckLocation, { additional }: ObjectType): void {
  const { gen, value, object } = site;
  if (object === undefined || additional === undefined || additional.kind === 'any') return;
  gen.forEachElement('key', _`Object.keys(${value})`, (key) => {
    gen.if(_`!Object.hasOwn(${object.getTable()}.fields, ${key})`, () => emitMemberCheck(site, key, additional));
  });
}
