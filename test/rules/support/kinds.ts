/** What becomes of each kind of rule: judged on a message, kept by the mock, or told to people alone. */
import { isObject, type Json, member } from '../../../generator/read/specification.js';
import { ruleKinds } from '../../../generator/rules/index.js';
import { apiNames, at, reached, specificationOf, type SpecifiedRule } from './specifications.js';

/** Facets that a validator judges, with the keyword of the error. */
export const keywords: ReadonlyMap<string, string> = new Map([
  ...['format', 'pattern', 'enum', 'const', 'not', 'minLength', 'maxLength', 'maxBytes', 'decodedBytes', 'minimum', 'maximum'].map(same),
  ...['required', 'writeOnly', 'emptyBody'].map(same),
  ...['lessOrEqual', 'requires', 'onlyWhen', 'atMostOne', 'unique', 'nonOverlapping', 'totalSize', 'certificateChain'].map(same),
  ['keys', 'propertyNames'],
  ['repeated', 'type'],
  ['readOnly', 'type'],
]);

function same(facet: string): [string, string] {
  return [facet, facet];
}

/** Facets of fields, and what a method asks of its caller, that the mock keeps; besides, each kind of rule that no validator judges. */
const kept = new Set(['permission', 'scopes', 'default', 'immutable', 'omitEmpty', 'patchable']);
/** Kinds that compare what is judged with what is stored, too. */
const alsoKept = new Set(['nonOverlapping', 'emptyBody']);

/** Facets whose rule an object is judged by, not the field that is named. */
export const ofObjects: ReadonlySet<string> = new Set(
  'required writeOnly lessOrEqual requires onlyWhen atMostOne unique nonOverlapping totalSize certificateChain'.split(' '),
);

/** Facets that only admit: they are noticed by what is no longer accepted. */
export const admitting: ReadonlySet<string> = new Set(['readOnly', 'omitEmpty']);

/** Formats that say how a number is kept, not which numbers there are. */
const unjudgedFormats = new Set(['float', 'double']);

/** An enum whose set of values the documents do not show whole: nothing is refused. */
export function isOpen({ api, pointer, facet }: SpecifiedRule): boolean {
  const marks = member(at(specificationOf(api).value, pointer.slice(0, -1)), 'x-notShown');
  return facet === 'enum' && Array.isArray(marks) && marks.includes('values');
}

/** The requests of all methods in a tree of collections. */
function requestsIn(collection: Json | undefined): Json[] {
  const inner = (key: string): Json[] => Object.values(isObject(collection) ? (member(collection, key) ?? {}) : {}) as Json[];
  return [...inner('methods').map((method) => member(method, 'request') ?? null), ...inner('resources').flatMap(requestsIn)];
}

/** Schemas that a request can carry. */
const sent = new Map(apiNames.map((api) => [api, reached(requestsIn(specificationOf(api).value), specificationOf(api))] as const));

/** Judged on a message alone. Output-only fields of what no request carries cannot be ignored in one. */
export function isJudged(rule: SpecifiedRule): boolean {
  const { facet, api, pointer } = rule;
  if (facet === 'format' && unjudgedFormats.has(String(at(specificationOf(api).value, pointer)))) return false;
  if (facet === 'readOnly') return sent.get(api)?.has(rule.owner.split('.')[0] ?? '') === true;
  return keywords.has(facet);
}

export function isKept({ facet }: SpecifiedRule): boolean {
  return kept.has(facet) || alsoKept.has(facet) || (Object.hasOwn(ruleKinds, facet) && !keywords.has(facet));
}
