/** The elements of an API by their sources, and those that the documents don't describe completely: for the pages of a package. */
import type { Api, Field, Method, Parameter, Schema, Source, ModelElement, StatedRule, Type } from '../model/model.js';
import { listInnerTypes } from './type-queries.js';

/** An element with a name that readers can find: `ManagedZone.dnsName`, `managedZones.get`, `managedZones.get(project)`. */
interface Element {
  readonly name: string;
  readonly stated: Pick<ModelElement, 'source' | 'undocumentedAspects'>;
}

/** `managedZones.get` */
export function formatMethodName(method: Method): string {
  return [...method.collections, method.name].join('.');
}

function toRuleElement(owner: string, rule: StatedRule<{ readonly kind: string }>): Element {
  return { name: `${owner} (${rule.rule.kind})`, stated: { source: rule.source, undocumentedAspects: [] } };
}

function listTypeElements(type: Type, owner: string): Element[] {
  if (type.kind !== 'object') return listInnerTypes(type).flatMap((inner) => listTypeElements(inner, owner));
  return [
    ...type.fields.flatMap((field: Field) => [
      { name: `${owner}.${field.name}`, stated: field },
      ...listTypeElements(field.type, `${owner}.${field.name}`),
    ]),
    ...type.rules.map((rule) => toRuleElement(owner, rule)),
    ...(type.validations ?? []).map(({ source }) => ({ name: `${owner} (validation)`, stated: { source, undocumentedAspects: [] } })),
    ...(type.additional === undefined ? [] : listTypeElements(type.additional, owner)),
  ];
}

function listSchemaElements(schema: Schema): Element[] {
  return [{ name: schema.id, stated: schema }, ...listTypeElements(schema.type, schema.id)];
}

function listMethodElements(method: Method): Element[] {
  const name = formatMethodName(method);
  return [
    { name, stated: method },
    ...method.parameters.map((parameter: Parameter) => ({ name: `${name}(${parameter.name})`, stated: parameter })),
    ...method.rules.map((rule) => toRuleElement(name, rule)),
    ...method.permissions.map(({ permission, source }) => ({
      name: `${name}: ${permission}`,
      stated: { source, undocumentedAspects: [] },
    })),
    ...(method.actionSource === undefined
      ? []
      : [{ name: `${name} (action)`, stated: { source: method.actionSource, undocumentedAspects: [] } }]),
  ];
}

function listServiceElements({ name, source, undocumentedAspects, notes, errorInfo }: Api): Element[] {
  const details = errorInfo === undefined ? [] : [{ name: 'error details', source: errorInfo.source }];
  const topics = notes.map(({ topic, source: from }) => ({ name: topic, source: from }));
  return [
    { name, stated: { source, undocumentedAspects } },
    ...[...topics, ...details].map((each) => ({ name: each.name, stated: { source: each.source, undocumentedAspects: [] } })),
  ];
}

/** All elements, in the order of the model: the service, methods, and schemas. */
function listElements(api: Api): readonly Element[] {
  return [...listServiceElements(api), ...api.methods.flatMap(listMethodElements), ...api.schemas.flatMap(listSchemaElements)];
}

/** Groups names under a key, in the order in which the keys first appear. */
function groupByKey(entries: readonly (readonly [key: string, name: string])[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, name] of entries) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [name]);
    else group.push(name);
  }
  return groups;
}

/** The details that the documents don't show, with their elements: `fields` of `ManagedZone`, ... */
export function listUndocumentedAspects(api: Api): ReadonlyMap<string, readonly string[]> {
  return groupByKey(listElements(api).flatMap(({ name, stated }) => stated.undocumentedAspects.map((aspect) => [aspect, name] as const)));
}

/** The references of one kind of source, with their elements. */
export function groupElementsBySource(api: Api, kind: Source['kind']): ReadonlyMap<string, readonly string[]> {
  return groupByKey(
    listElements(api).flatMap(({ name, stated: { source } }) => (source.kind === kind ? [[source.reference, name] as const] : [])),
  );
}
