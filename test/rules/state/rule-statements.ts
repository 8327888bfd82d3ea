/** A rule, and what it is about in what the mock knows. */
import { getMember } from '../../../generator/read/specification.js';
import type { ApiBehavior, FieldBehavior, MethodBehavior, ResourceBehavior } from '../../../templates/runtime/descriptor.js';
import type { MethodRule, SchemaRule } from '../../../templates/runtime/rule.js';
import { at, specificationOf, type SpecifiedRule } from '../support/specifications.js';

/** A rule of a method. */
export interface MethodStatement {
  readonly api: ApiBehavior;
  readonly rule: SpecifiedRule;
  readonly method: MethodBehavior;
}

/** A rule of an object, at a resource: of the resource itself, or of what stands in it at `path`. */
export interface SchemaStatement {
  readonly api: ApiBehavior;
  readonly rule: SpecifiedRule;
  readonly resource: ResourceBehavior;
  /** Fields that lead to the object that the rule stands on; `*` is a key of a map, `[]` an element of a list. */
  readonly path: readonly string[];
}

/** The method that a rule stands on: its id, or the owner of a parameter. */
export function methodOf(api: ApiBehavior, { owner }: SpecifiedRule): MethodBehavior | undefined {
  const id = owner.replace(/\(.*\)$/, '');
  return api.methods.find(({ method }) => method.id === id);
}

/** The rule of a method as its specification writes it. */
export function methodRule<K extends MethodRule['kind']>(rule: SpecifiedRule, kind: K): Extract<MethodRule, { kind: K }> {
  return readRule(rule, kind) as Extract<MethodRule, { kind: K }>;
}

export function schemaRule<K extends SchemaRule['kind']>({ rule }: SchemaStatement, kind: K): Extract<SchemaRule, { kind: K }> {
  return readRule(rule, kind) as Extract<SchemaRule, { kind: K }>;
}

function readRule({ api, pointer, id }: SpecifiedRule, kind: string): unknown {
  const value = at(specificationOf(api).value, pointer);
  if (getMember(value ?? {}, 'kind') !== kind) throw new Error(`${id} is no rule of the kind ${kind}`);
  return value;
}

/** The resources that have the schema of a rule, then those that hold it in a field: the nearer, the sooner. */
export function findPlaces(api: ApiBehavior, rule: SpecifiedRule): readonly SchemaStatement[] {
  const schema = String(rule.pointer[1]);
  const found = api.resources.flatMap((resource) => {
    const path = resource.schema === undefined ? undefined : pathTo(api, { from: resource.schema, to: schema });
    return path === undefined ? [] : [{ api, rule, resource, path }];
  });
  return found.sort((one, other) => one.path.length - other.path.length);
}

/** The shortest way from one shape to another, by fields. */
function pathTo(api: ApiBehavior, { from, to }: { readonly from: string; readonly to: string }): readonly string[] | undefined {
  const top = api.resources.find(({ schema }) => schema === from)?.fields ?? {};
  let edge: (readonly [Readonly<Record<string, FieldBehavior>>, readonly string[]])[] = [[top, []]];
  if (from === to) return [];
  const seen = new Set<string>();
  while (edge.length > 0) {
    const next: typeof edge = [];
    for (const [fields, path] of edge) {
      for (const [name, { shape, type }] of Object.entries(fields)) {
        const steps = [...path, name, ...(type === 'map' ? ['*'] : type === 'array' ? ['[]'] : [])];
        if (shape === to) return steps;
        if (shape === undefined || seen.has(shape)) continue;
        seen.add(shape);
        next.push([api.shapes?.[shape] ?? {}, steps]);
      }
    }
    edge = next;
  }
  return undefined;
}

/** The field that a facet stands on: `x-immutable` of `Subnetwork.name`. */
export function findFieldName({ rule }: SchemaStatement): string {
  return String(rule.pointer[3]);
}
