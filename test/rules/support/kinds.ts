/** What becomes of each kind of rule: judged on a message, kept by the mock, or told to people alone. */
import { type Json, getMember } from '../../../generator/read/specification.js';
import { ruleKinds } from '../../../generator/rules/index.js';
import { findPlaces, type SchemaStatement } from '../state/rule-statements.js';
import { findBehavior } from '../state/world.js';
import { routeTo } from './routes.js';
import { at, specificationOf, type SpecifiedRule } from './specifications.js';

/** Facets that a validator judges, with the keyword of the error. */
export const keywords: ReadonlyMap<string, string> = new Map([
  ...['format', 'pattern', 'enum', 'const', 'minLength', 'maxLength', 'maxBytes', 'byteLength', 'minimum', 'maximum'].map(same),
  ...['required', 'writeOnly', 'noRequestBody'].map(same),
  ...['nonOverlapping', 'dnsRecordData'].map(same),
  ['validation', 'x-validations'],
  ['propertyNames', 'propertyNames'],
  ['notIn', 'not'],
  ['repeated', 'type'],
  ['readOnly', 'type'],
  ['orderBy', 'enum'],
  ['sort', 'enum'],
  ...['filter', 'fieldMask'].map(same),
]);

function same(facet: string): [string, string] {
  return [facet, facet];
}

/** Facets of fields, and what a method asks of its caller, that the mock keeps; besides, each kind of rule that no validator judges. */
const checkedByMock = new Set(['permission', 'scopes', 'default', 'immutable', 'omitEmpty', 'patchable']);
/** Kinds that are judged and kept. */
const alsoCheckedByMock = new Set(['nonOverlapping', 'noRequestBody', 'orderBy', 'sort', 'filter', 'fieldMask']);

/** Facets whose rule an object is judged by, not the field that is named. */
export const objectKeywords: ReadonlySet<string> = new Set('required writeOnly validation nonOverlapping dnsRecordData'.split(' '));

/** Facets that only admit: they are noticed by what is no longer accepted. */
export const admitting: ReadonlySet<string> = new Set(['readOnly', 'omitEmpty']);

/** Formats that say how a number is kept, not which numbers there are. */
const uncheckedFormats = new Set(['float', 'double']);

/** An enum whose set of values the documents do not show whole: nothing is refused. */
export function isOpen({ api, pointer, facet }: SpecifiedRule): boolean {
  const marks = getMember(at(specificationOf(api).value, pointer.slice(0, -1)), 'x-undocumented');
  return facet === 'enum' && Array.isArray(marks) && marks.includes('values');
}

/** Judged on a message alone. Output-only fields of what no request carries cannot be ignored in one. */
export function isCheckedByValidator(rule: SpecifiedRule): boolean {
  const { facet, api } = rule;
  if (isUncheckedFormat(rule) || isMaskOfUpdate(rule) || isOfChanges(rule)) return false;
  if (facet === 'readOnly') return routeTo(api, rule.owner.split('.')[0] ?? '') !== undefined && typeOf(rule) !== 'any';
  return keywords.has(facet);
}

/** It compares what is sent with what is stored, which only the mock knows. */
function isOfChanges({ facet, api, pointer }: SpecifiedRule): boolean {
  return facet === 'validation' && String(getMember(at(specificationOf(api).value, pointer) ?? {}, 'rule')).includes('oldSelf');
}

/** Judged by its parameter's format. */
function isMaskOfUpdate({ facet, api, pointer }: SpecifiedRule): boolean {
  return facet === 'fieldMask' && getMember(at(specificationOf(api).value, pointer) ?? {}, 'parameter') !== 'fields';
}

function isUncheckedFormat({ facet, api, pointer }: SpecifiedRule): boolean {
  return facet === 'format' && uncheckedFormats.has(String(at(specificationOf(api).value, pointer)));
}

/** Rules that are neither judged nor kept, by kind, each with the reason. */
const documentationOnly: readonly { readonly because: string; readonly holds: (rule: SpecifiedRule) => boolean }[] = [
  { because: 'it is said to people', holds: ({ facet }) => facet === 'statement' || facet === 'deprecated' },
  { because: 'no request carries it, so none can break it', holds: ({ facet }) => facet === 'readOnly' },
  { because: 'it says how a number is held, not which numbers there are', holds: isUncheckedFormat },
  { because: 'no rule of the method reads the parameter', holds: isUnreadDefault },
];

/** Why a rule is neither judged nor kept; absent where it is one of the two. */
export function explainDocumentationOnly(rule: SpecifiedRule): string | undefined {
  return isCheckedByValidator(rule) || isCheckedByMock(rule) ? undefined : documentationOnly.find(({ holds }) => holds(rule))?.because;
}

/** The default of a parameter that no rule of its method names. */
function isUnreadDefault({ facet, owner, pointer, api }: SpecifiedRule): boolean {
  const name = /\((.*)\)$/.exec(owner)?.[1];
  if (facet !== 'default' || name === undefined) return false;
  const rules = at(specificationOf(api).value, [...pointer.slice(0, -3), 'x-rules']) ?? [];
  return !JSON.stringify(rules).includes(`"parameter":"${name}"`);
}

/** What a server does with a field, whatever a message says of it. */
const ofServers = new Set(['readOnly', 'writeOnly', 'const']);

/** It stands in a resource that is found by its path, where no field around it is the server's as a whole. */
function isServers(rule: SpecifiedRule): boolean {
  if (rule.pointer[0] !== 'schemas' || rule.pointer[2] !== 'properties' || rule.pointer.length !== 5) return false;
  const [place] = findPlaces(findBehavior(rule.api), rule);
  return place !== undefined && isReachable(place) && !(rule.facet === 'readOnly' && isConstant(rule));
}

function isReachable({ api, resource, path }: SchemaStatement): boolean {
  let fields = resource.fields;
  return path.every((step) => {
    if (step === '*' || step === '[]') return true;
    const { readOnly, shape } = fields?.[step] ?? {};
    fields = shape === undefined ? undefined : api.shapes?.[shape];
    return !readOnly;
  });
}

/** What is always the same is not set by anybody. */
function isConstant({ api, pointer }: SpecifiedRule): boolean {
  return getMember(at(specificationOf(api).value, pointer.slice(0, -1)) ?? {}, 'x-const') !== undefined;
}

export function isCheckedByMock(rule: SpecifiedRule): boolean {
  const { facet } = rule;
  if (isUnreadDefault(rule)) return false;
  if (ofServers.has(facet)) return isServers(rule);
  return (
    isOfChanges(rule) ||
    checkedByMock.has(facet) ||
    alsoCheckedByMock.has(facet) ||
    (Object.hasOwn(ruleKinds, facet) && !keywords.has(facet))
  );
}

/** The JSON type of the element that a rule stands at, references resolved. */
export function typeOf({ api, pointer }: SpecifiedRule): string {
  const { value } = specificationOf(api);
  const resolve = (element: Json | undefined): Json | undefined => {
    const schema = getMember(element ?? {}, '$ref');
    return typeof schema === 'string' ? resolve(at(value, ['schemas', schema])) : element;
  };
  return String(getMember(resolve(at(value, pointer.slice(0, -1))) ?? {}, 'type') ?? 'object');
}
