/** Removes one rule from the behavior data of a mock. */
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../../runtime/behavior.js';
import type { MethodDescriptor } from '../../../runtime/descriptor.js';
import { isObject, getMember } from '../../../generator/lib/json.js';
import { resolvePointer, findMethod, getSpecification, type ApiName, type SpecifiedRule } from '../support/specifications.js';
import { adjustField } from './guards.js';
import { locateRule } from './rule-statements.js';

export function removeRule(api: ApiBehavior, rule: SpecifiedRule): ApiBehavior {
  if (rule.pointer[0] !== 'schemas')
    return {
      ...api,
      methods: api.methods.map((candidate) => (isRuleOfMethod(rule, candidate.method.id) ? withoutMethodRule(candidate, rule) : candidate)),
    };
  const places = locateRule(api, rule);
  if (places.length === 0) return withoutMessageRule(api, rule);
  if (rule.pointer[2] !== 'x-rules' && rule.facet !== 'validation') return withoutFacet(api, rule);
  const paths = new Map(places.map(({ resource, path }) => [resource.path, path]));
  return {
    ...api,
    resources: api.resources.map((candidate) => {
      const path = paths.get(candidate.path);
      return path === undefined ? candidate : { ...candidate, ...withoutSchemaRule(candidate, rule, path) };
    }),
  };
}

function isRuleOfMethod({ owner }: SpecifiedRule, id: string): boolean {
  return owner === id || owner.startsWith(`${id}(`);
}

function withoutMethodRule(method: MethodBehavior, rule: SpecifiedRule): MethodBehavior {
  if (rule.facet === 'scopes') return { ...method, method: omitKey(method.method, 'scopes') };
  if (rule.facet === 'permission') {
    const name = rule.id.split(' ').at(-1);
    const permissions = (method.permissions ?? []).filter(
      (permission) => (typeof permission === 'string' ? permission : permission.permission) !== name,
    );
    return { ...method, permissions };
  }
  if (rule.facet === 'changeRecord') return omitKey(method, 'changeRecord');
  if (rule.facet === 'default') return { ...method, method: changeDefault(method.method, /\((.*)\)/.exec(rule.owner)?.[1] ?? '') };
  return { ...method, rules: (method.rules ?? []).filter(({ kind }) => kind !== rule.facet) };
}

/** Without a default, a flag is still false and a page has the size of its rule, so the test changes the default instead of removing it. */
function changeDefault(method: MethodDescriptor, name: string): MethodDescriptor {
  const parameter = method.parameters?.[name];
  const value = parameter?.default;
  const changed = { ...parameter, default: typeof value === 'boolean' ? !value : Number(value) - 1 };
  return { ...method, parameters: { ...method.parameters, [name]: changed } };
}

/** A rule of a request schema applies to the fields that its methods set, and one of a list response to its pages. */
function withoutMessageRule(api: ApiBehavior, { pointer, facet }: SpecifiedRule): ApiBehavior {
  const takesSchema = ({ method: { id } }: MethodBehavior): boolean => {
    const { value } = findMethod(api.name as ApiName, id.slice(api.name.length + 1));
    return getMember(getMember(value, 'request') ?? {}, '$ref') === pointer[1];
  };
  if (facet === 'omitEmpty') {
    const isPage = ({ responseType }: MethodBehavior): boolean => responseType === pointer[1];
    return { ...api, methods: api.methods.map((candidate) => (isPage(candidate) ? omitKey(candidate, 'omitsEmptyItems') : candidate)) };
  }
  if (facet !== 'etag') return api;
  return {
    ...api,
    methods: api.methods.map((candidate) =>
      candidate.action.kind === 'setFields' && takesSchema(candidate)
        ? { ...candidate, action: omitKey(candidate.action, 'fingerprint') as MethodBehavior['action'] }
        : candidate,
    ),
  };
}

function withoutSchemaRule(
  { rules = [], validations = [], relatedValidations = [] }: ResourceBehavior,
  rule: SpecifiedRule,
  path: readonly string[],
): object {
  if (rule.facet === 'validation') return withoutValidation({ validations, relatedValidations }, rule);
  const specifiedRule = resolvePointer(getSpecification(rule.api).value, rule.pointer);
  return { rules: rules.filter((candidate) => !isRule(candidate, specifiedRule, path)) };
}

function withoutValidation(
  { validations, relatedValidations }: Required<Pick<ResourceBehavior, 'validations' | 'relatedValidations'>>,
  { api, pointer }: SpecifiedRule,
): object {
  const message = getMember(resolvePointer(getSpecification(api).value, pointer) ?? {}, 'message');
  const isOther = (candidate: { readonly message: string }): boolean => candidate.message !== message;
  return { validations: validations.filter(isOther), relatedValidations: relatedValidations.filter(isOther) };
}

/** A rule of a nested object refers to fields by path. */
function isRule(rule: object, specifiedRule: unknown, path: readonly string[]): boolean {
  const prefix = path.flatMap((step) => (step === '[]' ? [] : [`${step}.`])).join('');
  return Object.entries(rule).every(([key, value]) => {
    const specifiedValue = isObject(specifiedRule as never) ? (specifiedRule as Readonly<Record<string, unknown>>)[key] : undefined;
    const localValue = typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : value;
    return prefix !== '' && key === 'covers' ? true : JSON.stringify(specifiedValue) === JSON.stringify(localValue);
  });
}

/** The field without the facet; behavior data and specification use the same name. */
function withoutFacet(api: ApiBehavior, { pointer, facet }: SpecifiedRule): ApiBehavior {
  return adjustField(api, { objectType: String(pointer[1]), name: String(pointer[3]) }, (field) => omitKey(field, facet));
}

function omitKey<T extends object>(value: T, key: string): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as T;
}
