/** Code that judges parameters which hold an expression: a filter, or a mask of fields. */
import { _, type Code } from 'ajv';
import type { FilterRule, MethodRule } from '../../../templates/runtime/rule.js';
import type { Api, Field, Method, ObjectType, StatedRule, Type } from '../../model/model.js';
import { findObjectType } from '../field-depth.js';
import { toPropertyKey } from '../literals.js';
import { readMember } from './member-access.js';
import { createFieldTable } from './object-checks.js';
import { errors, getSection, toPointerSegment, type Site } from './site.js';
import { listCode, rawCode, textCode } from './code-tables.js';

export function emitExpressionChecks(site: Site, method: Method, api: Api): void {
  for (const { rule, ...stated } of method.rules) {
    if (rule.kind === 'filter')
      judgeParameter(site, rule, { judge: 'validateFilter', details: filterDetails(site, rule, { stated, method, api }) });
  }
  // Updates have masks with a format of their own.
  const mask = method.parameters.find(({ name, location }) => name === 'fields' && location === 'query');
  if (mask?.type.kind === 'string' && mask.type.format === undefined && !mask.repeated)
    judgeParameter(site, { parameter: mask.name }, { judge: 'validateMask', details: [sourceOf(site, mask)] });
}

type Stated = Omit<StatedRule<MethodRule>, 'rule'>;

interface Judging {
  readonly judge: 'validateFilter' | 'validateMask';
  readonly details: readonly Code[];
}

function judgeParameter(site: Site, { parameter }: { readonly parameter: string }, { judge, details }: Judging): void {
  const { gen, compilation } = site;
  const place = textCode(`${site.schemaPath}/properties/${toPointerSegment(parameter)}`);
  gen.assign(errors, _`${compilation.tables.use(judge)}(${errors}, ${readMember(site, parameter)}, [${listCode([place, ...details])}])`);
}

function sourceOf({ compilation }: Site, stated: Pick<StatedRule<MethodRule>, 'source'>): Code {
  const section = getSection(stated);
  return section === undefined ? rawCode('undefined') : compilation.tables.source(section);
}

interface Filtering {
  readonly stated: Stated;
  readonly method: Method;
  readonly api: Api;
}

function filterDetails(site: Site, { styles }: FilterRule, { stated, method, api }: Filtering): readonly Code[] {
  const { tables } = site.compilation;
  const type = listedType(method, api);
  const object = site.compilation.lookup.object(type);
  const table =
    object === undefined || object.fields.length === 0 ? undefined : filterable({ site: ownSite(site, type), object, above: [] });
  return [sourceOf(site, stated), tables.names(styles), table ?? rawCode('0'), site.direction];
}

/** What is listed; of several kinds, the first. */
function listedType({ action }: Method, api: Api): Type | undefined {
  if (action.kind !== 'list') return undefined;
  const path = action.of?.[0] ?? action.resource;
  const schema = api.resources.find((resource) => resource.path === path)?.schema;
  return schema === undefined ? undefined : { kind: 'ref', schema };
}

/** The same table as that of the object's own validator needs its section. */
function ownSite(site: Site, type: Type | undefined): Site {
  const { lookup } = site.compilation;
  let current = type;
  while (current?.kind === 'array' || current?.kind === 'map') current = current.kind === 'array' ? current.items : current.values;
  const schema = current?.kind === 'ref' ? lookup.schema(current.schema) : undefined;
  return schema === undefined ? site : { ...site, source: getSection(schema) };
}

/** Objects inside objects of which the fields are known. */
const DEPTH = 1;

interface Filtered {
  readonly site: Site;
  readonly object: ObjectType;
  readonly above: readonly ObjectType[];
}

/** What can be asked for of an object: its fields, and what is inside those that are no shapes. */
function filterable({ site, object, above }: Filtered): Code {
  const shown = object.fields.filter(({ writeOnly }) => !writeOnly);
  const inner = shown.flatMap((field) => innerOf(field, { site, object, above }));
  const members = inner.length === 0 ? [] : [rawCode(`{ ${String(listCode(inner))} }`)];
  return site.compilation.tables.code('filterable', _`[${listCode([createFieldTable(site, shown), ...members])}]`);
}

function innerOf({ name, type }: Field, { site, object, above }: Filtered): readonly Code[] {
  const { lookup } = site.compilation;
  const resolved = lookup.resolve(type);
  const inside = findObjectType(type, lookup);
  if (inside === undefined || (resolved?.kind !== 'object' && resolved?.kind !== 'array' && resolved?.kind !== 'map')) return [];
  const around = [...above, object];
  const isKnown = inside.additional === undefined || (inside.additional.kind === 'any' && inside.fields.length > 0);
  const followed = isKnown && around.length <= DEPTH && !around.includes(inside);
  const members = followed ? [filterable({ site: ownSite(site, type), object: inside, above: around })] : [];
  return [_`${rawCode(toPropertyKey(name))}: [${listCode([textCode(resolved.kind), ...members])}]`];
}
