/** Classifies each kind of rule: validated in a message, enforced by the mock, or documentation only. */
import { type Json, getMember } from '../../../generator/lib/json.js';
import { ruleKinds } from '../../../generator/language/index.js';
import { getResourceFields, locateRule, type SchemaStatement } from '../state/rule-statements.js';
import { findBehavior } from '../state/world.js';
import { findRoute } from './routes.js';
import { resolvePointer, getSpecification, type SpecifiedRule } from './specifications.js';

/** Facets that a validator checks, with the keyword of the error. */
export const keywords: ReadonlyMap<string, string> = new Map([
  ...['format', 'pattern', 'enum', 'const', 'minLength', 'maxLength', 'maxBytes', 'byteLength', 'minimum', 'maximum'].map(mapToItself),
  ...['required', 'writeOnly'].map(mapToItself),
  ['nonOverlapping', 'nonOverlapping'],
  ['dns/record-data', 'service'],
  ['validation', 'x-validations'],
  ['propertyNames', 'propertyNames'],
  ['notIn', 'not'],
  ['repeated', 'type'],
  ['readOnly', 'type'],
  ['orderBy', 'enum'],
  ['filter', 'filter'],
]);

function mapToItself(facet: string): [string, string] {
  return [facet, facet];
}

/** Facets of fields and caller requirements that the mock enforces, in addition to the rule kinds that no validator checks. */
const checkedByMock = new Set(['permission', 'scopes', 'default', 'immutable', 'omitEmpty', 'patchable']);
/** Kinds that validators and mock check. */
const alsoCheckedByMock = new Set(['nonOverlapping', 'orderBy', 'filter']);

/** Facets that are validated on the object instead of the field. */
export const objectKeywords: ReadonlySet<string> = new Set('required writeOnly validation nonOverlapping dns/record-data'.split(' '));

/** Facets that only allow values. Without them, the validator rejects valid values. */
export const permissiveFacets: ReadonlySet<string> = new Set(['readOnly', 'omitEmpty']);

/** Formats that specify how values are represented or compared, but not which are valid. */
const uncheckedFormats = new Set(['float', 'double', 'domain-name']);

/** An enum with undocumented values rejects nothing. */
export function isOpen({ api, pointer, facet }: SpecifiedRule): boolean {
  const marks = getMember(resolvePointer(getSpecification(api).value, pointer.slice(0, -1)), 'x-undocumented');
  return facet === 'enum' && Array.isArray(marks) && marks.includes('values');
}

/** Whether a validator checks the rule. Output-only fields that no request contains cannot be tested in a message. */
export function isCheckedByValidator(rule: SpecifiedRule): boolean {
  const { facet, api } = rule;
  if (isUncheckedFormat(rule) || comparesWithOthers(rule)) return false;
  if (facet === 'readOnly') return findRoute(api, rule.owner.split('.')[0] ?? '') !== undefined && getType(rule) !== 'any';
  return keywords.has(facet);
}

/** Whether the rule compares the request with the stored resource or with other resources, which only the mock has. */
function comparesWithOthers({ facet, api, pointer }: SpecifiedRule): boolean {
  const rule = String(getMember(resolvePointer(getSpecification(api).value, pointer) ?? {}, 'rule'));
  return facet === 'validation' && /\b(?:oldSelf|parent|siblings)\b/.test(rule);
}

function isUncheckedFormat({ facet, api, pointer }: SpecifiedRule): boolean {
  return facet === 'format' && uncheckedFormats.has(String(resolvePointer(getSpecification(api).value, pointer)));
}

/** Rules that are not checked, by kind, with the reason. */
const documentationOnly: readonly { readonly because: string; readonly holds: (rule: SpecifiedRule) => boolean }[] = [
  { because: 'it is documentation only', holds: ({ facet }) => facet === 'statement' || facet === 'deprecated' },
  { because: 'no request contains the field, so no request can violate the rule', holds: ({ facet }) => facet === 'readOnly' },
  { because: 'the format specifies how values are represented or compared, not which are valid', holds: isUncheckedFormat },
  { because: 'no rule of the method reads the parameter', holds: isUnreadDefault },
];

/** The reason why a rule is not checked; `undefined` if it is. */
export function explainDocumentationOnly(rule: SpecifiedRule): string | undefined {
  return isCheckedByValidator(rule) || isCheckedByMock(rule) ? undefined : documentationOnly.find(({ holds }) => holds(rule))?.because;
}

/** Whether the rule is the default of a parameter that no rule of the method uses. */
function isUnreadDefault({ facet, owner, pointer, api }: SpecifiedRule): boolean {
  const name = /\((.*)\)$/.exec(owner)?.[1];
  if (facet !== 'default' || name === undefined) return false;
  const rules = resolvePointer(getSpecification(api).value, [...pointer.slice(0, -3), 'x-rules']) ?? [];
  return !JSON.stringify(rules).includes(`:"${name}"`);
}

/** Fields that the server sets regardless of the message. */
const serverSetFacets = new Set(['readOnly', 'writeOnly', 'const']);

/** Whether the field belongs to an addressable resource and is not inside an output-only field. */
function isServerSet(rule: SpecifiedRule): boolean {
  if (rule.pointer[0] !== 'schemas' || rule.pointer[2] !== 'properties' || rule.pointer.length !== 5) return false;
  const [place] = locateRule(findBehavior(rule.api), rule);
  return place !== undefined && isReachable(place) && !(rule.facet === 'readOnly' && isConstant(rule));
}

function isReachable({ api, resource, path }: SchemaStatement): boolean {
  let fields = getResourceFields(api, resource);
  return path.every((step) => {
    if (step === '*' || step === '[]') return true;
    const { readOnly, objectType } = fields?.[step] ?? {};
    fields = objectType === undefined ? undefined : api.objectTypes?.[objectType];
    return !readOnly;
  });
}

/** Nobody sets a constant field. */
function isConstant({ api, pointer }: SpecifiedRule): boolean {
  return getMember(resolvePointer(getSpecification(api).value, pointer.slice(0, -1)) ?? {}, 'x-const') !== undefined;
}

export function isCheckedByMock(rule: SpecifiedRule): boolean {
  const { facet } = rule;
  if (isUnreadDefault(rule)) return false;
  if (serverSetFacets.has(facet)) return isServerSet(rule);
  return (
    comparesWithOthers(rule) ||
    checkedByMock.has(facet) ||
    alsoCheckedByMock.has(facet) ||
    ((Object.hasOwn(ruleKinds, facet) || facet.includes('/')) && !keywords.has(facet))
  );
}

/** The JSON type of a rule's element, with references resolved. */
export function getType({ api, pointer }: SpecifiedRule): string {
  const { value } = getSpecification(api);
  const resolve = (element: Json | undefined): Json | undefined => {
    const schema = getMember(element ?? {}, '$ref');
    return typeof schema === 'string' ? resolve(resolvePointer(value, ['schemas', schema])) : element;
  };
  return String(getMember(resolve(resolvePointer(value, pointer.slice(0, -1))) ?? {}, 'type') ?? 'object');
}
