/** Code that judges objects: required fields, fields, members that are no fields, rules between fields. */
import { _, type Code } from 'ajv';
import type { Field, ObjectType } from '../../model/model.js';
import { propertyKey } from '../literals.js';
import { guardOf } from './guards.js';
import { judge, judgeMember } from './judge.js';
import { loweredRules } from './lower-rules.js';
import { memberOf } from './members.js';
import { checkCall, isPlainText, isShape, shapeData } from './shapes.js';
import { errors, fail, failIf, reportArguments, sectionOf, segment, type Site } from './site.js';
import { joined, list, raw, text } from './tables.js';
import { judgeValidations } from './validations.js';

export function judgeObject(site: Site, type: ObjectType): void {
  const { gen, value, compilation } = site;
  gen.if(
    _`${compilation.tables.use('isObject')}(${value})`,
    () => judgeMembers(site, type),
    () => fail(site, 'type', text('object')),
  );
}

function judgeMembers(site: Site, type: ObjectType): void {
  judgeRequired(site, type);
  judgeFields(site, { fields: type.fields, closed: type.additional === undefined });
  judgeFurther(site, type);
  judgeRules(site, type);
  judgeValidations(site, type);
}

/** Reports the fields that are absent, in the directions where `asked` holds. */
export function judgeMissing(site: Site, names: readonly string[], asked: Code): void {
  if (names.length === 0) return;
  const { gen, compilation } = site;
  const absent = names.map((name) => _`${memberOf(site, name)} === undefined`).reduce((before, one) => _`${before} || ${one}`);
  const table = compilation.tables.names(names);
  gen.if(_`${asked} && (${absent})`, () =>
    gen.assign(errors, _`${compilation.tables.use('missingMembers')}(${reportArguments(site, [table])})`),
  );
}

/** Fields that are asked for in a way of their own. */
export function fingerprintsIn(rules: ObjectType['rules']): ReadonlySet<string> {
  return new Set(rules.flatMap(({ rule }) => (rule.kind === 'fingerprint' ? [rule.field] : [])));
}

/** Only a request has write-only fields, and it need not have output-only ones. An update must carry its fingerprint, a resource need not. */
function judgeRequired(site: Site, { fields, rules }: ObjectType): void {
  const fingerprints = fingerprintsIn(rules);
  const required = fields.filter((field) => field.required && !fingerprints.has(field.name));
  const named = (some: (field: Field) => boolean): string[] => required.filter(some).map(({ name }) => name);
  const { direction } = site;
  judgeMissing(
    site,
    named((field) => !field.readOnly && !field.writeOnly),
    _`${direction}.whole`,
  );
  judgeMissing(
    site,
    named((field) => field.readOnly),
    _`${direction}.whole && !${direction}.request`,
  );
  judgeMissing(
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
export function judgeFields(site: Site, { fields, closed }: Judged): void {
  const { gen, direction } = site;
  judgeShapes(site, { fields, closed });
  const rest = fields.filter(({ type }) => !isShape(type) && type.kind !== 'any');
  for (const field of rest.filter(({ readOnly }) => !readOnly)) judgeField(site, field);
  const outputOnly = rest.filter(({ readOnly }) => readOnly);
  if (outputOnly.length > 0) gen.if(_`!${direction}.request`, () => outputOnly.forEach((field) => judgeField(site, field)));
  for (const { name } of fields.filter(({ writeOnly }) => writeOnly)) {
    failIf(site, _`${direction}.response && ${memberOf(site, name)} !== undefined`, ['writeOnly', text(name)]);
  }
}

/** The table of an object's fields: which there are, and the shapes of those that have one. */
export function fieldTable(site: Site, fields: readonly Field[]): Code {
  const { tables } = site.compilation;
  const entries = fields.map((field) => {
    const section = sectionOf(field);
    const note = section === site.source ? undefined : section;
    return _`${raw(propertyKey(field.name))}: ${isShape(field.type) ? shapeData(tables, field.type, note) : raw('0')}`;
  });
  return tables.code('fields', entries.length === 0 ? raw('{}') : raw(`{ ${String(list(entries))} }`));
}

/** Fields that one number can mark, a bit each. */
const mostMarks = 31;

/** Each field that has not its shape is marked, so that whoever reports it need not judge all of them again. */
function judgeShapes(site: Site, { fields, closed }: Judged): void {
  const { gen, value, direction, compilation } = site;
  const { tables } = compilation;
  const shapes = inTableOrder(fields.filter(({ type }) => isShape(type)));
  if (shapes.length === 0 && !closed) return;
  const table = fieldTable(site, fields);
  const marks = Array.from({ length: Math.ceil(shapes.length / mostMarks) }, () => gen.let('wrong', _`0`));
  const judgeAll = (readOnly: boolean): void =>
    shapes.forEach((field, at) => {
      const mark = marks[Math.floor(at / mostMarks)];
      if (mark !== undefined && field.readOnly === readOnly) gen.code(_`${checkOf(site, field)} || (${mark} |= ${1 << (at % mostMarks)})`);
    });
  judgeAll(false);
  if (shapes.some(({ readOnly }) => readOnly)) gen.if(_`!${direction}.request`, () => judgeAll(true));
  const unknown = _`${direction}.closed && !${tables.use('isKnown')}(${value}, ${table})`;
  const wrong = [...marks.map((mark) => _`${mark} !== 0`), ...(closed ? [unknown] : [])];
  const report = tables.use(closed ? 'wrongMembers' : 'wrongFields');
  gen.if(joined(wrong, ' || '), () => gen.assign(errors, _`${report}(${reportArguments(site, [table, _`[${list(marks)}]`, direction])})`));
}

/** As the members of a table come, indices before names. */
function inTableOrder(fields: readonly Field[]): readonly Field[] {
  return Object.values(Object.fromEntries(fields.map((field) => [field.name, field])));
}

/** What holds where a field has its shape. */
function checkOf(site: Site, field: Field): Code {
  const { direction, compilation } = site;
  const member = memberOf(site, field.name);
  const check = checkCall(compilation.tables, field.type, { value: member, direction });
  return isEmptyAbsent(field) ? _`${direction}.request && ${member} === "" || ${check}` : check;
}

/** Text that is absent while it is empty, and would be refused when it is. */
function isEmptyAbsent({ omitEmpty, type }: Field): boolean {
  return omitEmpty && type.kind === 'string' && !isPlainText(type);
}

export function judgeField(site: Site, field: Field): void {
  const place = fieldSite(site, field);
  site.gen.if(_`${place.value} !== undefined`, () => judge(place, field.type));
}

export function fieldSite(site: Site, field: Field): Site {
  return {
    ...site,
    value: site.gen.const('data', memberOf(site, field.name)),
    schemaPath: `${site.schemaPath}/properties/${segment(field.name)}`,
    instance: [...site.instance, `/${segment(field.name)}`],
    source: sectionOf(field),
  };
}

/** Members that are no fields, where a type is said that they must have. */
function judgeFurther(site: Site, { fields, additional }: ObjectType): void {
  if (additional === undefined || additional.kind === 'any') return;
  const { gen, value } = site;
  gen.forOf('key', _`Object.keys(${value})`, (key) => {
    gen.if(_`!Object.hasOwn(${fieldTable(site, fields)}, ${key})`, () => judgeMember(site, key, additional));
  });
}

function judgeRules(site: Site, type: ObjectType): void {
  const { gen, value, direction, steps, schemaPath, compilation } = site;
  const { tables, lookup } = compilation;
  loweredRules(type, lookup).forEach((lowered, index) => {
    const place = _`[${list([text(schemaPath), tables.rule(lowered.ruling), direction, text(`${schemaPath}/rules/${index}`), ...steps])}]`;
    gen.if(guardOf(lowered, site), () => gen.assign(errors, _`${tables.use('judgeRule')}(${errors}, ${value}, ${place})`));
  });
}
