/** Emits checks of parameters with an expression: a filter or a field mask. */
import { _, type Code, joinList } from './code.js';
import type { Api, Field, Method, ObjectType, Type } from '../../model/model.js';
import { getItemType, getLookup } from '../../model/schema-lookup.js';
import { findObjectType, getElementType } from '../../model/walk-types.js';
import { toPropertyKey } from '../../lib/literals.js';
import { createObjectSite } from './type-checks.js';
import { createCheckedObject } from './object-tables.js';
import { createSourceCode, errors, getSection, toPointerSegment, type CheckLocation, readMember } from './check-location.js';
import { toRawCode, toTextCode, toTextListCode } from './code-tables.js';

export function emitExpressionChecks(site: CheckLocation, method: Method, api: Api): void {
  for (const { rule, source } of method.rules) {
    if (rule.kind !== 'filter') continue;
    const fields = emitFilterableTable(site, findListedType(method, api));
    const details = [createSourceCode(site, getSection({ source })), toTextListCode(rule.styles), fields, site.mode];
    emitExpressionCheck(site, rule.parameter, { validator: 'validateFilter', details });
  }
  const mask = method.parameters.find((parameter) => parameter.mask);
  if (mask !== undefined)
    emitExpressionCheck(site, mask.name, { validator: 'validateMask', details: [createSourceCode(site, getSection(mask))] });
}

interface ExpressionCheck {
  readonly validator: 'validateFilter' | 'validateMask';
  readonly details: readonly Code[];
}

function emitExpressionCheck(site: CheckLocation, parameter: string, { validator, details }: ExpressionCheck): void {
  const { gen, compilation } = site;
  const schemaPath = toTextCode(`${site.schemaPath}/properties/${toPointerSegment(parameter)}`);
  gen.assign(
    errors,
    _`${compilation.tables.useSymbol(validator)}(${errors}, ${readMember(site, parameter)}, [${joinList([schemaPath, ...details])}])`,
  );
}

/** Emits the function that creates the table of the filterable fields of a listed type, if its fields are known. */
function emitFilterableTable(site: CheckLocation, type: Type | undefined): Code {
  const object = site.compilation.lookup.object(type);
  if (object === undefined || object.fields.length === 0) return toRawCode('null');
  const fields = emitFilterableFields({ site: toSchemaSite(site, type), object, ancestors: [] });
  return site.compilation.tables.addConstant(`get${site.compilation.names.object(object)}Filterable`, _`() => ${fields}`);
}

/** Returns the type of the listed resource, or of the items that a service module returns. If there are several, the first one. */
function findListedType(method: Method, api: Api): Type | undefined {
  const { action } = method;
  if (action.kind !== 'list') return getItemType(method, getLookup(api));
  const path = action.of?.[0] ?? action.resource;
  const schema = getLookup(api).resource(path)?.schema;
  return schema === undefined ? undefined : { kind: 'ref', schema };
}

/** Sets the source of the site to the schema, so that its field table is shared with the validator of the schema. */
function toSchemaSite(site: CheckLocation, type: Type | undefined): CheckLocation {
  const { lookup } = site.compilation;
  let current = type;
  for (let element = getElementType(type); element !== undefined; element = getElementType(element)) current = element;
  const schema = current?.kind === 'ref' ? lookup.schema(current.schema) : undefined;
  return schema === undefined ? site : { ...site, source: getSection(schema) };
}

/** The maximum depth of nested objects with known fields. */
const maxDepth = 1;

interface FilterablePosition {
  readonly site: CheckLocation;
  readonly object: ObjectType;
  readonly ancestors: readonly ObjectType[];
}

/** Emits the table of filterable fields: the fields of an object, and the fields of nested objects. */
function emitFilterableFields({ site, object, ancestors }: FilterablePosition): Code {
  const responseFields = object.fields.filter(({ writeOnly }) => !writeOnly);
  const inner = responseFields.flatMap((field) => listNestedFields(field, { site, object, ancestors }));
  const members = inner.length === 0 ? [] : [toRawCode(`{ ${String(joinList(inner))} }`)];
  return _`[${joinList([createResponseTable(site, object, responseFields), ...members])}]`;
}

/** Creates the table of the fields that responses can have: that of the object, unless it has fields that only requests have. */
function createResponseTable(site: CheckLocation, type: ObjectType, fields: readonly Field[]): Code {
  const { object, name, source, compilation } = createObjectSite(site, type);
  const table =
    object !== undefined && fields.length === type.fields.length
      ? object
      : createCheckedObject({ name: `${name}Output`, kind: 'fields', fields, source }, compilation);
  return _`${table.getTable()}.fields`;
}

function listNestedFields({ name, type, ...stated }: Field, { site, object, ancestors }: FilterablePosition): readonly Code[] {
  const { lookup } = site.compilation;
  const resolved = lookup.resolve(type);
  const nestedObject = findObjectType(type, lookup);
  if (nestedObject === undefined || (resolved?.kind !== 'object' && resolved?.kind !== 'array' && resolved?.kind !== 'map')) return [];
  const source = getSection(stated);
  const ancestorsAndSelf = [...ancestors, object];
  const isKnown = nestedObject.additional === undefined || (nestedObject.additional.kind === 'any' && nestedObject.fields.length > 0);
  const isFollowed = isKnown && ancestorsAndSelf.length <= maxDepth && !ancestorsAndSelf.includes(nestedObject);
  const members = isFollowed
    ? [emitFilterableFields({ site: toSchemaSite({ ...site, source }, type), object: nestedObject, ancestors: ancestorsAndSelf })]
    : [];
  return [_`${toRawCode(toPropertyKey(name))}: [${joinList([toTextCode(resolved.kind), ...members])}]`];
}
