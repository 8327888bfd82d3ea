/** Sets up resources and calls with which rules are tested. */
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../../templates/runtime/descriptor.js';
import type { JsonObject, MockOptions } from '../../../templates/runtime/mock/index.js';

type Bodies = Readonly<Record<string, JsonObject>>;
interface Fixtures {
  readonly resources: Bodies;
  readonly changes: Bodies;
  readonly calls: Bodies;
}

const fixtures = parse(readFileSync(join(import.meta.dirname, 'fixtures.yaml'), 'utf8')) as Fixtures;

/** Path variables that name no resource of the setup. */
const scopes: Readonly<Record<string, string>> = {
  project: 'p',
  projectsId: 'p',
  projects: 'p',
  region: 'r',
  zone: 'z',
  location: 'l',
  locationsId: 'l',
};

/** The fingerprint of every stored resource. */
export const fingerprint = 'AAAAAAAAAAE=';
export const staleFingerprint = 'AAAAAAAAAAA=';

export interface StoredResource {
  readonly resource: ResourceBehavior;
  /** URL path, encoded. */
  readonly path: string;
  readonly body: JsonObject;
}

/** The `n`th resource of a kind, below the first resources of its parent kinds. */
export function findStoredResource(api: ApiBehavior, resource: ResourceBehavior, n = 0): StoredResource {
  const body = bodyOf(resource, n);
  const above = parentOf(api, resource);
  const base = above === undefined ? [] : findStoredResource(api, above).path.slice(1).split('/');
  const ids = findIds(resource, body, n);
  const segments = resource.path.split('/');
  const variables = segments.flatMap((segment, index) => (segment.startsWith('{') ? [index] : []));
  const own = new Map(variables.slice(variables.length - ids.length).map((at, index) => [at, encodeURIComponent(ids[index] ?? '')]));
  const found = segments.map((segment, index) =>
    segment.startsWith('{') ? (own.get(index) ?? base[index] ?? scopes[segment.slice(1, -1)] ?? 'x0') : segment,
  );
  return { resource, path: `/${found.join('/')}`, body };
}

function findIds({ idFields, idParameters }: ResourceBehavior, body: JsonObject, n: number): readonly string[] {
  const last = idFields.map((field) => (typeof body[field] === 'string' ? (body[field] as string).split('/').at(-1) : undefined));
  return idParameters.map((_, index) => last[index] ?? `x${n}`);
}

export function parentOf({ resources }: ApiBehavior, { parent }: ResourceBehavior): ResourceBehavior | undefined {
  return resources.find(({ path }) => path === parent);
}

/** The body of a resource. */
export function bodyOf({ schema, idFields, fields, fullNameFrom }: ResourceBehavior, n = 0): JsonObject {
  const written = fixtures.resources[schema ?? ''];
  const numbered = JSON.parse(
    JSON.stringify(written ?? {})
      .replaceAll('{n}', String(n))
      .replaceAll('{m}', `${Math.floor(n / 256)}.${n % 256}`),
  ) as JsonObject;
  const named = idFields.filter(
    (name) => !Object.hasOwn(numbered, name) && (!fields || Object.hasOwn(fields, name)) && fullNameFrom === undefined,
  );
  return { ...Object.fromEntries(named.map((name) => [name, `x${n}`])), ...numbered };
}

/** A seed with these resources and their parents, optionally with additional fields. */
export function createSeed(api: ApiBehavior, standings: readonly StoredResource[], further: MockOptions = {}): MockOptions {
  const resources = new Map<string, JsonObject>();
  for (const one of standings) {
    for (let above = parentOf(api, one.resource); above !== undefined; above = parentOf(api, above)) {
      const over = findStoredResource(api, above);
      if (!above.implicit && !resources.has(decoded(over.path))) resources.set(decoded(over.path), over.body);
    }
    resources.set(decoded(one.path), one.body);
  }
  const { seed, ...options } = further;
  // Parents come first.
  const sorted = [...resources].sort(([one], [other]) => one.split('/').length - other.split('/').length);
  return { ...options, seed: { resources: Object.fromEntries(sorted), ...seed } as NonNullable<MockOptions['seed']> };
}

function decoded(path: string): string {
  return path.split('/').map(decodeURIComponent).join('/');
}

/** The resource with known fingerprints. */
export function withFingerprint(one: StoredResource, fields: readonly string[]): StoredResource {
  return { ...one, body: { ...one.body, ...Object.fromEntries(fields.map((field) => [field, fingerprint])) } };
}

export interface PreparedCall {
  readonly line: string;
  readonly body: JsonObject | undefined;
  /** The required existing resources. */
  readonly seed: MockOptions;
  /** The target of the call, if it exists. */
  readonly target: StoredResource | undefined;
}

/** A valid call of a method. */
export function prepareCall(api: ApiBehavior, method: MethodBehavior): PreparedCall {
  const { action } = method;
  const resource = api.resources.find(({ path }) => 'resource' in action && path === action.resource);
  const prints = resource === undefined ? [] : findFingerprints(resource, method);
  const target = resource && withFingerprint(findStoredResource(api, resource), prints);
  const isNew = action.kind === 'list' || action.kind === 'create' || (action.kind === 'createFrom' && action.from !== undefined);
  const line = `${method.method.httpMethod} ${pathOf(method, target)}`;
  const standings = target === undefined || isNew || resource?.implicit ? above(api, resource) : [target];
  return {
    line,
    body: buildRequestBody(api, method, { resource, prints }),
    seed: createSeed(api, standings),
    target: isNew ? undefined : target,
  };
}

function above(api: ApiBehavior, resource: ResourceBehavior | undefined): readonly StoredResource[] {
  const over = resource && parentOf(api, resource);
  return over === undefined || over.implicit ? [] : [findStoredResource(api, over)];
}

/** Fingerprint fields that a call of the method requires. */
function findFingerprints({ rules = [] }: ResourceBehavior, { action }: MethodBehavior): readonly string[] {
  if (action.kind === 'setFields') return action.fingerprint === undefined ? [] : [action.fingerprint];
  if (action.kind !== 'patch' && action.kind !== 'update') return [];
  return rules.flatMap((rule) => (rule.kind === 'etag' && rule.match === 'required' && rule.covers === undefined ? [rule.field] : []));
}

interface Concerned {
  readonly resource: ResourceBehavior | undefined;
  readonly prints: readonly string[];
}

/** The request body of a call. */
export function buildRequestBody(
  api: ApiBehavior,
  { method, action, requestWrap }: MethodBehavior,
  { resource, prints }: Concerned,
): JsonObject | undefined {
  const written = fixtures.calls[method.id.slice(api.name.length + 1)];
  const guards = Object.fromEntries(prints.map((field) => [field, fingerprint]));
  if (method.body === undefined) return undefined;
  if (written !== undefined) return { ...written, ...guards };
  const made = api.resources.find(({ path }) => action.kind === 'createFrom' && path === action.creates) ?? resource;
  if (made === undefined) return {};
  const body = { ...plainBody(action.kind, made), ...guards, ...(action.kind === 'setFields' && { labels: { c: 'd' } }) };
  return requestWrap === undefined ? body : { [requestWrap]: body };
}

function plainBody(kind: MethodBehavior['action']['kind'], resource: ResourceBehavior): JsonObject {
  if (kind === 'create' || kind === 'createFrom') return bodyOf(resource, 9);
  if (kind === 'patch') return buildChange(resource);
  return kind === 'update' ? { ...bodyOf(resource), ...buildChange(resource) } : {};
}

/** The request body of a change. */
export function buildChange({ schema }: ResourceBehavior): JsonObject {
  return fixtures.changes[schema ?? ''] ?? { description: 'changed' };
}

/** The path of a method for the target: its segments at matching positions, otherwise scope values. */
export function pathOf({ method }: MethodBehavior, target: StoredResource | undefined): string {
  const template = target?.resource.path.split('/') ?? [];
  const path = target?.path.slice(1).split('/') ?? [];
  const found: string[] = [];
  let along = true;
  for (const segment of splitTemplate(method.path)) {
    const pattern = /^\{([\w.+]+)(?:=(.*))?\}(:\w+)?$/.exec(segment);
    const index = found.length;
    if (pattern === null) {
      along &&= template[index] === segment || template[index] === undefined || index >= template.length;
      found.push(segment);
      continue;
    }
    const [, name = '', inner, verb = ''] = pattern;
    const count = inner === undefined ? 1 : inner.split('/').length;
    const taken = along ? path.slice(index, index + count) : [];
    const values = taken.length === count ? taken : (inner?.split('/').map(valueIn(template, path)) ?? [scopes[name] ?? 'x0']);
    found.push(...values.slice(0, -1), `${values.at(-1) ?? ''}${verb}`);
  }
  return `/${found.join('/')}`;
}

/** A pattern segment: a literal, or the name after the same collection in the target's path. */
function valueIn(template: readonly string[], path: readonly string[]): (part: string, index: number, parts: readonly string[]) => string {
  return (part, index, parts) => (part === '*' ? (path[template.indexOf(parts[index - 1] ?? '') + 1] ?? 'x0') : part);
}

/** Splits at slashes outside braces. */
function splitTemplate(path: string): readonly string[] {
  return path.match(/(?:\{[^}]*\}|[^/{])+/g) ?? [];
}
