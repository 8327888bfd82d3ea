/** Validates seed documents before they are applied. */
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { describeValue, findNearest } from '../../../runtime/error-text.js';
import { findServiceRecords } from '../service-modules.js';
import { isList, isObject, getMember, type Json, type JsonObject } from '../../lib/json.js';
import { isRepresentableInstant, parseInstant } from '../../lib/instants.js';
import { fromStoredContent } from '../content/content.js';
import { isUploadSession } from '../content/upload-session.js';
import { isRowKey } from '../handler-rows.js';
import { isEffect } from '../../state/apply-effects.js';
import { resolveAliases } from '../../catalog/aliases.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Place } from '../../catalog/resource.js';
import { findRootPath } from '../../catalog/root-paths.js';
import type { SeedDocument } from '../../types/mock.js';
import { isResourceName } from '../server-fields.js';
import {
  collectFaults,
  createSeedFault,
  collectSeedFaults,
  createUnknownMemberFault,
  type SeedFault,
  type SeedPath,
} from './seed-error.js';
import { validatePolicy } from '../policies.js';
import { requireKnownRequestFields } from './known-fields.js';

interface SeedLocation {
  readonly path: SeedPath;
  readonly catalog: Catalog;
}

type SeedCheck = (value: Json, site: SeedLocation) => readonly SeedFault[];

function createTypeFault(path: SeedPath, expected: string, value: unknown): SeedFault {
  return createSeedFault(path, `expected ${expected} (received ${describeValue(value)})`);
}

const createCheck = (expected: string, isValid: (value: Json) => boolean): SeedCheck => {
  return (value, { path }) => (isValid(value) ? [] : [createTypeFault(path, expected, value)]);
};

const isInteger = (value: Json): boolean => Number.isSafeInteger(value);
const integerCheck = createCheck('an integer', isInteger);
const textCheck = createCheck('a string', (value) => typeof value === 'string');
const textsCheck = createCheck('an array of strings', (value) => isList(value) && value.every((each) => typeof each === 'string'));
const objectsCheck = createCheck('an array of objects', (value) => isList(value) && value.every(isObject));
const projectPattern = /^projects\/[^/]+$/;
const ancestorPattern = /^(?:folders|organizations)\/[^/]+$/;
const ownerPattern = /^projects\/[^/]+(?:\/locations\/[^/]+)?$/;

const enterMember = ({ path, catalog }: SeedLocation, name: string | number): SeedLocation => ({ path: [...path, name], catalog });

function checkEach(check: SeedCheck): SeedCheck {
  return (value, site) =>
    isList(value)
      ? collectFaults(value.entries(), ([index, item]) => check(item, enterMember(site, index)))
      : [createTypeFault(site.path, 'an array', value)];
}

function checkMembers(check: (value: Json, site: SeedLocation, name: string) => readonly SeedFault[], expected = 'an object'): SeedCheck {
  return (value, site) =>
    isObject(value)
      ? collectFaults(Object.entries(value), ([name, member]) => check(member, enterMember(site, name), name))
      : [createTypeFault(site.path, expected, value)];
}

/** Applies a check to every member of an object whose keys are resource paths. */
function checkPlaces(check: (value: Json, site: SeedLocation, place: Place) => readonly SeedFault[], expected: string): SeedCheck {
  return (map, mapSite) => {
    // A path can occur twice only if one spelling is percent-encoded, or has the path in the address of the API.
    const canRepeat = mapSite.catalog.rootPaths.length > 0 || (isObject(map) && Object.keys(map).some((path) => path.includes('%')));
    const seen = canRepeat ? new Set<string>() : undefined;
    const checkAll = checkMembers((value, site, path) => {
      const place = findSeedPlace(site.catalog, path);
      if (!path.startsWith('/')) return [createSeedFault(site.path, 'expected a path that begins with a slash')];
      const choices = place ? [] : listSeedPaths(site.catalog, path);
      if (choices.length > 0) return [createSeedFault(site.path, `several APIs have this path; expected ${choices.join(' or ')}`)];
      if (!place) return [createSeedFault(site.path, `no resource has this path${formatNearestPath(path, site.catalog)}`)];
      if (seen?.has(place.path)) return [createSeedFault(site.path, 'repeats an earlier path in another spelling')];
      seen?.add(place.path);
      return check(value, site, place);
    }, `a map from paths to ${expected}`);
    return checkAll(map, mapSite);
  };
}

const tokenCheck = checkMembers((value, site, name) => {
  if (name === 'user') return textCheck(value, site);
  if (name === 'scopes' || name === 'permissions') return textsCheck(value, site);
  return [createUnknownMemberFault(site.path, ['scopes', 'permissions', 'user'])];
});

const hasOnlyMembers = (value: Json, names: readonly string[]): value is JsonObject =>
  isObject(value) && Object.keys(value).every((name) => names.includes(name));

const clockCheck = createCheck(
  '{ now: RFC 3339, frozen: true or false }',
  (value) =>
    hasOnlyMembers(value, ['now', 'frozen']) &&
    isRepresentableInstant(parseInstant(value['now']) ?? Number.NaN) &&
    typeof value['frozen'] === 'boolean',
);

const taskCheck = createCheck('an array of effects', (value) => isList(value) && value.every(isEffect));

/** The records of services that aren't resources. */
const recordsCheck = checkMembers((value, site, name) => [
  ...(ownerPattern.test(name) ? [] : [createSeedFault(site.path, 'expected projects/P or projects/P/locations/L')]),
  ...checkEach(checkRecord)(value, site),
]);

function checkRecord(value: Json, { path, catalog }: SeedLocation): readonly SeedFault[] {
  if (!isObject(value)) return [createTypeFault(path, 'an object', value)];
  const records = findServiceRecords(catalog);
  if (!records) return [createSeedFault(path, 'no API of this mock has events')];
  return records.findProblems(value, catalog).map(({ path: inner, message, isName }) => ({
    ...createSeedFault([...path, ...inner], message),
    ...(isName && { isName }),
  }));
}

/** The folders and organizations that projects inherit policies from. */
const ancestorsCheck = checkMembers((value, site, name) => [
  ...(projectPattern.test(name) ? [] : [createSeedFault(site.path, 'expected projects/P')]),
  ...checkEach(createCheck('folders/F or organizations/O', (each) => typeof each === 'string' && ancestorPattern.test(each)))(value, site),
]);

const resources = checkPlaces(
  (body, { path }, place) => (isObject(body) ? checkNames(place, body, path) : [createTypeFault(path, 'an object', body)]),
  'bodies',
);

/** Checks that the names in the body match the path. */
function checkNames(place: Place, body: JsonObject, path: SeedPath): readonly SeedFault[] {
  return place.resource.behavior.idFields.flatMap((field, index) => {
    const value = getMember(body, field);
    const name = typeof value === 'number' ? String(value) : value;
    // The public ID of a project is an independent number.
    if (place.resource.behavior.implicit || name === undefined || isResourceName(place, index, name) || isEndOfPath(place, name)) return [];
    if (hasAlias(place)) return [];
    const text = `${field} is ${JSON.stringify(value)} in the body, but ${JSON.stringify(place.ids[index] ?? '')} in the path`;
    return [createSeedFault(path, text, field)];
  });
}

/** Returns whether the path contains a name that stands for another. */
const hasAlias = ({ resource, segments }: Place): boolean =>
  resolveAliases(resource.api, segments, () => '').some((segment, index) => segment !== segments[index]);

/** Returns whether a name is the path without the version: `folders/f/guestPolicies/g`. */
function isEndOfPath(place: Place, name: Json | undefined): boolean {
  return typeof name === 'string' && name.includes('/') && `/${place.segments.join('/')}`.endsWith(`/${name}`);
}

const policiesCheck = checkPlaces((policy, { path, catalog }, place) => {
  if (!isObject(policy)) return [createTypeFault(path, 'an object', policy)];
  const checks = [() => validatePolicy(policy, ''), () => requireKnownPolicyFields(policy, place, catalog)];
  return checks.flatMap((check) => collectSeedFaults(path, check));
}, 'policies');

/** Throws 400 for fields that the method that sets policies of the resource rejects. */
function requireKnownPolicyFields(policy: JsonObject, { resource }: Place, { methods }: Catalog): void {
  for (const method of methods) {
    const { action } = method.behavior;
    if (method.resource !== resource || action.kind !== 'setIamPolicy') continue;
    const path = action.isBare ? ['requestBody'] : ['requestBody', 'policy'];
    requireKnownRequestFields(method, { requestBody: action.isBare ? policy : { policy } }, path);
    return;
  }
}

const mediaCheck = checkPlaces(
  createCheck(
    '{ type, data }, data in base64',
    (value) => hasOnlyMembers(value, ['type', 'data']) && fromStoredContent(value) !== undefined,
  ),
  'content',
);
const uploadCheck = createCheck('an unfinished upload', isUploadSession);

const checks: Readonly<Record<keyof SeedDocument, SeedCheck>> = {
  resources,
  stored: checkPlaces(createCheck('an object', isObject), 'bodies'),
  iamPolicies: policiesCheck,
  events: recordsCheck,
  media: mediaCheck,
  uploads: checkMembers(uploadCheck),
  ancestors: ancestorsCheck,
  tokens: checkMembers(tokenCheck),
  rows: checkMembers(
    checkMembers((_, { path }, key) => (isRowKey(key) ? [] : [createSeedFault(path, 'expected a key without control characters')])),
  ),
  requestIds: checkMembers(
    createCheck(
      'the path of an operation, or { response }',
      (value) => typeof value === 'string' || isObject(getMember(value, 'response')),
    ),
  ),
  tasks: checkMembers(taskCheck),
  log: checkMembers(objectsCheck),
  clock: clockCheck,
  ids: createCheck('four integers', (value) => isList(value) && value.length === 4 && value.every(isInteger)),
  versions: checkMembers(integerCheck),
  counters: checkMembers(integerCheck),
};

/** The members that users write. */
const publicMembers: readonly (keyof SeedDocument)[] = [
  'resources',
  'iamPolicies',
  'events',
  'ancestors',
  'tokens',
  'media',
  'rows',
  'clock',
];

/** Returns the errors in the order of the document. */
export function findSeedFaults(document: unknown, catalog: Catalog): readonly SeedFault[] {
  if (!isObject(document)) return [createTypeFault([], 'an object', document)];
  return collectFaults(Object.entries(document), ([name, value]) => {
    if (!Object.hasOwn(checks, name)) return [createUnknownMemberFault([name], publicMembers)];
    return value === undefined ? [] : checks[name as keyof SeedDocument](value, { path: [name], catalog });
  });
}

/**
 * Suggests the path of a resource with the same end, such as that after a forgotten version, or a similar one of the same depth. Its
 * variables take their values from the given path.
 */
function formatNearestPath(path: string, catalog: Catalog): string {
  const segments = path.slice(1).split('/');
  const resources = [...new Set(catalog.methods.flatMap(({ resource }) => resource ?? []))];
  const paths = resources.flatMap(({ steps }) => {
    const missing = steps.length - segments.length;
    const variable = steps.findIndex((step) => !('literal' in step));
    // Only segments before the first variable can be completed.
    if (missing < 0 || missing > (variable < 0 ? steps.length : variable)) return [];
    return [{ missing, path: `/${steps.map((step, index) => ('literal' in step ? step.literal : segments[index - missing])).join('/')}` }];
  });
  const longer = paths.find((candidate) => candidate.missing > 0 && candidate.path.endsWith(path));
  const similar = paths.filter(({ missing }) => missing === 0).map((candidate) => candidate.path);
  const nearest = longer?.path ?? findNearest(path, new Set(similar));
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

function listSeedPaths(catalog: Catalog, path: string): readonly string[] {
  try {
    return catalog.listPlacePaths(path);
  } catch {
    return [];
  }
}

/**
 * Returns the place of a seeded path, with or without the path in the address of its API. Returns `undefined` if no resource has this path or
 * it can't be decoded.
 */
export function findSeedPlace(catalog: Catalog, path: string, api?: ApiBehavior): Place | undefined {
  if (!path.startsWith('/')) return undefined;
  try {
    return catalog.findPlace(path, api) ?? catalog.findPlace(path.slice(findRootPath(catalog.rootPaths, path).length), api);
  } catch {
    return undefined;
  }
}
