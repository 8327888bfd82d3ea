/** Finds the number of the project of a scenario. */
import { isObject, type Json } from '../../generator/lib/json.js';
import type { CallScenario } from './calls.js';

const numberInName = /(?:^|\/)projects\/(\d{6,})(?=\/|$)/;
const projectInPath = /(?:^|\/)projects\/([^/:?]+)/;
const numberField = /^project_?number$/i;

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
  for (const { response } of calls) if (response !== undefined) visitTexts(response, (text, key) => addNumber(text, key, numbers));
  return numbers.size === 1 ? [...numbers][0] : undefined;
}

function addNumber(text: string, key: string, numbers: Set<string>): void {
  const number = numberField.test(key) && /^\d{6,}$/.test(text) ? text : numberInName.exec(text)?.[1];
  if (number !== undefined) numbers.add(number);
}

/** Calls `visit` for each text, with the name of its field. */
function visitTexts(root: Json, visit: (text: string, key: string) => void): void {
  const open: { readonly value: Json; readonly key: string }[] = [{ value: root, key: '' }];
  for (let own = open.pop(); own !== undefined; own = open.pop()) {
    const { value, key } = own;
    if (typeof value === 'string') visit(value, key);
    else if (Array.isArray(value)) for (const element of value as Json[]) open.push({ value: element, key });
    else if (isObject(value)) for (const [name, inner] of Object.entries(value)) open.push({ value: inner, key: name });
  }
}
