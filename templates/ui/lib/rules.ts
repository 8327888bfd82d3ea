/** The rules that the documents of APIs state, by method, and the rule that rejected a request. */
import {
  listMethods,
  resolveSchema,
  type Api,
  type ApiDocument,
  type DocumentRule,
  type PlacedMethod,
  type Schema,
  type Source,
} from './api-documents.js';

/** A rule with the element that states it. */
export interface PlacedRule {
  /** The name that the journal and the coverage use: its kind, or `x-validations`. */
  readonly name: string;
  readonly rule: DocumentRule;
  /** A method ID, or the name of a schema. */
  readonly owner: string;
  /** The source of the rule, or else of its owner. */
  readonly source: Source | undefined;
}

/** The name that the mock gives to all `x-validations`. */
export const validations = 'x-validations';

/** Returns the rules that apply to calls of a method: its own, and those of the schemas of its messages and of its resource. */
export function listRules(placed: PlacedMethod): readonly PlacedRule[] {
  const { api, method } = placed;
  const schemas = new Map<string, Schema>();
  for (const name of [method.request?.$ref, method.response?.$ref, findResourceSchema(placed)]) addSchemas(api.document, name, schemas);
  return [...toRules(method.id, method), ...[...schemas].flatMap(([name, schema]) => toRules(name, schema))];
}

type RuleOwner = Pick<Schema, 'x-rules' | 'x-validations' | 'x-source'>;

function toRules(owner: string, element: RuleOwner): readonly PlacedRule[] {
  const place = (name: string, rule: DocumentRule): PlacedRule => ({ name, rule, owner, source: rule.source ?? element['x-source'] });
  return [
    ...(element['x-rules'] ?? []).map((rule) => place(rule.kind ?? '', rule)),
    ...(element['x-validations'] ?? []).map((rule) => place(validations, rule)),
  ];
}

/** The schema that the `get` method of the same collection returns. */
function findResourceSchema({ api, collections, method }: PlacedMethod): string | undefined {
  const siblings = listMethods(api).filter(
    (other) => other.collections.join('.') === collections.join('.') && other.method.id !== method.id,
  );
  return siblings.find(({ name }) => name === 'get')?.method.response?.$ref;
}

/** Adds a schema and those that it refers to. */
function addSchemas(document: ApiDocument, name: string | undefined, schemas: Map<string, Schema>): void {
  const schema = resolveSchema(document, name === undefined ? undefined : { $ref: name });
  if (name === undefined || schema === undefined || schema.$ref === name || schemas.has(name)) return;
  schemas.set(name, schema);
  const visit = ({ $ref, items, additionalProperties, properties = {} }: Schema): void => {
    addSchemas(document, $ref, schemas);
    for (const inner of [items, additionalProperties, ...Object.values(properties)]) if (inner) visit(inner);
  };
  visit(schema);
}

/** What a rejection of the journal says. */
export interface Rejection {
  readonly rule: string;
  readonly reason: string;
  readonly message: string;
}

/** Finds the rules of the documents that a rejection names: validations by their message, others by their kind. */
export function findRejectingRules(placed: PlacedMethod, { rule: name, message }: Rejection): readonly PlacedRule[] {
  const rules = listRules(placed);
  const violated = rules.filter(({ rule }) => rule.kind === undefined && rule.message !== undefined && message.includes(rule.message));
  return violated.length > 0 ? violated : rules.filter(({ rule }) => rule.kind === name);
}

/** A field of the request that an error names: `requestBody.rrdatas[0]`. */
export interface RejectedField {
  readonly location: string;
  readonly schema: Schema;
}

/** Finds the parameter, or the field of the body, at the location of an error. */
export function findField({ api, method }: PlacedMethod, location: string): RejectedField | undefined {
  const parameters = method.parameters ?? {};
  if (Object.hasOwn(parameters, location)) return { location, schema: parameters[location] as Schema };
  let schema = resolveSchema(api.document, method.request);
  let found: Schema | undefined;
  for (const name of location.replace(/^requestBody\.?/, '').split(/[./]/)) {
    const field = name.replace(/\[\d+\]$/, '');
    if (field === '' || !Object.hasOwn(schema?.properties ?? {}, field)) return undefined;
    found = schema?.properties?.[field];
    schema = resolveSchema(api.document, found?.items ?? found);
  }
  return found && { location, schema: found };
}

/** A rule as text: the message of a validation, or the members of another rule. */
export function describeRule({ rule }: PlacedRule): string {
  if (rule.kind === undefined) return rule.message ?? rule.rule ?? '';
  const members = Object.entries(rule).filter(([name]) => name !== 'kind' && name !== 'source');
  return members.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join('\n');
}

/** A source as text: `Public knowledge: the guide to …`. */
export function describeSource(source: Source): string {
  if (typeof source === 'string') return source;
  return Object.entries(source)
    .map(([kind, text]) => `${kind === 'public' ? 'Public knowledge' : kind === 'assumption' ? 'Assumption' : kind}: ${String(text)}`)
    .join('; ');
}

/** The documentation of an API, if its address can be opened. */
export function getDocumentationLink({ documentationLink, document }: Api): string | undefined {
  const address = documentationLink ?? document.documentationLink;
  return address !== undefined && /^https?:\/\//i.test(address) ? address : undefined;
}
