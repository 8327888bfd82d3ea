/** Validates seed documents before they are applied. */
import { describeValue } from '../../errors.js';
import { isList, isObject, getMember, type Json, type JsonObject } from '../json.js';
import { isRepresentableInstant, parseInstant } from '../instants.js';
import { findEventFault } from '../events/validate-event.js';
import { isStoredContent } from '../media/content.js';
import { isUploadSession } from '../media/upload-sessions.js';
import { validatePolicy } from '../iam-policy.js';
import { isEffect } from '../state/apply-effects.js';
import type { World } from '../world/world.js';
import { namesPlace, type Place } from '../world/resource.js';
import type { SeedDocument } from '../mock-types.js';
import { nameFromPlace } from '../server-fields.js';
import { getErrorPath, omitNulls } from '../request-validation.js';
import { findNearest } from '../../suggest.js';
import { createSeedFault, collectSeedFaults, type SeedFault, type SeedPath } from './seed-error.js';

/** The position of a value. */
interface Site {
  readonly path: SeedPath;
  readonly world: World;
}

type Check = (value: Json, site: Site) => readonly SeedFault[];

const createCheck = (what: string, sound: (value: Json) => boolean): Check => {
  return (value, { path }) => (sound(value) ? [] : [createSeedFault(path, `expected ${what} (received ${describeValue(value)})`)]);
};

const isWhole = (value: Json): boolean => Number.isSafeInteger(value);
const number = createCheck('an integer', isWhole);
const text = createCheck('a string', (value) => typeof value === 'string');
const texts = createCheck('an array of strings', (value) => isList(value) && value.every((each) => typeof each === 'string'));
const objects = createCheck('an array of objects', (value) => isList(value) && value.every(isObject));
const project = /^projects\/[^/]+$/;
const ancestor = /^(?:folders|organizations)\/[^/]+$/;
const owner = /^projects\/[^/]+(?:\/locations\/[^/]+)?$/;

const enterMember = ({ path, world }: Site, name: string | number): Site => ({ path: [...path, name], world });

/** Every one must pass. */
function checkEach(check: Check): Check {
  return (value, site) =>
    isList(value)
      ? value.flatMap((inner, index) => check(inner, enterMember(site, index)))
      : [createSeedFault(site.path, `expected an array (received ${describeValue(value)})`)];
}

/** Every member must pass. */
function checkMembers(check: (value: Json, site: Site, name: string) => readonly SeedFault[], what = 'an object'): Check {
  return (value, site) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, inner]) => check(inner, enterMember(site, name), name))
      : [createSeedFault(site.path, `expected ${what} (received ${describeValue(value)})`)];
}

/** Where a resource may stand. */
function checkPlaces(check: (value: Json, site: Site, place: Place) => readonly SeedFault[], what: string): Check {
  return (map, whole) => {
    // One path has two spellings only where one of them is percent-encoded.
    const seen = isObject(map) && Object.keys(map).some((path) => path.includes('%')) ? new Set<string>() : undefined;
    const each = checkMembers((value, site, path) => {
      const place = findSeedPlace(site.world, path);
      if (!place)
        return [
          createSeedFault(
            site.path,
            path.startsWith('/') ? `no resource has this path${suggestPath(path, site.world)}` : 'expected a path that begins with a slash',
          ),
        ];
      if (seen?.has(place.path)) return [createSeedFault(site.path, 'repeats an earlier path in another percent-encoding')];
      seen?.add(place.path);
      return check(value, site, place);
    }, `a map from paths to ${what}`);
    return each(map, whole);
  };
}

const token = checkMembers((value, site, name) => {
  if (name === 'user') return text(value, site);
  if (name === 'scopes' || name === 'permissions') return texts(value, site);
  return [createSeedFault(site.path, 'unknown member; expected scopes, permissions, or user')];
});

const clock = createCheck(
  '{ now: RFC 3339, frozen: true or false }',
  (value) => isObject(value) && isRepresentableInstant(parseInstant(value['now']) ?? Number.NaN) && typeof value['frozen'] === 'boolean',
);

const task = createCheck('an array of effects', (value) => isList(value) && value.every(isEffect));

const event: Check = (value, site) => {
  if (!isObject(value)) return [createSeedFault(site.path, `expected an object (received ${describeValue(value)})`)];
  const fault = findEventFault(value);
  return fault ? [createSeedFault([...site.path, fault.field], fault.message)] : checkEventShape(value, site);
};

/** What is reported has the same shape; what a report must hold, an event that is kept may lack. */
const checkEventShape = (value: JsonObject, { path, world: { methods } }: Site): readonly SeedFault[] => {
  const report = methods.find(({ behavior }) => behavior.action.kind === 'reportEvent');
  const validate = report?.behavior.validate;
  if (!validate || validate({ requestBody: omitNulls(value) })) return [];
  return (validate.errors ?? []).flatMap((error) => {
    if (error.keyword === 'required' && error.params['missingProperty'] === 'serviceContext') return [];
    const [at, ...inner] = getErrorPath(error).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    return at === 'requestBody' && inner.length > 0 ? [createSeedFault([...path, ...inner], error.message ?? error.keyword)] : [];
  });
};

const events = checkMembers((value, site, name) => [
  ...(owner.test(name) ? [] : [createSeedFault(site.path, 'expected projects/P or projects/P/locations/L')]),
  ...checkEach(event)(value, site),
]);

/** What policies are inherited from. */
const ancestors = checkMembers((value, site, name) => [
  ...(project.test(name) ? [] : [createSeedFault(site.path, 'expected projects/P')]),
  ...checkEach(createCheck('folders/F or organizations/O', (each) => typeof each === 'string' && ancestor.test(each)))(value, site),
]);

const resources = checkPlaces(
  (body, { path }, place) =>
    isObject(body) ? checkNames(place, body, path) : [createSeedFault(path, `expected an object (received ${describeValue(body)})`)],
  'bodies',
);

/** Names in the body must be those of the path. */
function checkNames(place: Place, body: JsonObject, path: SeedPath): readonly SeedFault[] {
  return place.resource.behavior.idFields.flatMap((field, index) => {
    const given = Object.hasOwn(body, field) ? body[field] : undefined;
    const admitted = [undefined, place.ids[index], nameFromPlace(place, index)];
    // The public id of a project's record is a number of its own.
    if (place.resource.behavior.implicit || admitted.includes(given as string | undefined) || isEndOfPath(place, given)) return [];
    if (typeof given === 'string' && namesPlace(place, index, given)) return [];
    return [
      createSeedFault(
        path,
        `${field} is ${JSON.stringify(given)} in the body, but ${JSON.stringify(place.ids[index] ?? '')} in the path`,
        field,
      ),
    ];
  });
}

/** `folders/f/guestPolicies/g`: a name that is the path, but for where the version stands. */
function isEndOfPath(place: Place, name: Json | undefined): boolean {
  return typeof name === 'string' && name.includes('/') && `/${place.segments.join('/')}`.endsWith(`/${name}`);
}

const policies = checkPlaces(
  (policy, { path }) =>
    isObject(policy)
      ? collectSeedFaults(path, () => validatePolicy(policy, 'policy'))
      : [createSeedFault(path, `expected an object (received ${describeValue(policy)})`)],
  'policies',
);

const media = checkPlaces(createCheck('{ type, data }, data in base64', isStoredContent), 'content');
const upload = createCheck('an unfinished upload', isUploadSession);

function isReplay(value: Json): boolean {
  return typeof value === 'string' || isObject(getMember(value, 'response'));
}

const checks: Readonly<Record<keyof SeedDocument, Check>> = {
  resources,
  stored: checkPlaces(createCheck('an object', isObject), 'bodies'),
  iamPolicies: policies,
  events,
  media,
  uploads: checkMembers(upload),
  ancestors,
  tokens: checkMembers(token),
  requestIds: checkMembers(createCheck('the path of an operation, or { response }', isReplay)),
  tasks: checkMembers(task),
  log: checkMembers(objects),
  clock,
  ids: createCheck('four integers', (value) => isList(value) && value.length === 4 && value.every(isWhole)),
  versions: checkMembers(number),
  counters: checkMembers(number),
};

/** Faults in the order of the document; empty where it can be taken. */
export function findSeedFaults(document: unknown, world: World): readonly SeedFault[] {
  if (!isObject(document)) return [createSeedFault([], `expected an object (received ${describeValue(document)})`)];
  return Object.entries(document).flatMap(([name, value]) => {
    if (!Object.hasOwn(checks, name))
      return [createSeedFault([name], 'unknown member; expected one of resources, iamPolicies, events, media, ancestors, tokens')];
    return value === undefined ? [] : checks[name as keyof SeedDocument](value, { path: [name], world });
  });
}

/** `; did you mean …`: the path of a resource of the same depth, with the given segments in the places of its variables. */
function suggestPath(path: string, world: World): string {
  const given = path.slice(1).split('/');
  const resources = new Set(world.methods.flatMap(({ resource }) => resource ?? []));
  const paths = [...resources].flatMap(({ steps }) =>
    steps.length === given.length ? [`/${steps.map((step, index) => ('literal' in step ? step.literal : given[index])).join('/')}`] : [],
  );
  const near = findNearest(path, new Set(paths));
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

/** The place of a seeded path; `undefined` where none is, or where it cannot be decoded. */
export function findSeedPlace(world: World, path: string): Place | undefined {
  if (!path.startsWith('/')) return undefined;
  try {
    return world.place(path);
  } catch {
    return undefined;
  }
}
