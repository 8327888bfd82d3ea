/** How compiled validators report. What is wrong is noted while judging, and told as errors once somebody asks. */
import type { ValidationError } from '../descriptor.js';
import { tell, type Keyword, type Told } from './messages.js';

/** Something that is wrong. Of the value that was judged it holds only what cannot change any more. */
export interface Fault {
  /** Pointer to the part of the value that the code which noted it was given; what leads to that part is put before it. */
  place: string;
  /** Adds the errors. No closure, since there are more faults than readers of their errors. */
  readonly tell: (errors: ValidationError[], fault: Fault) => void;
  /** What the code says of the place. */
  readonly site: unknown;
  /** What was found there. */
  readonly found: unknown;
}

/** What was found so far; `null` while all is well. */
export type Faults = Fault[] | null;

/** The errors of all faults, in ajv's shape. */
export function errorsOf(faults: readonly Fault[]): readonly ValidationError[] {
  const errors: ValidationError[] = [];
  for (const fault of faults) fault.tell(errors, fault);
  return errors;
}

/** The faults so far and one more. */
export function noted(faults: Faults, fault: Fault): Fault[] {
  if (faults === null) return [fault];
  faults.push(fault);
  return faults;
}

/** A segment of a JSON pointer whose name is known only while judging: the index in a list, the key in a map. */
export type Step = string | number;

/** What was broken: the place in the schema, the keyword, what the keyword was given, the document's section ('' where unknown), the open segments. */
export type Site = readonly [schemaPath: string, keyword: Keyword, parameter: unknown, source?: string, ...steps: readonly Step[]];

/** The faults so far and one more, whose place is within the value that the validator was given. */
export function report(faults: Faults, site: Site): Fault[] {
  return noted(faults, { place: '', tell: tellBroken, site, found: undefined });
}

function tellBroken(errors: ValidationError[], { place, site }: Fault): void {
  const of = site as Site;
  const schemaPath = of[0];
  const instancePath = place + instanceTail(schemaPath, stepsFrom(of, 4));
  errors.push(errorAt({ instancePath, schemaPath }, of[1], tell(of[1], of[2], of[3] ?? '')));
}

/** Where it was. */
export interface ReportedPlace {
  readonly instancePath: string;
  readonly schemaPath: string;
}

export function errorAt({ instancePath, schemaPath }: ReportedPlace, broken: Keyword, { message, params }: Told): ValidationError {
  // A missing fingerprint is a required field to whoever reads the error; `params.rule` tells it apart.
  const keyword = broken === 'fingerprint' ? 'required' : broken;
  return { instancePath, schemaPath: `${schemaPath}/${keyword}`, keyword, params, message };
}

const noSteps: readonly Step[] = [];

/** What a site's list holds from a place on. */
export function stepsFrom(site: readonly unknown[], start: number): readonly Step[] {
  return site.length > start ? (site.slice(start) as Step[]) : noSteps;
}

/**
 * The faults so far and those of a validator that was given a part of the value. Their places begin at that part: what leads to it is
 * put before them here, so that a value without faults costs no text.
 */
export function joined(faults: Faults, further: Fault[], place: string): Fault[] {
  for (const fault of further) fault.place = place + fault.place;
  if (faults === null) return further;
  for (const fault of further) faults.push(fault);
  return faults;
}

/** Pointers that hold no open segment, by place in the schema: there are as many as there are places in the code. */
const tails = new Map<string, string>();

/** The pointer within the value that belongs to a place in the schema. */
export function instanceTail(schemaPath: string, steps: readonly Step[]): string {
  if (schemaPath === '#') return '';
  if (steps.length > 0) return makeTail(schemaPath, steps);
  let tail = tails.get(schemaPath);
  if (tail === undefined) tails.set(schemaPath, (tail = makeTail(schemaPath, steps)));
  return tail;
}

function makeTail(schemaPath: string, steps: readonly Step[]): string {
  const segments = schemaPath.split('/').slice(1);
  let tail = '';
  let next = 0;
  for (let at = 0; at < segments.length; at += 1) {
    if (segments[at] === 'properties') tail += `/${segments[(at += 1)]}`;
    else tail += `/${pointerSegment(steps[next++] ?? '')}`;
  }
  return tail;
}

export function pointerSegment(name: Step): string {
  if (typeof name === 'number') return String(name);
  return name.includes('~') || name.includes('/') ? name.replace(/~/g, '~0').replace(/\//g, '~1') : name;
}
