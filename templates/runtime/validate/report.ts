/** How compiled validators report. */
import type { ValidationError } from '../descriptor.js';
import { createErrorDetail, type Keyword, type ErrorDetail } from './messages.js';

/** What was found so far; `null` while all is well. */
export type Errors = ValidationError[] | null;

/** What was found so far and one more. No list is made before: one that is empty takes room for many. */
export function append<T>(found: T[] | null, one: T): T[] {
  if (found === null) return [one];
  found.push(one);
  return found;
}

/** A segment of a JSON pointer whose name is known only while judging: the index in a list, the key in a map. */
export type Step = string | number;

/** What was broken: the place in the schema, the keyword, what the keyword was given, the document's section ('' where unknown), the open segments. */
export type Site = readonly [schemaPath: string, keyword: Keyword, parameter: unknown, source?: string, ...steps: readonly Step[]];

/** The errors so far and one more, whose place is within the value that the validator was given. */
export function report(errors: Errors, site: Site): ValidationError[] {
  const [schemaPath, keyword, parameter, source = ''] = site;
  const instancePath = formatInstanceTail(schemaPath, readSteps(site, 4));
  return append(errors, createError({ instancePath, schemaPath }, keyword, createErrorDetail(keyword, parameter, source)));
}

/** Where it was. */
export interface ReportedPlace {
  readonly instancePath: string;
  readonly schemaPath: string;
}

export function createError(
  { instancePath, schemaPath }: ReportedPlace,
  broken: Keyword,
  { message, params }: ErrorDetail,
): ValidationError {
  // A missing fingerprint is a required field to whoever reads the error; `params.rule` tells it apart.
  const keyword = broken === 'fingerprint' ? 'required' : broken;
  return { instancePath, schemaPath: `${schemaPath}/${keyword}`, keyword, params, message };
}

const noSteps: readonly Step[] = [];

/** What a site's list holds from a place on. */
export function readSteps(site: readonly unknown[], start: number): readonly Step[] {
  return site.length > start ? (site.slice(start) as Step[]) : noSteps;
}

/**
 * The errors so far and those of a validator that was given a part of the value. Their places begin at that part: what leads to it is
 * put before them here, so that a value without errors costs no text.
 */
export function joinErrors(errors: Errors, further: { instancePath: string }[] & ValidationError[], place: string): ValidationError[] {
  for (const error of further) error.instancePath = place + error.instancePath;
  if (errors === null) return further;
  for (const error of further) errors.push(error);
  return errors;
}

/** Pointers that hold no open segment, by place in the schema: there are as many as there are places in the code. */
const tailCache = new Map<string, string>();

/** The pointer within the value that belongs to a place in the schema. */
export function formatInstanceTail(schemaPath: string, steps: readonly Step[]): string {
  if (schemaPath === '#') return '';
  if (steps.length > 0) return makeTail(schemaPath, steps);
  let tail = tailCache.get(schemaPath);
  if (tail === undefined) tailCache.set(schemaPath, (tail = makeTail(schemaPath, steps)));
  return tail;
}

function makeTail(schemaPath: string, steps: readonly Step[]): string {
  const segments = schemaPath.split('/').slice(1);
  let tail = '';
  let next = 0;
  for (let at = 0; at < segments.length; at += 1) {
    if (segments[at] === 'properties') tail += `/${segments[(at += 1)]}`;
    else tail += `/${formatPointerSegment(steps[next++] ?? '')}`;
  }
  return tail;
}

export function formatPointerSegment(name: Step): string {
  if (typeof name === 'number') return String(name);
  return name.includes('~') || name.includes('/') ? name.replace(/~/g, '~0').replace(/\//g, '~1') : name;
}
