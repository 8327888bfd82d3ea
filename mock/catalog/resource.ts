/** Resource types, and the places of resources. */
import { getMember, type JsonObject } from '../lib/json.js';
import type { ApiBehavior, FieldBehavior, LocatedRule, ResourceBehavior, ResourceValidation } from '../../runtime/behavior.js';
import { parseTemplate, type Segment } from '../../runtime/paths/template.js';
import type { OmittedRule } from '../../runtime/resource-rules.js';
import type { EtagRule, SchemaRule, StatesRule } from '../../runtime/rule.js';
import type { ServiceDefinition } from '../types/services.js';
import { getRootPath } from './root-paths.js';
import { findResourceEntries, type FollowerBinding } from './services.js';

/** A field of a resource, or of an object in one. */
export interface ResourceField extends FieldBehavior {
  /** The fields of the objects in it that aren't ordinary, if any. */
  readonly fields?: ResourceFields;
}

export type ResourceFields = Readonly<Record<string, ResourceField>>;

/** An order of a collection that lists can request. It is stored as an index. */
export interface Order {
  /** The order as a request contains it: `creationTimestamp desc`. */
  readonly text: string;
  readonly field: string;
  readonly descending: boolean;
  /** Whether the field holds whole numbers as text. */
  readonly isNumeric: boolean;
  /** Whether the field holds durations. */
  readonly isDuration: boolean;
}

/** Returns whether a change can move a resource in an order. */
export function isMoved({ field }: Order, before: JsonObject, next: JsonObject): boolean {
  return getMember(before, field) !== getMember(next, field);
}

/** An index of a collection by the values of fields. */
export interface SiblingIndex {
  /** The fields as an expression states them: `name.lowerAscii()`. They identify the index. */
  readonly text: string;
  readonly keys: readonly { readonly field: string; readonly ignoresCase: boolean }[];
  readonly fields: readonly string[];
  /** Whether the names of resources begin with these fields, so that the order by name is the index. */
  readonly isByName: boolean;
}

/** A field whose value changes with the fields that it covers. Default: all content. */
export type EtagField = Pick<EtagRule, 'field' | 'covers'>;

export interface CompiledResource {
  readonly api: ApiBehavior;
  readonly behavior: ResourceBehavior;
  /** The path in the address of the API, which precedes that of the resource. */
  readonly rootPath: string;
  /** What precedes the paths of its resources in the state if another API has the same paths: `/dns.googleapis.com`. Empty otherwise. */
  readonly namespace: string;
  /** The path: literals and variable names. */
  readonly steps: readonly ({ readonly literal: string } | { readonly variable: string })[];
  /** The number of segments at the end that identify the resource in its collection. */
  readonly idCount: number;
  /** Whether the API has fields whose only value is `null`. */
  readonly hasNulls: boolean;
  /** Whether rules set fields with the number of the project. */
  readonly hasProjectNumbers: boolean;
  /** The fields with names that contain the number of the project. */
  readonly projectNumberFields: readonly string[];
  /** The fields with links to other resources. */
  readonly urlFields: readonly string[];
  /** The fields with a number that also identifies it. */
  readonly numberFields: readonly string[];
  /** Absent if the schema is unknown. */
  readonly fields?: ResourceFields;
  readonly rules: readonly LocatedRule<SchemaRule>[];
  /** The conditions on the content alone. */
  readonly contentValidations: readonly ResourceValidation[];
  /** The conditions that compare the content with the stored one. */
  readonly changeValidations: readonly ResourceValidation[];
  /** The rules of fields that responses omit. */
  readonly omissions: readonly LocatedRule<OmittedRule>[];
  /** The fields that change with the content: those of rules, of methods, and other etags. */
  readonly etags: readonly EtagField[];
  /** The objects with a fingerprint that no etag rule covers, and the names of their fingerprints. */
  readonly nestedEtags: readonly (readonly [object: string, etag: string])[];
  /** The fields that the server generates. */
  readonly generatedFields: readonly (readonly [name: string, field: ResourceField])[];
  /** The fields of its metadata that the server generates. */
  readonly generatedMetadata: readonly (readonly [name: string, field: ResourceField])[];
  /** Whether the schema marks the fields that a patch can change. */
  readonly hasPatchableFields: boolean;
  /** The fields that hold encryption keys of clients. */
  readonly encryptionKeyFields: readonly string[];
  /** The `states` rules with transitions by custom methods. */
  readonly methodStates: readonly StatesRule[];
  /** The fields that mark the resource as deleted. Methods set them, and clients can't. */
  readonly deletionMarks: readonly string[];
  readonly orders: readonly Order[];
  /** The indexes by which rules find other resources of the collection. */
  readonly siblingIndexes: readonly SiblingIndex[];
  /** What service modules add to its stored form and to responses with it, and what they check. */
  readonly completions: readonly NonNullable<ServiceDefinition['complete']>[string][];
  readonly renderings: readonly NonNullable<ServiceDefinition['render']>[string][];
  readonly serviceChecks: readonly NonNullable<ServiceDefinition['checks']>[string][];
  /** The functions of service modules that follow its changes. */
  readonly followers: readonly FollowerBinding[];
  /** Which IDs are domain names, if any. They are compared case-insensitively (RFC 4343). */
  readonly domainIds?: readonly boolean[];
}

/**
 * The location of a resource. Segments are decoded. Texts are canonical: without a leading slash, and with the minimum of percent-encoding.
 * They begin with the namespace of the resource type.
 */
export interface Place {
  readonly resource: CompiledResource;
  readonly segments: readonly string[];
  readonly collection: string;
  /** The IDs in the collection. Domain names are in lower case. */
  readonly ids: readonly string[];
  /** The collection and the IDs. */
  readonly path: string;
}

/** Escapes a segment for a canonical path. */
export function escapeSegment(segment: string): string {
  // Control characters separate the parts of storage keys, so paths must not contain them.
  return /[%/?#\u0000-\u001f\u007f]/.test(segment) ? segment.replace(/[%/?#\u0000-\u001f\u007f]/g, encodeURIComponent) : segment;
}

/** Encodes the slashes in a segment of a name that is a path. Unlike in a URL, a name has all other characters as they are. */
export const encodeNameSlash = (segment: string): string => segment.replaceAll('/', '%2F');
export const decodeNameSlash = (text: string): string => text.replaceAll('%2F', '/');

/** Decodes a percent-encoded segment. */
export function decodeSegment(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}

/** Decodes a segment of a name in a body, which can contain a percent sign that encodes nothing. */
export function decodeName(text: string): string {
  try {
    return decodeSegment(text);
  } catch {
    return text;
  }
}

export function toCanonicalPath(segments: readonly string[]): string {
  return segments.map(escapeSegment).join('/');
}

/** Returns the canonical path of a collection. */
export function toCollectionPath({ namespace }: CompiledResource, segments: readonly string[]): string {
  const path = toCanonicalPath(segments);
  return namespace === '' ? path : `${namespace}${path === '' ? '' : '/'}${path}`;
}

/** Returns the decoded segments of the canonical path of a collection. */
export function parseCollectionPath({ namespace }: CompiledResource, collection: string): readonly string[] {
  const path = namespace === '' ? collection : collection.slice(namespace.length + 1);
  return path === '' ? [] : path.split('/').map(decodeURIComponent);
}

export function createPlace(resource: CompiledResource, segments: readonly string[]): Place {
  const idStart = segments.length - resource.idCount;
  const collection = toCollectionPath(resource, segments.slice(0, idStart));
  const memberSegments = resource.domainIds ? lowercaseDomainIds(resource.domainIds, segments) : segments;
  const ids = memberSegments.slice(idStart);
  return { resource, segments: memberSegments, collection, ids, path: joinPath(collection, toCanonicalPath(ids)) };
}

/** Joins two parts of a canonical path. */
export function joinPath(collection: string, member: string): string {
  return collection === '' ? member : `${collection}/${member}`;
}

function lowercaseDomainIds(domainIds: readonly boolean[], segments: readonly string[]): readonly string[] {
  const idStart = segments.length - domainIds.length;
  return segments.map((segment, index) => (domainIds[index - idStart] ? segment.toLowerCase() : segment));
}

/** Lists the other canonical paths of a resource, below which it has children. */
export function listOtherPaths({ resource, segments }: Place): readonly string[] {
  const { behavior, steps } = resource;
  const values = new Map(steps.map((step, index) => ['variable' in step ? `{${step.variable}}` : '', segments[index] ?? '']));
  return (behavior.otherPaths ?? []).map((path) =>
    toCollectionPath(
      resource,
      path.split('/').map((segment) => values.get(segment) ?? segment),
    ),
  );
}

/** Returns whether a name identifies the resource at a place. */
export function isPlaceName({ resource, ids }: Place, index: number, name: string): boolean {
  return (resource.domainIds?.[index] ? name.toLowerCase() : name) === ids[index];
}

/** Joins the segments that a single name spans. */
export function joinSpanningSegments({ behavior, steps }: CompiledResource, segments: readonly string[]): readonly string[] {
  if (!behavior.spansSegments || segments.length <= steps.length) return segments;
  return [...segments.slice(0, steps.length - 1), segments.slice(steps.length - 1).join('/')];
}

function toStep(segment: Segment): CompiledResource['steps'][number] {
  const [part] = segment;
  if (segment.length === 1 && typeof part === 'string') return { literal: part };
  return { variable: segment.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name])).join('.') };
}

/** Returns whether a field holds a domain name, whose case doesn't matter (RFC 4343). */
export const isDomainName = (field: FieldBehavior | undefined): boolean => field?.format === 'domain-name';

/** `fields`: absent if the schema is unknown. */
export function compileResource(
  api: ApiBehavior,
  behavior: ResourceBehavior,
  {
    fields: fieldTable,
    ...indexes
  }: Pick<CompiledResource, 'namespace' | 'orders' | 'siblingIndexes' | 'followers'> & { readonly fields: ResourceFields | undefined },
): CompiledResource {
  const steps = parseTemplate(behavior.path).segments.map(toStep);
  const { rules = [], validations = [] } = behavior;
  const fields = Object.entries(fieldTable ?? {});
  const etags = collectEtags(api, behavior, fields);
  const domainIds = behavior.idFields.map((field) => isDomainName(fieldTable?.[field]));
  return {
    api,
    behavior,
    rootPath: getRootPath(api),
    steps,
    hasNulls: hasNullFields(api),
    hasProjectNumbers: rules.some((rule) => rule.kind === 'projectNumber' || JSON.stringify(rule).includes('{projectNumber}')),
    projectNumberFields: rules.flatMap((rule) => (rule.kind === 'projectNumber' ? rule.fields : [])),
    urlFields: rules.flatMap((rule) => (rule.kind === 'resourceUrl' ? rule.fields : [])),
    numberFields: behavior.projectNumbers ?? (behavior.numericId ? ['id'] : []),
    idCount: Math.max(1, behavior.idParameters.length),
    ...(fieldTable && { fields: fieldTable }),
    rules,
    contentValidations: validations.filter(({ oldSelf }) => oldSelf === undefined),
    changeValidations: validations.filter(({ oldSelf }) => oldSelf !== undefined),
    omissions: rules.filter((rule) => rule.kind === 'omitted'),
    etags,
    nestedEtags: fields.flatMap(([name, field]) => listNestedEtags(name, field, etags)),
    generatedFields: fields.filter(isGenerated),
    generatedMetadata: Object.entries(getMetadataFields(behavior, fieldTable)).filter(isGenerated),
    hasPatchableFields: fields.some(([, { patchable }]) => patchable),
    encryptionKeyFields: fields.flatMap(([name, { encryptionKey }]) => (encryptionKey ? [name] : [])),
    methodStates: rules
      .filter((rule) => rule.kind === 'states')
      .filter(({ transitions = [] }) => transitions.some(({ method }) => method !== undefined)),
    deletionMarks: api.methods.flatMap(({ action }) =>
      action.kind === 'undelete' && action.resource === behavior.path && action.deletion.deleteTime !== undefined
        ? [action.deletion.deleteTime]
        : [],
    ),
    completions: findResourceEntries(api, 'complete', behavior.path),
    renderings: findResourceEntries(api, 'render', behavior.path),
    serviceChecks: findResourceEntries(api, 'checks', behavior.path),
    ...indexes,
    ...(domainIds.includes(true) && { domainIds }),
  };
}

const nullFieldsByApi = new WeakMap<ApiBehavior, boolean>();

function hasNullFields(api: ApiBehavior): boolean {
  const isNullField = ({ isNull, items }: FieldBehavior): boolean => isNull === true || (items !== undefined && isNullField(items));
  const found = nullFieldsByApi.get(api) ?? Object.values(api.objectTypes ?? {}).some((fields) => Object.values(fields).some(isNullField));
  nullFieldsByApi.set(api, found);
  return found;
}

function listNestedEtags(
  name: string,
  { fields = {} }: ResourceField,
  etags: readonly EtagField[],
): readonly (readonly [object: string, etag: string])[] {
  const etag = Object.keys(fields).find((inner) => fields[inner]?.etag?.of === 'object');
  return etag === undefined || etags.some(({ field }) => field === `${name}.${etag}`) ? [] : [[name, etag]];
}

function isGenerated([, { serverValue, creationStates }]: readonly [name: string, field: ResourceField]): boolean {
  return serverValue !== undefined || creationStates !== undefined;
}

function getMetadataFields({ metadataField }: ResourceBehavior, fields: ResourceFields = {}): ResourceFields {
  return (metadataField === undefined ? undefined : fields[metadataField]?.fields) ?? {};
}

/** Collects the etags. Rules take precedence over the fields that protect methods, and those over other etags. */
function collectEtags(
  { methods }: ApiBehavior,
  { path, rules = [] }: ResourceBehavior,
  fields: readonly (readonly [name: string, field: ResourceField])[],
): readonly EtagField[] {
  const etags = [
    ...rules.filter((rule) => rule.kind === 'etag'),
    ...methods.flatMap(({ action }): readonly EtagField[] => {
      const protectsMethod =
        action.kind === 'setFields' && action.resource === path && action.fingerprint !== undefined && action.match !== 'optional';
      return protectsMethod ? [{ field: action.fingerprint, covers: action.fields }] : [];
    }),
    ...fields.flatMap(([field, { etag }]) => (etag ? [{ field, ...etag }] : [])),
  ];
  return etags.filter(({ field }, index) => etags.findIndex((other) => other.field === field) === index);
}
