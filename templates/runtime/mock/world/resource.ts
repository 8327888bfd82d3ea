/** Kinds of resources, and the places of single ones. */
import type { ApiBehavior, FieldBehavior, ResourceBehavior } from '../../descriptor.js';
import { parseTemplate, type Segment } from '../../path-template.js';
import type { EtagRule, SchemaRule, StatesRule } from '../../rule.js';

export type Fields = Readonly<Record<string, FieldBehavior>>;

/** An order in which lists of a collection can be asked for, kept as an index. */
export interface Order {
  /** As written in a request: `creationTimestamp desc`. */
  readonly text: string;
  readonly field: string;
  readonly descending: boolean;
}

/** A field whose value changes with the fields that it covers. Default: all content. */
export type EtagField = Pick<EtagRule, 'field' | 'covers'>;

export interface Resource {
  readonly api: ApiBehavior;
  readonly behavior: ResourceBehavior;
  /** Literal text, or the name of a variable. */
  readonly steps: readonly ({ readonly literal: string } | { readonly variable: string })[];
  /** How many segments at the end name it within its collection. */
  readonly idCount: number;
  /** Absent where the documents do not show its shape. */
  readonly fields?: Fields;
  readonly rules: readonly SchemaRule[];
  /** The fields that change with the content: those of rules, of methods, and those with a common name. */
  readonly etags: readonly EtagField[];
  /** The rules of states that custom methods change. */
  readonly methodStates: readonly StatesRule[];
  readonly orders: readonly Order[];
  /** Has an `id` besides its name, by which it can be addressed too. */
  readonly numericId: boolean;
  /** Where its `name` is a path, the index of the segment that begins it. */
  readonly nameFrom?: number;
  /** Which of its names are domain names, where one is: those are compared without regard to case (RFC 4343). */
  readonly domainIds?: readonly boolean[];
}

/** Where one resource is. Segments are decoded; texts are canonical (only what must be is percent-encoded, no leading slash). */
export interface Place {
  readonly resource: Resource;
  readonly segments: readonly string[];
  readonly collection: string;
  /** Names within the collection; domain names in small letters. */
  readonly ids: readonly string[];
  /** Collection and names. */
  readonly path: string;
}

/** Whether the resource is known to have a field. */
export function hasField(resource: Resource, name: string): boolean {
  return resource.fields !== undefined && Object.hasOwn(resource.fields, name);
}

/** A segment as it stands in a canonical path. */
export function escapeSegment(segment: string): string {
  // Control characters separate the parts of the store's keys, so they never stand in a path.
  return /[%/?#\u0000-\u001f\u007f]/.test(segment) ? segment.replace(/[%/?#\u0000-\u001f\u007f]/g, encodeURIComponent) : segment;
}

/** A segment that is percent-encoded, decoded once. */
export function decodeSegment(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}

export function toCanonicalPath(segments: readonly string[]): string {
  return segments.map(escapeSegment).join('/');
}

export function createPlace(resource: Resource, segments: readonly string[]): Place {
  const cut = segments.length - resource.idCount;
  return createMemberPlace(
    resource,
    toCanonicalPath(segments.slice(0, cut)),
    resource.domainIds ? lowerDomainIds(resource.domainIds, segments) : segments,
  );
}

function lowerDomainIds(domainIds: readonly boolean[], segments: readonly string[]): readonly string[] {
  const cut = segments.length - domainIds.length;
  return segments.map((segment, index) => (domainIds[index - cut] ? segment.toLowerCase() : segment));
}

/** Whether a name names the resource at a place. */
export function namesPlace({ resource, ids }: Place, index: number, name: string): boolean {
  return (resource.domainIds?.[index] ? name.toLowerCase() : name) === ids[index];
}

/** The segments of a path with those that one name spans as one. */
export function joinSpanningSegments({ behavior, steps }: Resource, segments: readonly string[]): readonly string[] {
  if (!behavior.spansSegments || segments.length <= steps.length) return segments;
  return [...segments.slice(0, steps.length - 1), segments.slice(steps.length - 1).join('/')];
}

/** The same where the canonical path of its collection is known. */
export function createMemberPlace(resource: Resource, collection: string, segments: readonly string[]): Place {
  const ids = segments.slice(segments.length - resource.idCount);
  const names = toCanonicalPath(ids);
  return { resource, segments, collection, ids, path: collection === '' ? names : `${collection}/${names}` };
}

/** A member of the collection in which `place` stands. */
export function createSiblingPlace(resource: Resource, collection: readonly string[], ids: readonly string[]): Place {
  return createPlace(resource, [...collection, ...ids]);
}

function toStep(segment: Segment): Resource['steps'][number] {
  const [part] = segment;
  if (segment.length === 1 && typeof part === 'string') return { literal: part };
  return { variable: segment.flatMap((each) => (typeof each === 'string' ? [] : [each.name])).join('.') };
}

export interface ResourceFacts {
  readonly orders: readonly Order[];
  readonly nameFrom?: number;
}

/** Infers the etags from the usual names of their fields. `labelFingerprint` covers the labels, the others cover all content. */
function inferEtags(fields: Fields | undefined): readonly EtagField[] {
  return Object.entries(fields ?? {})
    .filter(([name, field]) => name === 'etag' || (field.format === 'byte' && /fingerprint$/i.test(name)))
    .map(([field]) => ({ field, ...(field === 'labelFingerprint' && { covers: ['labels'] }) }));
}

export function compileResource(api: ApiBehavior, behavior: ResourceBehavior, facts: ResourceFacts): Resource {
  const steps = parseTemplate(behavior.path).segments.map(toStep);
  const rules = behavior.rules ?? [];
  const domainIds = behavior.idFields.map((field) => rules.some((rule) => rule.kind === 'subdomainOf' && rule.field === field));
  const idField = behavior.fields && Object.hasOwn(behavior.fields, 'id') ? behavior.fields['id'] : undefined;
  return {
    api,
    behavior,
    steps,
    idCount: Math.max(1, behavior.idParameters.length),
    ...(behavior.fields && { fields: behavior.fields }),
    rules,
    etags: collectEtags(api, behavior),
    methodStates: rules.filter((rule) => rule.kind === 'states').filter(hasMethodTransition),
    orders: facts.orders,
    numericId: (idField !== undefined || (api.operation !== undefined && !behavior.fields)) && !behavior.idFields.includes('id'),
    ...(facts.nameFrom !== undefined && { nameFrom: facts.nameFrom }),
    ...(domainIds.includes(true) && { domainIds }),
  };
}

function hasMethodTransition({ transitions = [] }: StatesRule): boolean {
  return transitions.some(({ method }) => method !== undefined);
}

/** Rules come first, then the fields that guard methods, then the usual names. */
function collectEtags({ methods }: ApiBehavior, { path, fields, rules = [] }: ResourceBehavior): readonly EtagField[] {
  const found = new Map<string, EtagField>();
  for (const rule of rules) {
    if (rule.kind === 'etag') found.set(rule.field, rule);
  }
  for (const { action } of methods) {
    if (action.kind !== 'setFields' || action.resource !== path || action.fingerprint === undefined || found.has(action.fingerprint))
      continue;
    found.set(action.fingerprint, { field: action.fingerprint, covers: action.fields });
  }
  for (const rule of inferEtags(fields)) if (!found.has(rule.field)) found.set(rule.field, rule);
  return [...found.values()];
}
