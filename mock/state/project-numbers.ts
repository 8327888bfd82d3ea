/**
 * The numbers of projects that exist without having been created. A project's name determines its number, so a number is known once a
 * response contains it.
 */
import type { JsonObject } from '../lib/json.js';
import type { Entry, Transaction } from '../store/store.js';
import { hashNumber } from '../lib/hashes.js';
import { getImplicitId, listNumericIds } from '../catalog/projects.js';
import { createPlace, type Place, type CompiledResource } from '../catalog/resource.js';
import type { Catalog } from '../catalog/catalog.js';
import { toEntity } from './entity.js';
import { createKey, getKeyRange, getNumberKey, getRecordKey } from './keys.js';

const maxNumbers = 10_000;

/** The keys of the numbers in frequently requested bodies. */
const keysByBody = new WeakMap<JsonObject, readonly string[]>();

function listNumberKeys({ resource, segments }: Place, body: JsonObject): readonly string[] {
  return /^\d+$/.test(segments.at(-1) ?? '') ? [] : listNumericIds(resource, body).map((number) => createKey('project', number));
}

export function addProjectNumbers(transaction: Transaction, place: Place, body: JsonObject): void {
  const name = place.segments.at(-1);
  if (!place.resource.behavior.projectNumbers || name === undefined) return;
  let keys = keysByBody.get(body);
  if (!keys) keysByBody.set(body, (keys = listNumberKeys(place, body)));
  for (const key of keys) putNumber(transaction, key, name);
}

function putNumber(transaction: Transaction, key: string, name: string): void {
  if (transaction.get(key) === name) return;
  const numbers = listProjectNumbers(transaction);
  if (numbers.length >= maxNumbers) for (const [other] of numbers) transaction.delete(other);
  transaction.put(key, name);
}

export function listProjectNumbers(transaction: Transaction): readonly Entry[] {
  return transaction.range(getKeyRange('project'));
}

/** Returns the name of the project with this number, from any API. */
export function findProjectName(catalog: Catalog, transaction: Transaction, number: string): string | undefined {
  for (const project of catalog.projects) {
    const place = createProjectPlace(project, number);
    const name = transaction.get(getNumberKey(place, number));
    if (typeof name === 'string') return name;
  }
  const name = transaction.get(createKey('project', number));
  return typeof name === 'string' ? name : undefined;
}

/** Returns the number of a project from any API. Without a resource that has it, the name determines the number. */
export function getProjectNumber(catalog: Catalog, transaction: Transaction, name: string): string {
  for (const project of catalog.projects) {
    const place = createProjectPlace(project, name);
    const entity = toEntity(transaction.get(getRecordKey(place)));
    const number = entity ? listNumericIds(project, entity.body)[0] : project.behavior.implicit ? getImplicitId(place) : undefined;
    if (number !== undefined) return registerNumber(transaction, number, name);
  }
  return registerNumber(transaction, hashNumber(name).slice(0, 12), name);
}

function registerNumber(transaction: Transaction, number: string, name: string): string {
  putNumber(transaction, createKey('project', number), name);
  return number;
}

function createProjectPlace(project: CompiledResource, name: string): Place {
  return createPlace(project, [...project.steps.slice(0, -1).map((step) => ('literal' in step ? step.literal : '-')), name]);
}
