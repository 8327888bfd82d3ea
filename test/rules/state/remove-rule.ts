/** Removes one rule from the behavior data of a mock. */
import type { ApiBehavior, FieldBehavior, MethodBehavior, ResourceBehavior } from '../../../templates/runtime/behavior.js';
import type { MethodDescriptor } from '../../../templates/runtime/descriptor.js';
import { isObject, getMember } from '../../../generator/lib/json.js';
import { resolvePointer, findMethod, getSpecification, type ApiName, type SpecifiedRule } from '../support/specifications.js';
import { locateRule } from './rule-statements.js';

export function removeRule(api: ApiBehavior, rule: SpecifiedRule): ApiBehavior {
  if (rule.pointer[0] !== 'schemas')
    return {
      ...api,
      methods: api.methods.map((candidate) => (isRuleOfMethod(rule, candidate.method.id) ? withoutMethodRule(candidate, rule) : candidate)),
    };
  const places = locateRule(api, rule);
  if (places.length === 0) return withoutMessageRule(api, rule);
  const paths = new Map(places.map(({ resource, path }) => [resource.path, path]));
  return {
    ...api,
    resources: api.resources.map((candidate) => {
      const path = paths.get(candidate.path);
      return path === undefined ? candidate : { ...candidate, ...withoutSchemaRule(candidate, rule, path) };
    }),
    ...(api.operation !== undefined && rule.pointer[1] === 'Operation' && { operation: withoutFacet(api.operation, rule) }),
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
    const isPage = ({ responseShape }: MethodBehavior): boolean => responseShape === pointer[1];
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
  { rules = [], validations = [], fields = {} }: ResourceBehavior,
  rule: SpecifiedRule,
  path: readonly string[],
): object {
  if (rule.facet === 'validation') return withoutValidation(validations, rule);
  if (rule.pointer[2] !== 'x-rules') return { fields: path.length === 0 ? withoutFacet(fields, rule) : withoutInner(fields, rule, path) };
  const specifiedRule = resolvePointer(getSpecification(rule.api).value, rule.pointer);
  return { rules: rules.filter((candidate) => !isRule(candidate, specifiedRule, path)) };
}

function withoutValidation(validations: NonNullable<ResourceBehavior['validations']>, { api, pointer }: SpecifiedRule): object {
  const message = getMember(resolvePointer(getSpecification(api).value, pointer) ?? {}, 'message');
  return { validations: validations.filter((candidate) => candidate.message !== message) };
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

type Fields = Readonly<Record<string, FieldBehavior>>;

/** The field without the facet; behavior data and specification use the same name. */
function withoutFacet(fields: Fields, { pointer, facet }: SpecifiedRule): Fields {
  const name = String(pointer[3]);
  const field = fields[name];
  return field === undefined ? fields : { ...fields, [name]: omitKey(field, facet) as FieldBehavior };
}

function withoutInner(fields: Fields, rule: SpecifiedRule, [head = '', ...rest]: readonly string[]): Fields {
  const field = fields[head];
  if (field?.fields === undefined) return fields;
  const fieldSteps = rest.filter((step) => step !== '*' && step !== '[]');
  const inner = fieldSteps.length === 0 ? withoutFacet(field.fields, rule) : withoutInner(field.fields, rule, fieldSteps);
  return { ...fields, [head]: { ...field, fields: inner } };
}

function omitKey<T extends object>(value: T, key: string): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as T;
}
