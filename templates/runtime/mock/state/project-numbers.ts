/**
 * The numbers of projects that exist without having been created. A project's name determines its number, so a number is known once a
 * response contains it.
 */
import type { JsonObject } from '../lib/json.js';
import type { Entry, Transaction } from '../store/store.js';
import { listNumericIds } from '../world/projects.js';
import { createPlace, type Place } from '../world/resource.js';
import type { World } from '../world/world.js';
import { createKey, getKeyRange, getNumberKey } from './keys.js';

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
  for (const key of keys) {
    if (transaction.get(key) === name) continue;
    const numbers = listProjectNumbers(transaction);
    if (numbers.length >= maxNumbers) for (const [other] of numbers) transaction.delete(other);
    transaction.put(key, name);
  }
}

export function listProjectNumbers(transaction: Transaction): readonly Entry[] {
  return transaction.range(getKeyRange('project'));
}

/** Returns the name of the project with this number, from any API. */
export function findProjectName(world: World, transaction: Transaction, number: string): string | undefined {
  for (const project of world.projects) {
    const place = createPlace(project, [...project.steps.slice(0, -1).map((step) => ('literal' in step ? step.literal : '-')), number]);
    const name = transaction.get(getNumberKey(place, number));
    if (typeof name === 'string') return name;
  }
  const name = transaction.get(createKey('project', number));
  return typeof name === 'string' ? name : undefined;
}
