/** The rules that Discovery documents state for calls of methods, and what they say about a rejected request. */
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { getVariableNames } from '../../../runtime/paths/expand.js';
import { getMember, getTextMember, isList, isObject, type Json, type JsonObject } from '../../lib/json.js';
import type { IndexedEntry, RejectionExplanation, RuleSummary } from '../../types/control.js';
import { readDiscoveryDocument } from '../../catalog/discovery-document.js';
import type { Catalog } from '../../catalog/catalog.js';

/** The name of all `x-validations` in the journal and the coverage. */
const validations = 'x-validations';

/** A method of a Discovery document. */
export interface DocumentedMethod {
  readonly api: ApiBehavior;
  readonly id: string;
  readonly collections: readonly string[];
  readonly name: string;
  /** The method as the document describes it. */
  readonly value: JsonObject;
}

const listMemberEntries = (value: Json | undefined, name: string): readonly (readonly [string, Json])[] => {
  const member = getMember(value, name);
  return isObject(member) ? Object.entries(member) : [];
};

/** Lists the methods of the document of an API, or those that the mock implements if it has no document. */
export async function listDocumentedMethods(api: ApiBehavior): Promise<readonly DocumentedMethod[]> {
  if (!api.discovery)
    return api.methods.map(({ method: { id, path, httpMethod } }) => {
      const names = id.split('.');
      const variables = getVariableNames(path).map((variable) => [variable, { type: 'string', location: 'path', required: true }] as const);
      const value = { path, httpMethod, parameters: Object.fromEntries(variables) };
      return { api, id, collections: names.slice(1, -1), name: names.at(-1) ?? '', value };
    });
  const listBelow = (collection: Json, collections: readonly string[]): readonly DocumentedMethod[] => [
    ...listMemberEntries(collection, 'methods').flatMap(([name, value]) =>
      isObject(value) ? [{ api, id: getTextMember(value, 'id') ?? name, collections, name, value }] : [],
    ),
    ...listMemberEntries(collection, 'resources').flatMap(([name, inner]) => listBelow(inner, [...collections, name])),
  ];
  return listBelow(await readDiscoveryDocument(api), []);
}

/** Lists the elements that state rules for calls of a method: the method, and the schemas of its messages and of its resource. */
export async function listRuleOwners(
  { methods }: Catalog,
  { api, id, value }: DocumentedMethod,
): Promise<readonly (readonly [name: string, element: JsonObject])[]> {
  const schemas = getMember(await readDiscoveryDocument(api), 'schemas');
  const resource = methods.find((method) => method.api === api && method.id === id)?.resource;
  const found = new Map<string, JsonObject>();
  const addReference = (element: Json | undefined): void => {
    if (isObject(element)) addSchema(getTextMember(element, '$ref'));
  };
  const addSchema = (name: string | undefined): void => {
    const schema = name === undefined ? undefined : getMember(schemas, name);
    if (name === undefined || !isObject(schema) || found.has(name)) return;
    found.set(name, schema);
    visit(schema);
  };
  const visit = (element: Json | undefined): void => {
    if (!isObject(element)) return;
    addReference(element);
    visit(getMember(element, 'items'));
    visit(getMember(element, 'additionalProperties'));
    for (const [, field] of listMemberEntries(element, 'properties')) visit(field);
  };
  addReference(getMember(value, 'request'));
  addReference(getMember(value, 'response'));
  addSchema(resource?.behavior.schema);
  return [[id, value], ...found];
}

/** Reads the rules of a method or a schema. */
export function readRules(owner: string, element: JsonObject): readonly RuleSummary[] {
  const read = (key: 'x-rules' | 'x-validations', toRule: (entry: JsonObject) => Omit<RuleSummary, 'owner' | 'source'>): RuleSummary[] => {
    const entries = getMember(element, key);
    return (isList(entries) ? entries : []).filter(isObject).map((entry) => {
      const source = formatSource(getMember(entry, 'source') ?? getMember(element, 'x-source'));
      return { ...toRule(entry), owner, ...(source !== undefined && { source }) };
    });
  };
  return [
    ...read('x-rules', (entry) => ({ name: getTextMember(entry, 'kind') ?? '', text: formatMembers(entry) })),
    ...read(validations, (entry) => {
      const expression = getTextMember(entry, 'rule') ?? '';
      return { name: validations, text: getTextMember(entry, 'message') ?? expression, expression };
    }),
  ];
}

function formatMembers(rule: JsonObject): string {
  const members = Object.entries(rule).filter(([name]) => name !== 'kind' && name !== 'source');
  return members.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join('\n');
}

const sourceLabels: ReadonlyMap<string, string> = new Map([
  ['public', 'Public knowledge'],
  ['assumption', 'Assumption'],
]);

/** Formats a source: `Public knowledge: the guide to …`. */
function formatSource(source: Json | undefined): string | undefined {
  if (!isObject(source)) return typeof source === 'string' ? source : undefined;
  return Object.entries(source)
    .map(([kind, text]) => `${sourceLabels.get(kind) ?? kind}: ${String(text)}`)
    .join('; ');
}

/** Returns what the specification says about the rejection of a request. Returns `undefined` if no method rejected it. */
export async function explainRejection(
  { methodId, rejection, response }: IndexedEntry,
  catalog: Catalog,
): Promise<RejectionExplanation | undefined> {
  const api = catalog.methods.find(({ id }) => id === methodId)?.api;
  const method = api && (await listDocumentedMethods(api)).find(({ id }) => id === methodId);
  if (!rejection || !method) return undefined;
  const stated = (await listRuleOwners(catalog, method)).flatMap(([owner, element]) => readRules(owner, element));
  // A validation is known by its message, and any other rule by its kind.
  const violated = stated.filter(({ name, text }) => name === validations && text !== '' && rejection.message.includes(text));
  const rules = violated.length > 0 ? violated : stated.filter(({ name }) => name !== validations && name === rejection.rule);
  const document = await readDiscoveryDocument(method.api);
  const fields = listErrorLocations(response.body).flatMap((location) => {
    const field = findField(document, method.value, location);
    if (field === undefined) return [];
    const description = getTextMember(field, 'description');
    const source = formatSource(getMember(field, 'x-source'));
    return [{ location, ...(description !== undefined && { description }), ...(source !== undefined && { source }) }];
  });
  const source = formatSource(getMember(method.value, 'x-source'));
  return { rules, fields: rules.length > 0 ? [] : fields, ...(source !== undefined && { source }) };
}

function listErrorLocations(body: Json | undefined): readonly string[] {
  const errors = getMember(getMember(body, 'error'), 'errors');
  return [...new Set((isList(errors) ? errors : []).flatMap((error) => getTextMember(error, 'location') ?? []))];
}

/** Finds the parameter, or the field of the request body (`requestBody.rrdatas[0]`), at the location of an error. */
function findField(document: JsonObject, method: JsonObject, location: string): Json | undefined {
  const parameter = getMember(getMember(method, 'parameters'), location);
  if (parameter !== undefined) return parameter;
  const resolve = (element: Json | undefined): Json | undefined => {
    const name = getTextMember(element, '$ref');
    return name === undefined ? element : getMember(getMember(document, 'schemas'), name);
  };
  let found = resolve(getMember(method, 'request'));
  for (const name of location.replace(/^requestBody\.?/, '').split(/[./]/)) {
    const owner = resolve(getMember(resolve(found), 'items') ?? found);
    found = getMember(getMember(owner, 'properties'), name.replace(/\[\d+\]$/, ''));
    if (found === undefined) return undefined;
  }
  return found;
}
