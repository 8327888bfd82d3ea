/** Seeds sessions of mocks with what existed before a scenario. */
import { isEqual, isObject, mapMembers, type Json, type JsonObject } from '../../generator/lib/json.js';
import type { Api, Type } from '../../generator/model/model.js';
import { getLookup } from '../../generator/model/schema-lookup.js';
import type { SeedDocument } from '../../mock/index.js';
import type { InferredResource } from './infer-state.js';
import { omitUnknownFields } from './known-fields.js';
import { findNormalizedForm } from './placeholders.js';

/** The state of the session of a scenario. */
export interface SessionState {
  /** Merges a document into it. Rejects with the errors of an invalid one, as a mock does. */
  readonly seed: (api: Api, document: SeedDocument) => Promise<void>;
  /** Whether it contained the resource at a path, with a leading slash, before the scenario. */
  readonly isSeeded: (path: string) => boolean;
}

export interface SeedOptions extends Pick<SessionState, 'seed'> {
  /** Whether the recording contains values that stand for any value of their form. */
  readonly isNormalized: boolean;
  /** Replaces the placeholders of a path with the values that requests have. */
  readonly replacePath: (api: Api, path: string) => string;
  /** Replaces the placeholders of a text whose values are known. */
  readonly replaceText: (text: string) => string;
}

/**
 * Seeds resources, parents first, and returns those that the mock accepts. If it rejects some fields of a resource, these are left out, so that
 * they count as differences.
 */
export async function seedResources(resources: readonly InferredResource[], options: SeedOptions): Promise<readonly InferredResource[]> {
  const seeded: InferredResource[] = [];
  for (const api of new Set(resources.map((resource) => resource.api))) {
    const own = resources.filter((resource) => resource.api === api);
    const document = mergeDocuments(own.map((resource) => createDocument(resource, resource.fields, options)));
    if ((await findErrors(api, document, options)) === undefined) seeded.push(...own);
    else for (const resource of own) if (await seedResource(resource, options)) seeded.push(resource);
  }
  return seeded;
}

async function seedResource(resource: InferredResource, options: SeedOptions): Promise<boolean> {
  for (const fields of [resource.fields, resource.shown]) {
    let remaining = fields;
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      const invalid = await findErrors(resource.api, createDocument(resource, remaining, options), options);
      if (invalid === undefined) return true;
      const next = Object.fromEntries(Object.entries(remaining).filter(([name]) => !invalid.has(name)));
      if (isEqual(next, remaining)) break;
      remaining = next;
    }
  }
  return false;
}

/** The maximum number of times that a resource is seeded with fewer fields. */
const maxAttempts = 10;

/** Returns the names of the invalid fields, or `undefined` if the session accepts the document. */
async function findErrors(api: Api, document: SeedDocument, { seed }: SeedOptions): Promise<ReadonlySet<string> | undefined> {
  try {
    await seed(api, document);
    return undefined;
  } catch (error) {
    const faults = error instanceof Error && 'faults' in error ? (error.faults as readonly SeedFault[]) : undefined;
    if (faults === undefined) throw error;
    return new Set(faults.map(({ path, field }) => String(path[2] ?? field ?? '').split(/[.[]/, 1)[0] ?? ''));
  }
}

/** A part of an error of a seed: the path of the resource, and the field in it. */
interface SeedFault {
  readonly path: readonly (string | number)[];
  readonly field?: string;
}

function createDocument(resource: InferredResource, fields: JsonObject, options: SeedOptions): SeedDocument {
  const { api, template, path, policy } = resource;
  const type: Type | undefined = template.schema === undefined ? undefined : { kind: 'ref', schema: template.schema };
  const prepare = (value: JsonObject): JsonObject => (options.isNormalized ? (resolve(value, options) as JsonObject) : value);
  const known = omitUnknownFields(JSON.stringify(fields), type, getLookup(api));
  // The placeholders in the path get their values first.
  const key = `/${options.replacePath(api, path)}`;
  const body = prepare(known === undefined ? fields : (JSON.parse(known) as JsonObject));
  return { resources: { [key]: body }, ...(policy !== undefined && { iamPolicies: { [key]: prepare(policy) } }) };
}

function mergeDocuments(documents: readonly SeedDocument[]): SeedDocument {
  const resources = Object.fromEntries(documents.flatMap((document) => Object.entries(document.resources ?? {})));
  const iamPolicies = Object.fromEntries(documents.flatMap((document) => Object.entries(document.iamPolicies ?? {})));
  return { resources, iamPolicies };
}

/** Replaces placeholders, and omits the values that stand for any other. */
function resolve(value: Json, options: SeedOptions): Json {
  if (typeof value === 'string') return options.replaceText(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => resolve(item, options));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => findNormalizedForm(member) === undefined);
  return mapMembers(Object.fromEntries(kept), (member) => resolve(member, options));
}
