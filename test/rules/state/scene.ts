/** Creates the resources and calls that test the rules. */
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../../runtime/behavior.js';
import type { JsonObject, MockOptions } from '../../../mock/index.js';
import { getResourceFields } from './rule-statements.js';

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
export function createStoredResource(api: ApiBehavior, resource: ResourceBehavior, n = 0): StoredResource {
  const body = createBody(api, resource, n);
  const parentResource = findParent(api, resource);
  const base = parentResource === undefined ? [] : createStoredResource(api, parentResource).path.slice(1).split('/');
  const ids = findIds(resource, body, n);
  const template = resource.path.split('/');
  const variables = template.flatMap((segment, index) => (segment.startsWith('{') ? [index] : []));
  const idBySegment = new Map(
    variables.slice(variables.length - ids.length).map((position, index) => [position, encodeURIComponent(ids[index] ?? '')]),
  );
  const segments = template.map((segment, index) =>
    segment.startsWith('{') ? (idBySegment.get(index) ?? base[index] ?? scopes[segment.slice(1, -1)] ?? 'x0') : segment,
  );
  return { resource, path: `/${segments.join('/')}`, body };
}

function findIds({ idFields, idParameters }: ResourceBehavior, body: JsonObject, n: number): readonly string[] {
  const last = idFields.map((field) => (typeof body[field] === 'string' ? (body[field] as string).split('/').at(-1) : undefined));
  return idParameters.map((_, index) => last[index] ?? `x${n}`);
}

export function findParent({ resources }: ApiBehavior, { parent }: ResourceBehavior): ResourceBehavior | undefined {
  return resources.find(({ path }) => path === parent);
}

/** The body of a resource. */
export function createBody(api: ApiBehavior, resource: ResourceBehavior, n = 0): JsonObject {
  const { schema, idFields, fullNameFrom } = resource;
  const fields = getResourceFields(api, resource);
  const writtenBody = fixtures.resources[schema ?? ''];
  const numberedBody = JSON.parse(
    JSON.stringify(writtenBody ?? {})
      .replaceAll('{n}', String(n))
      .replaceAll('{m}', `${Math.floor(n / 256)}.${n % 256}`),
  ) as JsonObject;
  const idFieldsToSet = idFields.filter(
    (name) => !Object.hasOwn(numberedBody, name) && (!fields || Object.hasOwn(fields, name)) && fullNameFrom === undefined,
  );
  return { ...Object.fromEntries(idFieldsToSet.map((name) => [name, `x${n}`])), ...numberedBody };
}

/** A seed with these resources and their parents, optionally with additional fields. */
export function createSeed(api: ApiBehavior, storedResources: readonly StoredResource[], furtherOptions: MockOptions = {}): MockOptions {
  const resources = new Map<string, JsonObject>();
  for (const storedResource of storedResources) {
    for (
      let parentResource = findParent(api, storedResource.resource);
      parentResource !== undefined;
      parentResource = findParent(api, parentResource)
    ) {
      const storedParent = createStoredResource(api, parentResource);
      if (!parentResource.implicit && !resources.has(decodePath(storedParent.path)))
        resources.set(decodePath(storedParent.path), storedParent.body);
    }
    resources.set(decodePath(storedResource.path), storedResource.body);
  }
  const { seed, ...options } = furtherOptions;
  // Parents come first.
  const sorted = [...resources].sort(([storedResource], [other]) => storedResource.split('/').length - other.split('/').length);
  return { ...options, seed: { resources: Object.fromEntries(sorted), ...seed } as NonNullable<MockOptions['seed']> };
}

function decodePath(path: string): string {
  return path.split('/').map(decodeURIComponent).join('/');
}

/** The resource with known fingerprints. */
export function withFingerprint(storedResource: StoredResource, fields: readonly string[]): StoredResource {
  return { ...storedResource, body: { ...storedResource.body, ...Object.fromEntries(fields.map((field) => [field, fingerprint])) } };
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
  const fingerprintFields = resource === undefined ? [] : findFingerprints(resource, method);
  const target = resource && withFingerprint(createStoredResource(api, resource), fingerprintFields);
  const isNew = action.kind === 'list' || action.kind === 'create' || (action.kind === 'createFrom' && action.from !== undefined);
  const line = `${method.method.httpMethod} ${buildPath(method, target)}`;
  const storedResources = target === undefined || isNew || resource?.implicit ? parentResource(api, resource) : [target];
  return {
    line,
    body: buildRequestBody(api, method, { resource, fingerprintFields }),
    seed: createSeed(api, storedResources),
    target: isNew ? undefined : target,
  };
}

function parentResource(api: ApiBehavior, resource: ResourceBehavior | undefined): readonly StoredResource[] {
  const storedParent = resource && findParent(api, resource);
  return storedParent === undefined || storedParent.implicit ? [] : [createStoredResource(api, storedParent)];
}

/** Fingerprint fields that a call of the method requires. */
function findFingerprints({ rules = [] }: ResourceBehavior, { action }: MethodBehavior): readonly string[] {
  if (action.kind === 'setFields') return action.fingerprint === undefined ? [] : [action.fingerprint];
  if (action.kind !== 'patch' && action.kind !== 'update') return [];
  return rules.flatMap((rule) => (rule.kind === 'etag' && rule.match === 'required' && rule.covers === undefined ? [rule.field] : []));
}

interface BodyContext {
  readonly resource: ResourceBehavior | undefined;
  readonly fingerprintFields: readonly string[];
}

/** The request body of a call. */
export function buildRequestBody(
  api: ApiBehavior,
  { method, action, requestWrap }: MethodBehavior,
  { resource, fingerprintFields }: BodyContext,
): JsonObject | undefined {
  const writtenBody = fixtures.calls[method.id.slice(api.name.length + 1)];
  const fingerprintValues = Object.fromEntries(fingerprintFields.map((field) => [field, fingerprint]));
  if (method.body === undefined) return undefined;
  if (writtenBody !== undefined) return { ...writtenBody, ...fingerprintValues };
  const createdResource = api.resources.find(({ path }) => action.kind === 'createFrom' && path === action.creates) ?? resource;
  if (createdResource === undefined) return {};
  const body = {
    ...createPlainBody(api, action.kind, createdResource),
    ...fingerprintValues,
    ...(action.kind === 'setFields' && { labels: { c: 'd' } }),
  };
  return requestWrap === undefined ? body : { [requestWrap]: body };
}

function createPlainBody(api: ApiBehavior, kind: MethodBehavior['action']['kind'], resource: ResourceBehavior): JsonObject {
  if (kind === 'create' || kind === 'createFrom') return createBody(api, resource, 9);
  if (kind === 'patch') return buildChange(resource);
  return kind === 'update' ? { ...createBody(api, resource), ...buildChange(resource) } : {};
}

/** The request body of a change. */
export function buildChange({ schema }: ResourceBehavior): JsonObject {
  return fixtures.changes[schema ?? ''] ?? { description: 'changed' };
}

/** The path of a method for the target: its segments at matching positions, otherwise scope values. */
export function buildPath({ method }: MethodBehavior, target: StoredResource | undefined): string {
  const template = target?.resource.path.split('/') ?? [];
  const path = target?.path.slice(1).split('/') ?? [];
  const segments: string[] = [];
  let matchesTemplate = true;
  for (const segment of splitTemplate(method.path)) {
    const pattern = /^\{([\w.+]+)(?:=(.*))?\}(:\w+)?$/.exec(segment);
    const index = segments.length;
    if (pattern === null) {
      matchesTemplate &&= template[index] === segment || template[index] === undefined || index >= template.length;
      segments.push(segment);
      continue;
    }
    const [, name = '', inner, verb = ''] = pattern;
    const count = inner === undefined ? 1 : inner.split('/').length;
    const matchingSegments = matchesTemplate ? path.slice(index, index + count) : [];
    const values =
      matchingSegments.length === count
        ? matchingSegments
        : (inner?.split('/').map(findSegmentValue(template, path)) ?? [scopes[name] ?? 'x0']);
    segments.push(...values.slice(0, -1), `${values.at(-1) ?? ''}${verb}`);
  }
  return `/${segments.join('/')}`;
}

/** A pattern segment: a literal, or the name after the same collection in the target's path. */
function findSegmentValue(
  template: readonly string[],
  path: readonly string[],
): (part: string, index: number, parts: readonly string[]) => string {
  return (part, index, parts) => (part === '*' ? (path[template.indexOf(parts[index - 1] ?? '') + 1] ?? 'x0') : part);
}

/** Splits at slashes outside braces. */
function splitTemplate(path: string): readonly string[] {
  return path.match(/(?:\{[^}]*\}|[^/{])+/g) ?? [];
}
