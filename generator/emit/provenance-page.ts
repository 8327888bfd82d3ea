/** Formats `docs/provenance.md`: the source of each element, what the documents don't show, and the assumptions. */
import type { Api, Method, ModelElement, Schema, Source, Type } from '../model/model.js';
import { groupByKey } from '../lib/group-by.js';
import { fillTemplate } from './templates.js';
import { listInnerTypes } from '../model/walk-types.js';

/** An element with a name that readers can find: `ManagedZone.dnsName`, `managedZones.get`, `managedZones.get(project)`. */
interface NamedElement extends Pick<ModelElement, 'source'>, Partial<Pick<ModelElement, 'undocumentedAspects'>> {
  readonly name: string;
}

export function formatProvenancePage(api: Api): string {
  const elements = [...listServiceElements(api), ...api.methods.flatMap(listMethodElements), ...api.schemas.flatMap(listSchemaElements)];
  const groupBySource = (kind: Source['kind']): readonly SourceGroup[] =>
    toGroups(elements.flatMap(({ name, source }) => (source.kind === kind ? [[source.reference, name]] : [])));
  const variables = Object.entries(api.variables).map(([name, value]) => ({ name, value }));
  const page = fillTemplate('provenance.hbs', {
    ...api,
    variables: variables.filter(({ name, value }) => name !== value),
    published: elements.some(({ source }) => source.kind === 'published'),
    documented: groupBySource('document'),
    public: groupBySource('public'),
    recordings: groupBySource('recordings'),
    assumptions: groupBySource('assumption'),
    aspects: toGroups(elements.flatMap(({ name, undocumentedAspects = [] }) => undocumentedAspects.map((aspect) => [aspect, name]))),
  });
  return `${page.trimEnd()}\n`;
}

interface SourceGroup {
  readonly name: string;
  readonly elements: readonly string[];
}

function toGroups(entries: readonly (readonly [string, string])[]): readonly SourceGroup[] {
  return [...groupByKey(entries)].map(([name, elements]) => ({ name, elements: [...new Set(elements)] }));
}

function listServiceElements({ name, source, undocumentedAspects, notes, statedErrors }: Api): readonly NamedElement[] {
  return [
    { name, source, undocumentedAspects },
    ...notes.map((note) => ({ name: note.topic, source: note.source })),
    ...(statedErrors ? [{ name: 'errors', source: statedErrors.source }] : []),
  ];
}

/** `managedZones.get` */
export function formatMethodName(method: Method): string {
  return [...method.collections, method.name].join('.');
}

function listMethodElements(method: Method): readonly NamedElement[] {
  const name = formatMethodName(method);
  return [
    { ...method, name },
    ...method.parameters.map((parameter) => ({ ...parameter, name: `${name}(${parameter.name})` })),
    ...method.rules.map(({ rule, source }) => ({ name: `${name} (${rule.kind})`, source })),
    ...method.permissions.map(({ permission, source }) => ({ name: `${name}: ${permission}`, source })),
    ...(method.actionSource ? [{ name: `${name} (action)`, source: method.actionSource }] : []),
  ];
}

function listSchemaElements(schema: Schema): readonly NamedElement[] {
  return [{ ...schema, name: schema.id }, ...listTypeElements(schema.type, schema.id)];
}

function listTypeElements(type: Type, owner: string): readonly NamedElement[] {
  if (type.kind !== 'object') return listInnerTypes(type).flatMap((inner) => listTypeElements(inner, owner));
  return [
    ...type.fields.flatMap((field) => {
      const name = `${owner}.${field.name}`;
      return [{ ...field, name }, ...listTypeElements(field.type, name)];
    }),
    ...type.rules.map(({ rule, source }) => ({ name: `${owner} (${rule.kind})`, source })),
    ...(type.validations ?? []).map(({ source }) => ({ name: `${owner} (validation)`, source })),
    ...(type.additional === undefined ? [] : listTypeElements(type.additional, owner)),
  ];
}
