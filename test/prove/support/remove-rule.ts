/** Removes a rule from the behavior that a mock interprets, after conventions have added what the specification doesn't state. */
import { getText, isObject, type Json, type JsonObject } from '../../../generator/lib/json.js';
import type { TestedRule } from '../../../fidelity/prove/tested-rule.js';
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../../runtime/behavior.js';

/** The rules that aren't among the `rules` of a method, but members of it. */
const ownMembers: ReadonlySet<string> = new Set(['scopes', 'permission', 'changeRecord']);

/** Throws if the behavior doesn't have the rule. */
export function removeRule(testedRule: TestedRule, behavior: ApiBehavior): ApiBehavior {
  let count = 0;
  const keep = (rule: object): boolean => {
    const isOwn = isSameRule(rule as JsonObject, testedRule.value);
    if (isOwn) count += 1;
    return !isOwn;
  };
  const changed: ApiBehavior = {
    ...behavior,
    methods: behavior.methods.map((method) => {
      if (testedRule.place.in !== 'method' || testedRule.place.method.id !== method.method.id) return method;
      if (ownMembers.has(testedRule.key)) count += 1;
      return removeFromMethod(testedRule, method, keep);
    }),
    resources: behavior.resources.map((resource): ResourceBehavior =>
      testedRule.place.in === 'schema' && resource.rules ? { ...resource, rules: resource.rules.filter(keep) } : resource,
    ),
  };
  if (count === 0) throw new Error(`the behavior doesn't have ${testedRule.id}`);
  return changed;
}

/** Removes a condition from the behavior, and from the validators of requests and resources. */
export function removeValidation({ value }: TestedRule, behavior: ApiBehavior): ApiBehavior {
  const message = getText(value, 'message') ?? '';
  const isOther = (own: { readonly message?: string }): boolean => own.message !== message;
  const changed = ignoreValidatorErrors(behavior, (error) => error.message?.includes(message) === true);
  return {
    ...changed,
    resources: changed.resources.map((resource) => ({
      ...resource,
      ...(resource.validations && { validations: resource.validations.filter(isOther) }),
      ...(resource.relatedValidations && { relatedValidations: resource.relatedValidations.filter(isOther) }),
    })),
  };
}

/** The keywords in the errors of validators. A 64-bit integer is a string, so its type is its format. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  format: ['format', 'type'],
  'x-format': ['format', 'type'],
  pattern: ['pattern'],
  enum: ['enum'],
  'x-notIn': ['not'],
  minimum: ['minimum'],
  maximum: ['maximum'],
  'x-minLength': ['minLength'],
  'x-maxLength': ['maxLength'],
  'x-maxBytes': ['maxBytes'],
  'x-byteLength': ['byteLength'],
  'x-propertyNames': ['propertyNames'],
};

/** The keywords that name the rules of validators. */
export const validatorKeywords: ReadonlySet<string> = new Set([...Object.values(keywords).flat(), 'required', 'const', 'x-validations']);

/** Removes a constraint of a parameter or a field from the validators. */
export function removeConstraint({ key, place }: TestedRule, behavior: ApiBehavior): ApiBehavior {
  const names = keywords[key] ?? [];
  const name =
    place.in === 'parameter'
      ? place.parameter.name
      : place.in === 'schema'
        ? place.path.findLast((step) => !/^[[{]/.test(step))
        : undefined;
  const isPlaced = (instancePath: string): boolean => instancePath.split('/').includes((name ?? '').replaceAll('/', '~1'));
  return ignoreValidatorErrors(behavior, ({ keyword, instancePath }) => names.includes(keyword) && isPlaced(instancePath));
}

function ignoreValidatorErrors(behavior: ApiBehavior, isIgnored: (error: ValidatorError) => boolean): ApiBehavior {
  const change = <T extends object & { readonly validate?: Validator }>(element: T): T => ({
    ...element,
    ...(element.validate && { validate: ignoreErrors(element.validate, isIgnored) }),
  });
  return { ...behavior, methods: behavior.methods.map(change), resources: behavior.resources.map(change) };
}

type Validator = NonNullable<MethodBehavior['validate']>;
type ValidatorError = NonNullable<Validator['errors']>[number];

function ignoreErrors(validate: Validator, isIgnored: (error: ValidatorError) => boolean): Validator {
  const changed = Object.assign(
    (...[value, options]: Parameters<Validator>) => {
      validate(value, options);
      const errors = (validate.errors ?? []).filter((error) => !isIgnored(error));
      changed.errors = errors.length === 0 ? null : errors;
      return errors.length === 0;
    },
    { errors: null as NonNullable<Validator['errors']> | null },
  );
  return changed;
}

/** Removes the format of a field, of which the mock compares values without regard to case. */
export function removeFormat({ place }: TestedRule, behavior: ApiBehavior): ApiBehavior {
  const [schema, [field = '']] = place.in === 'schema' ? [place.schema, place.path] : ['', []];
  const { [field]: own, ...others } = behavior.objectTypes?.[schema] ?? {};
  if (own === undefined) throw new Error(`the behavior doesn't have the field ${schema}.${field}`);
  const { format: _, ...rest } = own;
  return { ...behavior, objectTypes: { ...behavior.objectTypes, [schema]: { ...others, [field]: rest } } };
}

function removeFromMethod({ key, value }: TestedRule, method: MethodBehavior, keep: (rule: object) => boolean): MethodBehavior {
  switch (key) {
    case 'scopes':
      return { ...method, method: { ...method.method, scopes: [] } };
    case 'permission': {
      const name = typeof value === 'string' ? value : getText(value, 'permission');
      const isOther = (each: NonNullable<MethodBehavior['permissions']>[number]): boolean =>
        (typeof each === 'string' ? each : each.permission) !== name;
      return { ...method, ...(method.permissions && { permissions: method.permissions.filter(isOther) }) };
    }
    case 'changeRecord': {
      const { changeRecord: _, ...rest } = method;
      return rest;
    }
    case 'update': {
      // Without the rule, a merge patch is a whole resource.
      const { action } = method;
      const isMerge = isObject(value) && value['merge'] === true && action.kind === 'patch';
      return { ...method, ...(isMerge && { action: { ...action, kind: 'update' } }), rules: (method.rules ?? []).filter(keep) };
    }
    case 'operation': {
      const { operationPath: _, operationFields: __, ...rest } = method;
      return { ...rest, rules: (method.rules ?? []).filter(keep) };
    }
    default:
      return { ...method, rules: (method.rules ?? []).filter(keep) };
  }
}

/** Whether the rule of the behavior is the stated one, or the same of an object inside a resource. */
function isSameRule(rule: JsonObject, stated: Json): boolean {
  if (!isObject(stated) || rule['kind'] !== stated['kind']) return false;
  const [field, own] = [getText(stated, 'field'), getText(rule, 'field')];
  const isInside = field !== undefined && own?.endsWith(`.${field}`) === true;
  return (
    isInside || Object.entries(stated).every(([name, value]) => name === 'source' || JSON.stringify(rule[name]) === JSON.stringify(value))
  );
}
