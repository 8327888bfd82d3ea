/**
 * Generates the examples of overlay rules, because their kind determines the examples. Rules of documents and
 * other kinds have handwritten examples.
 */
import { type Json, getMember } from '../../../generator/lib/json.js';
import type { Target } from './compile.js';
import type { AcceptedExample, RejectedExample } from './examples.js';
import { isOpen, keywords, getType } from './kinds.js';
import { findRoute } from './routes.js';
import { resolvePointer, findMethod, findSomeMethod, getSpecification, type SpecifiedRule } from './specifications.js';

interface ExampleValues {
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
function deriveExampleValues(rule: SpecifiedRule, sets: Sets): ExampleValues | undefined {
  const ruleValue = resolvePointer(getSpecification(rule.api).value, rule.pointer);
  const step = getType(rule) === 'number' ? 0.001 : 1;
  switch (rule.facet) {
    case 'format': {
      const set = sets[formatSets[String(ruleValue)] ?? ''];
      return set && { accept: set.accept ?? [], reject: (set.reject ?? []).map(({ value }) => value) };
    }
    case 'const':
      return { accept: [ruleValue], reject: [`${String(ruleValue)}s`, ''] };
    case 'notIn':
      return { accept: [getType(rule) === 'integer' ? 1 : 'another'], reject: ruleValue as readonly Json[] };
    case 'enum':
      return { accept: [...(ruleValue as readonly Json[]), ...(isOpen(rule) ? ['ANOTHER'] : [])], reject: isOpen(rule) ? [] : ['ANOTHER'] };
    case 'minLength':
      return { accept: ['a'.repeat(Number(ruleValue))], reject: ['a'.repeat(Number(ruleValue) - 1)] };
    case 'minimum':
      return { accept: [Number(ruleValue)], reject: [Number(ruleValue) - step] };
    case 'maximum':
      return { accept: [Number(ruleValue)], reject: [Number(ruleValue) + step] };
    case 'orderBy': {
      const orders = getMember(ruleValue ?? {}, 'orders') ?? [];
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
      return getType(rule) === 'object'
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
function getOwner({ api, facet, owner, pointer }: SpecifiedRule): string {
  if (facet !== 'orderBy' && facet !== 'filter') return owner;
  return `${owner}(${String(getMember(resolvePointer(getSpecification(api).value, pointer) ?? {}, 'parameter'))})`;
}

export type Steps = readonly (string | number)[];

export interface ExampleHelpers {
  readonly sets: Sets;
  /** Builds an object that contains only the value at a path. */
  readonly setAt: (steps: Steps, value: unknown) => unknown;
  readonly toPointer: (steps: Steps) => string;
  readonly toSteps: (owner: string) => Steps;
}

interface DerivedExamples {
  readonly accepted: readonly AcceptedExample[];
  readonly rejected: readonly RejectedExample[];
}

/** Examples of a field that is required in an object or in the requests of some methods. */
function deriveRequiredExamples(rule: SpecifiedRule, { setAt, toPointer, toSteps }: ExampleHelpers): DerivedExamples {
  const [schema = ''] = rule.owner.split('.');
  const objectSteps = toSteps(rule.owner).slice(0, -1);
  const ruleValue = getMember(resolvePointer(getSpecification(rule.api).value, rule.pointer) ?? {}, 'required');
  const locations: readonly { readonly target: Target; readonly steps: Steps }[] = Array.isArray(ruleValue)
    ? (ruleValue as readonly string[])
        .map((id) => id.slice(rule.api.length + 1))
        .filter((id) => getMember(getMember(findMethod(rule.api, id).value, 'request') ?? {}, '$ref') === schema)
        .map((method) => ({ target: { method, message: 'request' }, steps: ['requestBody', ...objectSteps] }))
    : [{ target: { schema }, steps: objectSteps }];
  const name = String(rule.owner.split('.').at(-1));
  const only = 'required';
  return {
    accepted: locations.map(({ target, steps }) => ({ target, value: setAt([...steps, name], 'a'), within: toPointer(steps), only })),
    rejected: locations.map(({ target, steps }) => ({
      target,
      value: setAt(steps, {}),
      keyword: only,
      path: toPointer(steps),
      message: `must have required property "${name}"`,
    })),
  };
}

/** Validates only the value's place, because other required fields are unknown here. */
export function deriveExamples(rule: SpecifiedRule, helpers: ExampleHelpers): DerivedExamples | undefined {
  const { sets, setAt, toPointer, toSteps } = helpers;
  if (rule.facet === 'required' && rule.file.includes('overlays/')) return deriveRequiredExamples(rule, helpers);
  // Requests with a document's output-only fields often come from an overlay.
  const values = rule.file.includes('overlays/') || rule.facet === 'readOnly' ? deriveExampleValues(rule, sets) : undefined;
  if (values === undefined) return undefined;
  const parameter = /^(.*)\((.*)\)$/.exec(getOwner(rule));
  const place: { readonly target: Target; readonly steps: Steps } =
    parameter === null
      ? { target: { schema: rule.owner.split('.')[0] ?? '' }, steps: toSteps(rule.owner) }
      : // A parameter of all methods has the ID of the API. Any method can show it.
        {
          target: { method: (parameter[1] ?? '').slice(rule.api.length + 1) || findSomeMethod(rule.api), message: 'request' },
          steps: [parameter[2] ?? ''],
        };
  const route = rule.facet === 'readOnly' ? findRoute(rule.api, rule.owner.split('.')[0] ?? '') : undefined;
  const accepting =
    route === undefined
      ? place
      : { target: { method: route.method, message: 'request' } as const, steps: [...route.steps, ...place.steps] };
  const keyword = keywords.get(rule.facet) ?? '';
  return {
    accepted: values.accept.map((value) => ({
      target: accepting.target,
      value: setAt(accepting.steps, value),
      within: toPointer(accepting.steps),
      ...(route === undefined && { only: keyword }),
    })),
    rejected: values.reject.map((value) => ({
      target: place.target,
      value: setAt(place.steps, value),
      keyword,
      path: toPointer(place.steps),
      message: undefined,
    })),
  };
}
