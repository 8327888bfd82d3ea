/** Emits checks of objects: required fields, types of fields, additional members, and rules between fields. */
import { listRequiredEtags } from '../required-etags.js';
import { _, type Code } from 'ajv';
import type { Field, ObjectType } from '../../model/model.js';
import { toPropertyKey } from '../literals.js';
import { createGuard } from './guards.js';
import { emitTypeCheck, emitMemberCheck } from './type-checks.js';
import { lowerRules } from './lower-rules.js';
import { readMember } from './member-access.js';
import { createCheckCall, isPlainText, isShape, toShapeData } from './shape-tables.js';
import { errors, emitError, emitErrorIf, createReportArguments, getSection, toPointerSegment, type Site } from './site.js';
import { joinCode, joinList, toRawCode, toTextCode } from './code-tables.js';
import { emitValidationChecks } from './validation-checks.js';

export function emitObjectCheck(site: Site, type: ObjectType): void {
  const { gen, value, compilation } = site;
  gen.if(
    _`${compilation.tables.useSymbol('isObject')}(${value})`,
    () => emitMemberChecks(site, type),
    () => emitError(site, 'type', toTextCode('object')),
  );
}

function emitMemberChecks(site: Site, type: ObjectType): void {
  emitRequiredCheck(site, type);
  emitFieldChecks(site, { fields: type.fields, closed: type.additional === undefined });
  emitAdditionalCheck(site, type);
  emitRuleChecks(site, type);
  emitValidationChecks(site, type);
}

/** Reports missing fields in the directions for which `condition` holds. */
export function emitMissingCheck(site: Site, names: readonly string[], condition: Code): void {
  if (names.length === 0) return;
  const { gen, compilation } = site;
  const absent = names.map((name) => _`${readMember(site, name)} === undefined`).reduce((before, one) => _`${before} || ${one}`);
  const table = compilation.tables.addNames(names);
  gen.if(_`${condition} && (${absent})`, () =>
    gen.assign(errors, _`${compilation.tables.useSymbol('reportMissingMembers')}(${createReportArguments(site, [table])})`),
  );
}

/** Only requests have input-only fields, and they can omit output-only fields. Updates, but not resources, must have their etag. */
function emitRequiredCheck(site: Site, { fields, rules }: ObjectType): void {
  const etags = new Set(listRequiredEtags(rules));
  const required = fields.filter((field) => field.required && !etags.has(field.name));
  const filterNames = (predicate: (field: Field) => boolean): string[] => required.filter(predicate).map(({ name }) => name);
  const { direction } = site;
  emitMissingCheck(
    site,
    filterNames((field) => !field.readOnly && !field.writeOnly),
    _`${direction}.whole`,
  );
  emitMissingCheck(
    site,
    filterNames((field) => field.readOnly),
    _`${direction}.whole && !${direction}.request`,
  );
  emitMissingCheck(
    site,
    filterNames((field) => field.writeOnly && !field.readOnly),
    _`${direction}.whole && ${direction}.request`,
  );
}

interface FieldList {
  readonly fields: readonly Field[];
  /** Whether unknown members are errors if the direction is closed. */
  readonly closed: boolean;
}

/** Emits checks for all fields of an object: one combined check for fields with a shape, then the other fields. */
export function emitFieldChecks(site: Site, { fields, closed }: FieldList): void {
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
export function createFieldTable(site: Site, fields: readonly Field[]): Code {
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
function emitShapeChecks(site: Site, { fields, closed }: FieldList): void {
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
function sortByTableOrder(fields: readonly Field[]): readonly Field[] {
  return Object.values(Object.fromEntries(fields.map((field) => [field.name, field])));
}

/** Emits the condition that a field has its shape. */
function createFieldCheck(site: Site, field: Field): Code {
  const { direction, compilation } = site;
  const member = readMember(site, field.name);
  const check = createCheckCall(compilation.tables, field.type, { value: member, direction });
  return isAbsentIfEmpty(field) ? _`${direction}.request && ${member} === "" || ${check}` : check;
}

/** Whether empty text means absent although the type doesn't accept it. */
function isAbsentIfEmpty({ omitEmpty, type }: Field): boolean {
  return omitEmpty && type.kind === 'string' && !isPlainText(type);
}

export function emitFieldCheck(site: Site, field: Field): void {
  const fieldSite = createFieldSite(site, field);
  site.gen.if(_`${fieldSite.value} !== undefined`, () => emitTypeCheck(fieldSite, field.type));
}

export function createFieldSite(site: Site, field: Field): Site {
  return {
    ...site,
    value: site.gen.const('data', readMember(site, field.name)),
    schemaPath: `${site.schemaPath}/properties/${toPointerSegment(field.name)}`,
    instance: [...site.instance, `/${toPointerSegment(field.name)}`],
    source: getSection(field),
  };
}

/** Emits checks of additional members, if they have a type. */
function emitAdditionalCheck(site: Site, { fields, additional }: ObjectType): void {
  if (additional === undefined || additional.kind === 'any') return;
  const { gen, value } = site;
  gen.forEachElement('key', _`Object.keys(${value})`, (key) => {
    gen.if(_`!Object.hasOwn(${createFieldTable(site, fields)}, ${key})`, () => emitMemberCheck(site, key, additional));
  });
}

function emitRuleChecks(site: Site, type: ObjectType): void {
  const { gen, value, steps, schemaPath, compilation } = site;
  const { tables, lookup } = compilation;
  lowerRules(type, lookup).forEach((lowered, index) => {
    const fieldSite = _`[${joinList([tables.addRule(lowered), toTextCode(schemaPath), toTextCode(`${schemaPath}/rules/${index}`), ...steps])}]`;
    gen.if(createGuard(lowered, site), () => gen.assign(errors, _`${tables.useSymbol('validateRule')}(${errors}, ${value}, ${fieldSite})`));
  });
}
