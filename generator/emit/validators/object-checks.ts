/** Code that judges objects: required fields, fields, members that are no fields, rules between fields. */
import { _, type Code } from 'ajv';
import type { Field, ObjectType } from '../../model/model.js';
import { toPropertyKey } from '../literals.js';
import { createGuard } from './guards.js';
import { emitTypeCheck, emitMemberCheck } from './type-checks.js';
import { lowerRules } from './lower-rules.js';
import { readMember } from './member-access.js';
import { createCheckCall, isPlainText, isShape, toShapeData } from './shape-tables.js';
import { errors, emitError, emitErrorIf, createReportArguments, getSection, toPointerSegment, type Site } from './site.js';
import { joinCode, listCode, rawCode, textCode } from './code-tables.js';
import { emitValidations } from './validations.js';

export function emitObjectCheck(site: Site, type: ObjectType): void {
  const { gen, value, compilation } = site;
  gen.if(
    _`${compilation.tables.use('isObject')}(${value})`,
    () => judgeMembers(site, type),
    () => emitError(site, 'type', textCode('object')),
  );
}

function judgeMembers(site: Site, type: ObjectType): void {
  judgeRequired(site, type);
  emitFieldChecks(site, { fields: type.fields, closed: type.additional === undefined });
  judgeFurther(site, type);
  judgeRules(site, type);
  emitValidations(site, type);
}

/** Reports the fields that are absent, in the directions where `asked` holds. */
export function emitMissingCheck(site: Site, names: readonly string[], asked: Code): void {
  if (names.length === 0) return;
  const { gen, compilation } = site;
  const absent = names.map((name) => _`${readMember(site, name)} === undefined`).reduce((before, one) => _`${before} || ${one}`);
  const table = compilation.tables.names(names);
  gen.if(_`${asked} && (${absent})`, () =>
    gen.assign(errors, _`${compilation.tables.use('reportMissingMembers')}(${createReportArguments(site, [table])})`),
  );
}

/** Fields that are asked for in a way of their own. */
export function findFingerprints(rules: ObjectType['rules']): ReadonlySet<string> {
  return new Set(rules.flatMap(({ rule }) => (rule.kind === 'fingerprint' ? [rule.field] : [])));
}

/** Only a request has write-only fields, and it need not have output-only ones. An update must carry its fingerprint, a resource need not. */
function judgeRequired(site: Site, { fields, rules }: ObjectType): void {
  const fingerprints = findFingerprints(rules);
  const required = fields.filter((field) => field.required && !fingerprints.has(field.name));
  const named = (some: (field: Field) => boolean): string[] => required.filter(some).map(({ name }) => name);
  const { direction } = site;
  emitMissingCheck(
    site,
    named((field) => !field.readOnly && !field.writeOnly),
    _`${direction}.whole`,
  );
  emitMissingCheck(
    site,
    named((field) => field.readOnly),
    _`${direction}.whole && !${direction}.request`,
  );
  emitMissingCheck(
    site,
    named((field) => field.writeOnly && !field.readOnly),
    _`${direction}.whole && ${direction}.request`,
  );
}

interface Judged {
  readonly fields: readonly Field[];
  /** Members that are no fields are refused where the direction is closed. */
  readonly closed: boolean;
}

/** Code for all fields of a value that is known to be an object: one expression for those that are shapes, then the others. */
export function emitFieldChecks(site: Site, { fields, closed }: Judged): void {
  const { gen, direction } = site;
  judgeShapes(site, { fields, closed });
  const rest = fields.filter(({ type }) => !isShape(type) && type.kind !== 'any');
  for (const field of rest.filter(({ readOnly }) => !readOnly)) emitFieldCheck(site, field);
  const outputOnly = rest.filter(({ readOnly }) => readOnly);
  if (outputOnly.length > 0) gen.if(_`!${direction}.request`, () => outputOnly.forEach((field) => emitFieldCheck(site, field)));
  for (const { name } of fields.filter(({ writeOnly }) => writeOnly)) {
    emitErrorIf(site, _`${direction}.response && ${readMember(site, name)} !== undefined`, ['writeOnly', textCode(name)]);
  }
}

/** The table of an object's fields: which there are, and the shapes of those that have one. */
export function createFieldTable(site: Site, fields: readonly Field[]): Code {
  const { tables } = site.compilation;
  const entries = fields.map((field) => {
    const section = getSection(field);
    const note = section === site.source ? undefined : section;
    return _`${rawCode(toPropertyKey(field.name))}: ${isShape(field.type) ? toShapeData(tables, field.type, note) : rawCode('0')}`;
  });
  return tables.code('fields', entries.length === 0 ? rawCode('{}') : rawCode(`{ ${String(listCode(entries))} }`));
}

/** Fields that one number can mark, a bit each. */
const mostMarks = 31;

/** Each field that has not its shape is marked, so that whoever reports it need not judge all of them again. */
function judgeShapes(site: Site, { fields, closed }: Judged): void {
  const { gen, value, direction, compilation } = site;
  const { tables } = compilation;
  const shapes = inTableOrder(fields.filter(({ type }) => isShape(type)));
  if (shapes.length === 0 && !closed) return;
  const table = createFieldTable(site, fields);
  const marks = Array.from({ length: Math.ceil(shapes.length / mostMarks) }, () => gen.let('wrong', _`0`));
  const judgeAll = (readOnly: boolean): void =>
    shapes.forEach((field, at) => {
      const mark = marks[Math.floor(at / mostMarks)];
      if (mark !== undefined && field.readOnly === readOnly) gen.code(_`${checkOf(site, field)} || (${mark} |= ${1 << (at % mostMarks)})`);
    });
  judgeAll(false);
  if (shapes.some(({ readOnly }) => readOnly)) gen.if(_`!${direction}.request`, () => judgeAll(true));
  const unknown = _`${direction}.closed && !${tables.use('hasOnlyKnownMembers')}(${value}, ${table})`;
  const wrong = [...marks.map((mark) => _`${mark} !== 0`), ...(closed ? [unknown] : [])];
  const report = tables.use(closed ? 'reportWrongMembers' : 'reportWrongFields');
  gen.if(joinCode(wrong, ' || '), () =>
    gen.assign(errors, _`${report}(${createReportArguments(site, [table, _`[${listCode(marks)}]`, direction])})`),
  );
}

/** As the members of a table come, indices before names. */
function inTableOrder(fields: readonly Field[]): readonly Field[] {
  return Object.values(Object.fromEntries(fields.map((field) => [field.name, field])));
}

/** What holds where a field has its shape. */
function checkOf(site: Site, field: Field): Code {
  const { direction, compilation } = site;
  const member = readMember(site, field.name);
  const check = createCheckCall(compilation.tables, field.type, { value: member, direction });
  return isEmptyAbsent(field) ? _`${direction}.request && ${member} === "" || ${check}` : check;
}

/** Text that is absent while it is empty, and would be refused when it is. */
function isEmptyAbsent({ omitEmpty, type }: Field): boolean {
  return omitEmpty && type.kind === 'string' && !isPlainText(type);
}

export function emitFieldCheck(site: Site, field: Field): void {
  const place = createFieldSite(site, field);
  site.gen.if(_`${place.value} !== undefined`, () => emitTypeCheck(place, field.type));
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

/** Members that are no fields, where a type is said that they must have. */
function judgeFurther(site: Site, { fields, additional }: ObjectType): void {
  if (additional === undefined || additional.kind === 'any') return;
  const { gen, value } = site;
  gen.forOf('key', _`Object.keys(${value})`, (key) => {
    gen.if(_`!Object.hasOwn(${createFieldTable(site, fields)}, ${key})`, () => emitMemberCheck(site, key, additional));
  });
}

function judgeRules(site: Site, type: ObjectType): void {
  const { gen, value, direction, steps, schemaPath, compilation } = site;
  const { tables, lookup } = compilation;
  lowerRules(type, lookup).forEach((lowered, index) => {
    const place = _`[${listCode([textCode(schemaPath), tables.rule(lowered.ruling), direction, textCode(`${schemaPath}/rules/${index}`), ...steps])}]`;
    gen.if(createGuard(lowered, site), () => gen.assign(errors, _`${tables.use('validateRule')}(${errors}, ${value}, ${place})`));
  });
}
