/** References in requests to values of earlier responses. When a scenario runs, the values in the responses of the target replace them. */
import { getAt, isObject, mapMembers, parseJson, type Json, type Pointer } from '../../generator/lib/json.js';

const [open, close] = ['\u27e6', '\u27e7'];
const form = new RegExp(`${open}(\\d+)([^${open}${close}]*)${close}`, 'g');

/** Returns the reference to the value at a pointer in the response of a step. */
export const createReference = (step: number, pointer: Pointer): string => `${open}${step}${JSON.stringify(pointer)}${close}`;

export const isReference = (text: string): boolean => text.startsWith(open);

export const hasReference = (text: string): boolean => text.includes(open);

/** Returns the body of the response of a step. */
export type GetBody = (step: number) => Json | undefined;

/** Replaces the references in text. */
export function resolveText(text: string, getBody: GetBody): string {
  return text.includes(open) ? text.replace(form, (_, step: string, pointer: string) => toText(read(step, pointer, getBody))) : text;
}

/** Replaces the references in a value. Text that is only a reference becomes the value. */
export function resolveValue(value: Json, getBody: GetBody): Json {
  if (typeof value === 'string') {
    const [reference] = value.matchAll(form);
    if (reference?.[0] === value) return read(reference[1] ?? '', reference[2] ?? '', getBody) ?? '';
    return resolveText(value, getBody);
  }
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => resolveValue(item, getBody));
  return isObject(value) ? mapMembers(value, (member) => resolveValue(member, getBody)) : value;
}

function read(step: string, pointer: string, getBody: GetBody): Json | undefined {
  const body = getBody(Number(step));
  // A text of the specification can look like a reference.
  const path = parseJson(pointer);
  return body === undefined || !Array.isArray(path) ? undefined : getAt(body, path as Pointer);
}

const toText = (value: Json | undefined): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));
