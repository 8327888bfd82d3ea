/** Code that judges a value of any type. */
import { _, type Code } from 'ajv';
import type { ArrayType, MapType, Type } from '../../model/model.js';
import { judgeObject } from './objects.js';
import { checkCall, isShape, shapeData } from './shapes.js';
import { errors, fail, failIf, placeExpression, reportArguments, type Site } from './site.js';
import { text } from './tables.js';

export function judge(site: Site, type: Type): void {
  if (isShape(type)) return judgeShape(site, type);
  switch (type.kind) {
    case 'array':
      return judgeArray(site, type);
    case 'map':
      return judgeMap(site, type);
    case 'object':
      return judgeObject(site, type);
    case 'ref':
      return judgeReference(site, type.schema);
    default:
      return;
  }
}

/** An element that is `undefined` has no shape, and a member that is `undefined` is not asked for one. */
function judgeShape(site: Site, type: Type): void {
  const { gen, value, direction, compilation } = site;
  const { tables } = compilation;
  const check = _`${value} === undefined || !${checkCall(tables, type, site)}`;
  gen.if(check, () => gen.assign(errors, _`${tables.use('wrongShape')}(${reportArguments(site, [shapeData(tables, type), direction])})`));
}

function judgeReference(site: Site, schema: string): void {
  callValidator(site, site.compilation.validator(schema));
}

/** Code that lets another function judge the value. */
export function callValidator(site: Site, validator: Code): void {
  const { gen, value, direction, compilation } = site;
  const found = gen.const('found', _`${validator}(${value}, ${direction})`);
  gen.if(_`${found} !== null`, () =>
    gen.assign(errors, _`${compilation.tables.use('joined')}(${errors}, ${found}, ${placeExpression(site)})`),
  );
}

function judgeArray(site: Site, { items }: ArrayType): void {
  const { gen, value } = site;
  if (items.kind === 'any') return failIf(site, _`!Array.isArray(${value})`, ['type', text('array')]);
  gen.if(
    _`Array.isArray(${value})`,
    () => gen.forRange('i', [0, _`${value}.length`], (index) => judge(elementSite(site, index), items)),
    () => fail(site, 'type', text('array')),
  );
}

export function elementSite(site: Site, index: Code): Site {
  return {
    ...site,
    value: site.gen.const('data', _`${site.value}[${index}]`),
    schemaPath: `${site.schemaPath}/items`,
    instance: [...site.instance, '/', index],
    steps: [...site.steps, index],
    direction: _`${site.direction}.elements`,
  };
}

function judgeMap(site: Site, type: MapType): void {
  const { gen, value, compilation } = site;
  const isObject = _`${compilation.tables.use('isObject')}(${value})`;
  if (type.values.kind === 'any' && type.keys === undefined) return failIf(site, _`!${isObject}`, ['type', text('object')]);
  gen.if(
    isObject,
    () =>
      gen.forOf('key', _`Object.keys(${value})`, (key) => {
        judgeKey(site, key, type);
        judgeMember(site, key, type.values);
      }),
    () => fail(site, 'type', text('object')),
  );
}

/** One member of a map, or one of an object that is none of its fields. */
export function judgeMember(site: Site, key: Code, type: Type): void {
  if (type.kind === 'any') return;
  const member = memberSite(site, key);
  site.gen.if(_`${member.value} !== undefined`, () => judge(member, type));
}

export function memberSite(site: Site, key: Code): Site {
  const { gen, compilation } = site;
  return {
    ...site,
    value: gen.const('data', _`${site.value}[${key}]`),
    schemaPath: `${site.schemaPath}/additionalProperties`,
    instance: [...site.instance, '/', _`${compilation.tables.use('pointerSegment')}(${key})`],
    steps: [...site.steps, key],
  };
}

function judgeKey(site: Site, key: Code, { keys }: MapType): void {
  if (keys === undefined) return;
  const { tables } = site.compilation;
  const { pattern, maxLength, maxBytes } = keys;
  const literal = pattern === undefined ? undefined : tables.pattern(pattern);
  if (literal !== undefined) {
    failIf(site, _`!${literal}.test(${key})`, ['propertyNames', _`[${key}, "pattern", ${literal}]`]);
  }
  if (maxLength !== undefined) {
    failIf(site, _`${tables.use('codePoints')}(${key}) > ${maxLength}`, ['propertyNames', _`[${key}, "maxLength", ${maxLength}]`]);
  }
  if (maxBytes !== undefined) {
    failIf(site, _`${tables.use('utf8Bytes')}(${key}) > ${maxBytes}`, ['propertyNames', _`[${key}, "maxBytes", ${maxBytes}]`]);
  }
}
