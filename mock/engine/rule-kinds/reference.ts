/** The `reference` rule: a field contains the names of resources, which must exist when a request sets the field. */
import type { ReferenceRule } from '../../../runtime/resource-rules.js';
import { findValues, parseDottedPath } from '../../../runtime/rules/field-paths.js';
import type { JsonObject } from '../../lib/json.js';
import { createPlace, decodeName, toCanonicalPath, type CompiledResource, type Place } from '../../catalog/resource.js';
import { createInvalidFieldError, locateField, type PendingChange } from '../resource-change.js';
import type { RuleHooks } from './rule-hooks.js';

export const reference: RuleHooks<ReferenceRule> = { onCreate: requireReferences, onUpdate: requireReferences };

/** Throws 400 if a new value doesn't name an existing resource. */
function requireReferences(change: PendingChange, { field, to }: ReferenceRule): PendingChange {
  const { call, place, before, next } = change;
  const resource = call.state.catalog.findResource(place.resource.api, to);
  const present = new Set(listNames(before.body, field));
  for (const name of resource ? listNames(next, field) : []) {
    if (name === '' || present.has(name)) continue;
    const target = findTarget(change, resource as CompiledResource, name);
    if (target && call.state.hasResource(target)) continue;
    const collection =
      to
        .split('/')
        .filter((segment) => !segment.startsWith('{'))
        .at(-1) ?? to;
    throw createInvalidFieldError(
      locateField(change, field),
      `must name an existing resource in ${collection} (received ${JSON.stringify(name)})`,
      'reference',
    );
  }
  return change;
}

/** Lists the texts at a path, also in lists. */
function listNames(body: JsonObject, field: string): readonly string[] {
  const values = findValues(body, parseDottedPath(field)).flatMap(({ value }): readonly unknown[] =>
    Array.isArray(value) ? value : [value],
  );
  return values.filter((value) => typeof value === 'string');
}

/** Returns the place that a name (`shelves/a/books/b`), a full name (`//library.example.com/shelves/a`), a URL, or an ID refers to. */
function findTarget({ call, place }: PendingChange, resource: CompiledResource, name: string): Place | undefined {
  const { catalog } = call.state;
  const prefix = place.segments.slice(0, place.resource.api.nameStart);
  const segments = name
    .replace(/^(?:https?:)?\/\/[^/]*\//, '')
    .split('/')
    .map(decodeName);
  if (segments.length === 1) return createSibling(resource, place, segments[0] ?? '');
  const found = [[...prefix, ...segments], segments].map((each) => catalog.findPlace(`/${toCanonicalPath(each)}`, resource.api));
  return found.find((each) => each?.resource === resource);
}

/** Returns the member with an ID in the collection whose parents are those of a place. */
function createSibling(resource: CompiledResource, place: Place, id: string): Place {
  const segments = resource.steps.map((step, index) =>
    'literal' in step ? step.literal : index === resource.steps.length - 1 ? id : (place.segments[index] ?? ''),
  );
  return createPlace(resource, segments);
}
