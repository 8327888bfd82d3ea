/** Formats `docs/provenance.md`: the source of each element, what the documents don't show, and the assumptions. */
import type { Api, Method, ModelElement, Schema, Source, Type } from '../model/model.js';
import { fillTemplate } from './templates.js';
import { listInnerTypes } from './type-forms.js';

/** An element with a name that readers can find: `ManagedZone.dnsName`, `managedZones.get`, `managedZones.get(project)`. */
interface NamedElement extends Pick<ModelElement, 'source'>, Partial<Pick<ModelElement, 'undocumentedAspects'>> {
  readonly name: string;
}

export function formatProvenancePage(api: Api): string {
  const elements = [...listServiceElements(api), ...api.methods.flatMap(listMethodElements), ...api.schemas.flatMap(listSchemaElements)];
  const groupBySource = (kind: Source['kind']): readonly Group[] =>
    groupByKey(elements.flatMap(({ name, source }) => (source.kind === kind ? [[source.reference, name]] : [])));
  const variables = Object.entries(api.variables).map(([name, value]) => ({ name, value }));
  const page = fillTemplate('provenance.hbs', {
    ...api,
    variables: variables.filter(({ name, value }) => name !== value),
    published: elements.some(({ source }) => source.kind === 'published'),
    documented: groupBySource('document'),
    public: groupBySource('public'),
    assumptions: groupBySource('assumption'),
    aspects: groupByKey(elements.flatMap(({ name, undocumentedAspects = [] }) => undocumentedAspects.map((aspect) => [aspect, name]))),
  });
  return `${page.trimEnd()}\n`;
}

interface Group {
  readonly name: string;
  readonly elements: readonly string[];
}

/** Groups elements under a key, in the order in which the keys first appear. */
function groupByKey(entries: readonly (readonly string[])[]): readonly Group[] {
  const groups = new Map<string, Set<string>>();
  for (const [key = '', element = ''] of entries) groups.set(key, (groups.get(key) ?? new Set()).add(element));
  return [...groups].map(([name, elements]) => ({ name, elements: [...elements] }));
}

function listServiceElements({ name, source, undocumentedAspects, notes, errorInfo }: Api): readonly NamedElement[] {
  return [
    { name, source, undocumentedAspects },
    ...notes.map((note) => ({ name: note.topic, source: note.source })),
    ...(errorInfo ? [{ name: 'error details', source: errorInfo.source }] : []),
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
