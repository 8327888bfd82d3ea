/** Emits the tables of the fields of objects and of the parameters of methods. */
import { toPropertyKey } from '../../lib/literals.js';
import { toCamelCase, toPascalCase } from '../names.js';
import { getSection, type CheckedMember, type CheckedObject, type Compilation } from './check-location.js';
import { _, joinList, type Code, type Name } from './code.js';
import { toRawCode, toTextCode } from './code-tables.js';
import { addShape, isShape } from './shape-tables.js';

/** A checked object before its constant is added. */
type ObjectDescription = Omit<CheckedObject, 'getTable'>;

/** Creates an object whose constant is added when something uses it. */
export function createCheckedObject(description: ObjectDescription, compilation: Compilation): CheckedObject {
  let table: Name | undefined;
  return { ...description, getTable: () => (table ??= addObjectTable(description, compilation)) };
}

/** Adds the table of an object: `{ source, fields, sources }`. */
function addObjectTable(object: ObjectDescription, compilation: Compilation): Name {
  const { name, fields, source } = object;
  const shapes = fields.map((field) => _`${toRawCode(toPropertyKey(field.name))}: ${createFieldEntry(field, object, compilation)}`);
  const sources = fields.flatMap((field) => {
    const section = getSection(field);
    const isOwn = section !== undefined && section !== source && isShape(field.type);
    return isOwn ? [_`${toRawCode(toPropertyKey(field.name))}: ${toTextCode(section)}`] : [];
  });
  const members = [
    ...(source === undefined ? [] : [_`source: ${toTextCode(source)}`]),
    _`fields: ${createObjectLiteral(shapes)}`,
    ...(sources.length === 0 ? [] : [_`sources: ${createObjectLiteral(sources)}`]),
  ];
  return compilation.tables.addConstant(name, createObjectLiteral(members));
}

function createObjectLiteral(members: readonly Code[]): Code {
  return members.length === 0 ? toRawCode('{}') : _`{ ${joinList(members)} }`;
}

function createFieldEntry(field: CheckedMember, object: ObjectDescription, compilation: Compilation): Code {
  if (!isShape(field.type)) return toRawCode('null');
  return addShape(compilation.tables, field.type, nameField(field, object, compilation));
}

/** Names the shape of a field with constraints: `subnetworkPurpose`. Parameters with the same name and type share one. */
export function nameField(field: CheckedMember, object: ObjectDescription | undefined, { isCommonParameterType }: Compilation): string {
  if (object?.kind === 'parameters' && isCommonParameterType(field)) return `${toCamelCase(field.name)}Parameter`;
  return toCamelCase(object?.name ?? '', toPascalCase(field.name));
}
