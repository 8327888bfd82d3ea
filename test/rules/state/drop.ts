/** What a mock knows, without one rule. */
import type { ApiBehaviour, FieldBehaviour } from '../../../templates/runtime/descriptor.js';
import { isObject, member } from '../../../generator/read/specification.js';
import { at, specificationOf, type SpecifiedRule } from '../support/specifications.js';

type Data = Readonly<Record<string, unknown>>;

export function dropped(api: ApiBehaviour, rule: SpecifiedRule): ApiBehaviour {
  if (rule.pointer[0] !== 'schemas')
    return { ...api, methods: api.methods.map((one) => (concerns(rule, one.method.id) ? withoutMethodRule(one, rule) : one)) };
  const schema = String(rule.pointer[1]);
  return {
    ...api,
    resources: api.resources.map((one) => ({ ...one, ...withoutSchemaRule(one, { rule, schema }) })),
    ...(api.operation !== undefined && schema === 'Operation' && { operation: withoutFacet(api.operation, rule) }),
  };
}

function concerns({ owner }: SpecifiedRule, id: string): boolean {
  return owner === id || owner.startsWith(`${id}(`);
}

function withoutMethodRule<M extends ApiBehaviour['methods'][number]>(method: M, rule: SpecifiedRule): M {
  if (rule.facet === 'scopes') return { ...method, method: without(method.method, 'scopes') };
  if (rule.facet === 'permission') {
    const name = rule.id.split(' ').at(-1);
    return {
      ...method,
      permissions: (method.permissions ?? []).filter((one) => (typeof one === 'string' ? one : one.permission) !== name),
    };
  }
  if (rule.facet === 'default') return { ...method, defaults: without(method.defaults ?? {}, /\((.*)\)/.exec(rule.owner)?.[1] ?? '') };
  return { ...method, rules: (method.rules ?? []).filter(({ kind }) => kind !== rule.facet) };
}

interface OfSchema {
  readonly rule: SpecifiedRule;
  readonly schema: string;
}

function withoutSchemaRule(
  { schema: own, rules = [], fields = {} }: ApiBehaviour['resources'][number],
  { rule, schema }: OfSchema,
): object {
  const isOwn = own === schema;
  if (rule.pointer[2] === 'x-rules') {
    const stated = at(specificationOf(rule.api).value, rule.pointer);
    const kept = rules.filter(
      (one) =>
        one.kind !== member(stated ?? {}, 'kind') ||
        JSON.stringify(member(stated ?? {}, 'field')) !== JSON.stringify((one as unknown as Data)['field']),
    );
    return isOwn ? { rules: kept } : {};
  }
  return { fields: isOwn ? withoutFacet(fields, rule) : withoutInner(fields, { rule, schema, own }) };
}

type Fields = Readonly<Record<string, FieldBehaviour>>;

/** The field of the rule without the facet; the mock's word for it is the specification's. */
function withoutFacet(fields: Fields, { pointer, facet }: SpecifiedRule): Fields {
  const name = String(pointer[3]);
  const field = fields[name];
  return field === undefined ? fields : { ...fields, [name]: without(field, facet) as FieldBehaviour };
}

/** A schema that is used by a field of another stands there, written out. */
function withoutInner(fields: Fields, { rule, schema, own }: OfSchema & { readonly own: string | undefined }): Fields {
  const properties = at(specificationOf(rule.api).value, ['schemas', own ?? '', 'properties']);
  if (!isObject(properties)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const uses = member(member(properties, name) ?? {}, '$ref') === schema;
      return [name, uses && field.fields !== undefined ? { ...field, fields: withoutFacet(field.fields, rule) } : field];
    }),
  );
}

function without<T extends object>(value: T, key: string): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as T;
}
