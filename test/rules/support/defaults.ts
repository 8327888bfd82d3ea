/**
 * Generates examples of overlay rules: hundreds of public facts of a few kinds, whose kind determines the examples. Rules of documents and
 * other kinds have handwritten examples.
 */
import { type Json, getMember } from '../../../generator/read/specification.js';
import type { Target } from './compile.js';
import type { AcceptedExample, RejectedExample } from './examples.js';
import { isOpen, keywords, typeOf } from './kinds.js';
import { routeTo } from './routes.js';
import { at, methodOf, specificationOf, type SpecifiedRule } from './specifications.js';

interface Shown {
  readonly accept: readonly unknown[];
  readonly reject: readonly unknown[];
}

/** Sets of sets.yaml by format. */
const formatSets: Readonly<Record<string, string>> = {
  int32: 'int32',
  uint32: 'uint32',
  int64: 'int64',
  uint64: 'uint64',
  byte: 'base64',
  'date-time': 'time',
  'google-datetime': 'event-time',
  'google-duration': 'duration',
  'google-fieldmask': 'field-mask',
  url: 'url',
  uuid: 'uuid',
  'cidr-ipv4': 'range',
};

export interface WrittenSet {
  readonly accept?: readonly unknown[];
  readonly reject?: readonly { readonly value: unknown }[];
}

type Sets = Readonly<Record<string, WrittenSet>>;

/** Examples that follow from the rule's value; `undefined` if they must be handwritten. */
function shownBy(rule: SpecifiedRule, sets: Sets): Shown | undefined {
  const stated = at(specificationOf(rule.api).value, rule.pointer);
  const least = typeOf(rule) === 'number' ? 0.001 : 1;
  switch (rule.facet) {
    case 'format': {
      const set = sets[formatSets[String(stated)] ?? ''];
      return set && { accept: set.accept ?? [], reject: (set.reject ?? []).map(({ value }) => value) };
    }
    case 'const':
      return { accept: [stated], reject: [`${String(stated)}s`, ''] };
    case 'notIn':
      return { accept: [typeOf(rule) === 'integer' ? 1 : 'another'], reject: stated as readonly Json[] };
    case 'enum':
      return { accept: [...(stated as readonly Json[]), ...(isOpen(rule) ? ['ANOTHER'] : [])], reject: isOpen(rule) ? [] : ['ANOTHER'] };
    case 'minLength':
      return { accept: ['a'.repeat(Number(stated))], reject: ['a'.repeat(Number(stated) - 1)] };
    case 'minimum':
      return { accept: [Number(stated)], reject: [Number(stated) - least] };
    case 'maximum':
      return { accept: [Number(stated)], reject: [Number(stated) + least] };
    case 'orderBy': {
      const orders = getMember(stated ?? {}, 'orders') ?? [];
      return Array.isArray(orders)
        ? { accept: [...(orders as readonly Json[]), ''], reject: ['noSuchOrder', 'name desc'] }
        : { accept: [...Object.keys(orders), ''], reject: ['noSuchKey'] };
    }
    case 'filter':
      return {
        accept: ['', 'name = a OR NOT (kind:* AND name != "b*")', 'name eq a.*'],
        reject: ['name', '(name = a', 'name = a name eq b', ...(isAggregated(rule) ? [] : ['noSuchField = 1', 'noSuchField eq a'])],
      };
    case 'readOnly':
      return typeOf(rule) === 'object'
        ? { accept: ['x'], reject: ['x'] }
        : { accept: [{ of: 'any shape' }], reject: [{ of: 'any shape' }] };
    default:
      return undefined;
  }
}

/** An aggregated list depends on the list methods of each scope, which are absent if one method is compiled alone. */
function isAggregated({ owner }: SpecifiedRule): boolean {
  return owner.endsWith('.aggregatedList');
}

/** A method rule about one parameter belongs to that parameter. */
function ownerOf({ api, facet, owner, pointer }: SpecifiedRule): string {
  if (facet !== 'orderBy' && facet !== 'filter') return owner;
  return `${owner}(${String(getMember(at(specificationOf(api).value, pointer) ?? {}, 'parameter'))})`;
}

export type Steps = readonly (string | number)[];

export interface Defaulting {
  readonly sets: Sets;
  /** A value at the end of a path and nothing else. */
  readonly put: (steps: Steps, value: unknown) => unknown;
  readonly pointerTo: (steps: Steps) => string;
  readonly stepsOf: (owner: string) => Steps;
}

interface DefaultExamples {
  readonly accepted: readonly AcceptedExample[];
  readonly rejected: readonly RejectedExample[];
}

/** A required field of the object, or of the requests of the methods with this body. */
function requiredExamples(rule: SpecifiedRule, { put, pointerTo, stepsOf }: Defaulting): DefaultExamples {
  const [schema = ''] = rule.owner.split('.');
  const before = stepsOf(rule.owner).slice(0, -1);
  const stated = getMember(at(specificationOf(rule.api).value, rule.pointer) ?? {}, 'required');
  const places: readonly { readonly target: Target; readonly steps: Steps }[] = Array.isArray(stated)
    ? (stated as readonly string[])
        .map((id) => id.slice(rule.api.length + 1))
        .filter((id) => getMember(getMember(methodOf(rule.api, id).value, 'request') ?? {}, '$ref') === schema)
        .map((method) => ({ target: { method, message: 'request' }, steps: ['requestBody', ...before] }))
    : [{ target: { schema }, steps: before }];
  const name = String(rule.owner.split('.').at(-1));
  const only = 'required';
  return {
    accepted: places.map(({ target, steps }) => ({ target, value: put([...steps, name], 'a'), within: pointerTo(steps), only })),
    rejected: places.map(({ target, steps }) => ({
      target,
      value: put(steps, {}),
      keyword: only,
      path: pointerTo(steps),
      message: `must have required property "${name}"`,
    })),
  };
}

/** Validates only the value's place, because other required fields are unknown here. */
export function defaultExamples(rule: SpecifiedRule, means: Defaulting): DefaultExamples | undefined {
  const { sets, put, pointerTo, stepsOf } = means;
  if (rule.facet === 'required' && rule.file.includes('overlays/')) return requiredExamples(rule, means);
  // Requests with a document's output-only fields often come from an overlay.
  const shown = rule.file.includes('overlays/') || rule.facet === 'readOnly' ? shownBy(rule, sets) : undefined;
  if (shown === undefined) return undefined;
  const parameter = /^(.*)\((.*)\)$/.exec(ownerOf(rule));
  const place: { readonly target: Target; readonly steps: Steps } =
    parameter === null
      ? { target: { schema: rule.owner.split('.')[0] ?? '' }, steps: stepsOf(rule.owner) }
      : { target: { method: (parameter[1] ?? '').slice(rule.api.length + 1), message: 'request' }, steps: [parameter[2] ?? ''] };
  const route = rule.facet === 'readOnly' ? routeTo(rule.api, rule.owner.split('.')[0] ?? '') : undefined;
  const accepting =
    route === undefined
      ? place
      : { target: { method: route.method, message: 'request' } as const, steps: [...route.steps, ...place.steps] };
  const keyword = keywords.get(rule.facet) ?? '';
  return {
    accepted: shown.accept.map((value) => ({
      target: accepting.target,
      value: put(accepting.steps, value),
      within: pointerTo(accepting.steps),
      ...(route === undefined && { only: keyword }),
    })),
    rejected: shown.reject.map((value) => ({
      target: place.target,
      value: put(place.steps, value),
      keyword,
      path: pointerTo(place.steps),
      message: undefined,
    })),
  };
}
