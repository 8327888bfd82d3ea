/** Finds the number of the project of a scenario. */
import { isObject, type Json } from '../../lib/json.js';
import type { CallScenario } from './calls.js';

const numberInName = /(?:^|\/)projects\/(\d{6,})(?=\/|$)/;
const projectInPath = /(?:^|\/)projects\/([^/:?]+)/;
const numberField = /^project_?number$/i;
const maxDepth = 40;

const known = new WeakMap<CallScenario, { readonly number: string | undefined }>();

/** Returns the number that responses show of the only project that requests name by its ID. */
export function findProjectNumber(scenario: CallScenario): string | undefined {
  const found = known.get(scenario) ?? { number: searchNumber(scenario) };
  known.set(scenario, found);
  return found.number;
}

function searchNumber({ calls }: CallScenario): string | undefined {
  const projects = new Set(calls.flatMap(({ path }) => projectInPath.exec(path)?.[1] ?? []));
  const [project = ''] = projects;
  if (projects.size !== 1 || /^\d+$/.test(project)) return undefined;
  const numbers = new Set<string>();
  for (const { response } of calls) if (response !== undefined) addNumbers(response, '', numbers);
  return numbers.size === 1 ? [...numbers][0] : undefined;
}

function addNumbers(value: Json, key: string, numbers: Set<string>, depth = 0): void {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) for (const element of value as Json[]) addNumbers(element, key, numbers, depth + 1);
  else if (isObject(value)) for (const [name, inner] of Object.entries(value)) addNumbers(inner, name, numbers, depth + 1);
  else if (typeof value === 'string') {
    const number = numberField.test(key) && /^\d{6,}$/.test(value) ? value : numberInName.exec(value)?.[1];
    if (number !== undefined) numbers.add(number);
  }
}
