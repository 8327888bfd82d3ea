/** Emits checks of values of any type. */
import { _, type Code } from 'ajv';
import type { ArrayType, MapType, Type } from '../../model/model.js';
import { emitObjectCheck } from './object-checks.js';
import { createCheckCall, isShape, toShapeData } from './shape-tables.js';
import { errors, emitError, emitErrorIf, createPathExpression, createReportArguments, type Site } from './site.js';
import { toTextCode } from './code-tables.js';

export function emitTypeCheck(site: Site, type: Type): void {
  if (isShape(type)) return emitShapeCheck(site, type);
  switch (type.kind) {
    case 'array':
      return emitArrayCheck(site, type);
    case 'map':
      return emitMapCheck(site, type);
    case 'object':
      return emitObjectCheck(site, type);
    case 'ref':
      return emitReferenceCheck(site, type.schema);
    default:
      return;
  }
}

/** An element must not be `undefined`. Callers skip members that are `undefined`. */
function emitShapeCheck(site: Site, type: Type): void {
  const { gen, value, direction, compilation } = site;
  const { tables } = compilation;
  const check = _`${value} === undefined || !${createCheckCall(tables, type, site)}`;
  gen.if(check, () =>
    gen.assign(errors, _`${tables.useSymbol('reportWrongShape')}(${createReportArguments(site, [toShapeData(tables, type), direction])})`),
  );
}

function emitReferenceCheck(site: Site, schema: string): void {
  emitValidatorCall(site, site.compilation.getValidator(schema));
}

/** Emits a call of another validation function. */
export function emitValidatorCall(site: Site, validator: Code): void {
  const { gen, value, direction, compilation } = site;
  const found = gen.const('found', _`${validator}(${value}, ${direction})`);
  gen.if(_`${found} !== null`, () =>
    gen.assign(errors, _`${compilation.tables.useSymbol('joinErrors')}(${errors}, ${found}, ${createPathExpression(site)})`),
  );
}

function emitArrayCheck(site: Site, { items }: ArrayType): void {
  const { gen, value } = site;
  if (items.kind === 'any') return emitErrorIf(site, _`!Array.isArray(${value})`, ['type', toTextCode('array')]);
  gen.if(
    _`Array.isArray(${value})`,
    () => gen.forEachIndex('i', [0, _`${value}.length`], (index) => emitTypeCheck(createElementSite(site, index), items)),
    () => emitError(site, 'type', toTextCode('array')),
  );
}

export function createElementSite(site: Site, index: Code): Site {
  return {
    ...site,
    value: site.gen.const('data', _`${site.value}[${index}]`),
    schemaPath: `${site.schemaPath}/items`,
    instance: [...site.instance, '/', index],
    steps: [...site.steps, index],
    direction: _`${site.direction}.elements`,
  };
}

function emitMapCheck(site: Site, type: MapType): void {
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
export function emitMemberCheck(site: Site, key: Code, type: Type): void {
  if (type.kind === 'any') return;
  const member = createMemberSite(site, key);
  site.gen.if(_`${member.value} !== undefined`, () => emitTypeCheck(member, type));
}

export function createMemberSite(site: Site, key: Code): Site {
  const { gen, compilation } = site;
  return {
    ...site,
    value: gen.const('data', _`${site.value}[${key}]`),
    schemaPath: `${site.schemaPath}/additionalProperties`,
    instance: [...site.instance, '/', _`${compilation.tables.useSymbol('formatPointerSegment')}(${key})`],
    steps: [...site.steps, key],
  };
}

function emitKeyCheck(site: Site, key: Code, { keys }: MapType): void {
  if (keys === undefined) return;
  const { tables } = site.compilation;
  const { pattern, maxLength, maxBytes } = keys;
  const literal = pattern === undefined ? undefined : tables.addPattern(pattern);
  if (literal !== undefined) {
    emitErrorIf(site, _`!${literal}.test(${key})`, ['propertyNames', _`[${key}, "pattern", ${literal}]`]);
  }
  if (maxLength !== undefined) {
    emitErrorIf(site, _`${tables.useSymbol('countCodePoints')}(${key}) > ${maxLength}`, [
      'propertyNames',
      _`[${key}, "maxLength", ${maxLength}]`,
    ]);
  }
  if (maxBytes !== undefined) {
    emitErrorIf(site, _`${tables.useSymbol('countUtf8Bytes')}(${key}) > ${maxBytes}`, [
      'propertyNames',
      _`[${key}, "maxBytes", ${maxBytes}]`,
    ]);
  }
}
