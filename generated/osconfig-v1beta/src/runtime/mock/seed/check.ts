/** What is wrong with a seed document, before any of it is taken. */
import { isList, isObject, type Json, type JsonObject } from '../json.js';
import { isInstant, parseInstant } from '../duration.js';
import { Refusal } from '../errors.js';
import { faultOfEvent } from '../events/check.js';
import { isContent } from '../media/content.js';
import { isUpload } from '../media/sessions.js';
import { checkPolicy } from '../policy.js';
import { isEffect } from '../state/effects.js';
import type { World } from '../world/world.js';
import { isNameOf, type Place } from '../world/resource.js';
import type { SeedDocument } from '../types.js';
import { nameIn } from '../fill.js';
import { pathOf, withoutNulls } from '../validation.js';

type Check = (value: Json, name: string, world: World) => readonly string[];

const number: Check = (value, name) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? [] : [`${name}: expected a whole number`];
const text: Check = (value, name) => (typeof value === 'string' ? [] : [`${name}: expected text`]);
const texts: Check = (value, name) =>
  isList(value) && value.every((each) => typeof each === 'string') ? [] : [`${name}: expected a list of text`];
/** Every one must pass. */
function listOf(check: Check): Check {
  return (value, name, world) =>
    isList(value) ? value.flatMap((inner, index) => check(inner, `${name}[${index}]`, world)) : [`${name}: expected a list`];
}

const objects: Check = (value, name) => (isList(value) && value.every(isObject) ? [] : [`${name}: expected a list of objects`]);
const owner = /^projects\/[^/]+(?:\/locations\/[^/]+)?$/;

/** Every member must pass. */
function each(check: Check): Check {
  return (value, name, world) =>
    isObject(value) ? Object.entries(value).flatMap(([key, inner]) => check(inner, `${name}.${key}`, world)) : [`${name}: expected a map`];
}

const token: Check = (value, name) => {
  if (!isObject(value)) return [`${name}: expected a map`];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'user') return text(inner, `${name}.user`, {} as World);
    if (key === 'scopes' || key === 'permissions') return texts(inner, `${name}.${key}`, {} as World);
    return [`${name}.${key}: not known; expected scopes, permissions or user`];
  });
};

const clock: Check = (value, name) =>
  isObject(value) && isInstant(parseInstant(value['now']) ?? Number.NaN) && typeof value['frozen'] === 'boolean'
    ? []
    : [`${name}: expected { now: RFC 3339, frozen: true or false }`];

const task: Check = (value, name) => (isList(value) && value.every(isEffect) ? [] : [`${name}: expected a list of effects`]);

const event: Check = (value, name, world) => {
  if (!isObject(value)) return [`${name}: expected an object`];
  const fault = faultOfEvent(value);
  return fault ? [`${name}.${fault.field}: ${fault.message}`] : shapeOfEvent(value, name, world);
};

/** What is reported has the same shape. */
const shapeOfEvent = (value: JsonObject, name: string, { methods }: World): readonly string[] => {
  const report = methods.find(({ behaviour }) => behaviour.action.kind === 'reportEvent');
  const validate = report?.behaviour.validate;
  if (!validate || validate({ requestBody: withoutNulls(value) })) return [];
  return (validate.errors ?? []).flatMap((error) => {
    const [at, ...path] = pathOf(error);
    return at === 'requestBody' && path.length > 0 ? [`${name}.${path.join('.')}: ${error.message ?? error.keyword}`] : [];
  });
};

const events: Check = (value, name, world) => {
  if (!isObject(value)) return [`${name}: expected a map`];
  const owners = Object.keys(value).filter((key) => !owner.test(key));
  return [
    ...owners.map((key) => `${name}.${key}: expected projects/P or projects/P/locations/L`),
    ...each(listOf(event))(value, name, world),
  ];
};

const resources: Check = (value, name, world) => {
  if (!isObject(value)) return [`${name}: expected a map from paths to bodies`];
  return Object.entries(value).flatMap(([path, body]) => {
    const place = placeIn(world, path);
    if (!place) return [`${name}.${path}: no kind of resource stands at this path`];
    return isObject(body) ? namesOf(place, body, `${name}.${path}`) : [`${name}.${path}: expected an object`];
  });
};

/** Names in the body must be those of the path. */
function namesOf(place: Place, body: JsonObject, name: string): readonly string[] {
  return place.resource.behaviour.idFields.flatMap((field, index) => {
    const given = Object.hasOwn(body, field) ? body[field] : undefined;
    const admitted = [undefined, place.ids[index], nameIn(place, index)];
    // The public id of a project's record is a number of its own.
    if (place.resource.behaviour.implicit || admitted.includes(given as string | undefined) || isEndOf(place, given)) return [];
    if (typeof given === 'string' && isNameOf(place, index, given)) return [];
    return [`${name}: its ${field} is ${JSON.stringify(given)}, but the path says '${place.ids[index] ?? ''}'`];
  });
}

/** `folders/f/guestPolicies/g`: a name that is the path, but for where the version stands. */
function isEndOf(place: Place, name: Json | undefined): boolean {
  return typeof name === 'string' && name.includes('/') && `/${place.segments.join('/')}`.endsWith(`/${name}`);
}

const policies: Check = (value, name, world) => {
  if (!isObject(value)) return [`${name}: expected a map from paths to policies`];
  return Object.entries(value).flatMap(([path, policy]) => {
    if (!placeIn(world, path)) return [`${name}.${path}: no kind of resource stands at this path`];
    return faultOfPolicy(policy, `${name}.${path}`);
  });
};

function faultOfPolicy(policy: Json, name: string): readonly string[] {
  if (!isObject(policy)) return [`${name}: expected an object`];
  try {
    checkPolicy(policy, 'policy');
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.details.map(({ message }) => `${name}: ${message}`);
    throw error;
  }
}

const media: Check = (value, name, world) => {
  if (!isObject(value)) return [`${name}: expected a map from paths to content`];
  return Object.entries(value).flatMap(([path, content]) => {
    if (!placeIn(world, path)) return [`${name}.${path}: no kind of resource stands at this path`];
    return isContent(content) ? [] : [`${name}.${path}: expected { type, data }, data in base64`];
  });
};

const upload: Check = (value, name) => (isUpload(value) ? [] : [`${name}: expected an upload under way`]);

const checks: Readonly<Record<keyof SeedDocument, Check>> = {
  resources,
  iamPolicies: policies,
  events,
  media,
  uploads: each(upload),
  ancestors: each(texts),
  tokens: each(token),
  requestIds: each(text),
  tasks: each(task),
  log: each(objects),
  clock,
  ids: (value, name) =>
    isList(value) && value.length === 4 ? value.flatMap((one) => number(one, name, {} as World)) : [`${name}: expected four numbers`],
  versions: each(number),
  counters: each(number),
};

/** Faults by their places; empty where the document can be taken. */
export function faultsOfSeed(document: unknown, world: World): readonly string[] {
  if (!isObject(document)) return ['expected a map'];
  return Object.entries(document).flatMap(([name, value]) => {
    if (!Object.hasOwn(checks, name))
      return [`${name}: not known; expected one of resources, iamPolicies, events, media, ancestors, tokens`];
    return value === undefined ? [] : checks[name as keyof SeedDocument](value, name, world);
  });
}

/** The place of a seeded path; `undefined` where none is, or where it cannot be decoded. */
export function placeIn(world: World, path: string): Place | undefined {
  if (!path.startsWith('/')) return undefined;
  try {
    return world.place(path);
  } catch {
    return undefined;
  }
}
