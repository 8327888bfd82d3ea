/** Locates a rule in the behavior data of a mock. */
import { getMember } from '../../../generator/lib/json.js';
import type { ApiBehavior, FieldBehavior, MethodBehavior, ResourceBehavior } from '../../../runtime/behavior.js';
import type { MethodRule, SchemaRule } from '../../../runtime/rule.js';
import { resolvePointer, getSpecification, type SpecifiedRule } from '../support/specifications.js';

/** A rule of a method. */
export interface MethodStatement {
  readonly api: ApiBehavior;
  readonly rule: SpecifiedRule;
  readonly method: MethodBehavior;
}

/** A rule of an object at a resource: of the resource itself or of the object at `path`. */
export interface SchemaStatement {
  readonly api: ApiBehavior;
  readonly rule: SpecifiedRule;
  readonly resource: ResourceBehavior;
  /** Path to the object of the rule; `*` is a map key, `[]` a list element. */
  readonly path: readonly string[];
}

/** The method of a rule, from its ID or the owner of a parameter. */
export function findMethod(api: ApiBehavior, { owner }: SpecifiedRule): MethodBehavior | undefined {
  const id = owner.replace(/\(.*\)$/, '');
  return api.methods.find(({ method }) => method.id === id);
}

/** The rule of a method as written in its specification. */
export function readMethodRule<K extends MethodRule['kind']>(rule: SpecifiedRule, kind: K): Extract<MethodRule, { kind: K }> {
  return readRule(rule, kind) as Extract<MethodRule, { kind: K }>;
}

export function readSchemaRule<K extends SchemaRule['kind']>({ rule }: SchemaStatement, kind: K): Extract<SchemaRule, { kind: K }> {
  return readRule(rule, kind) as Extract<SchemaRule, { kind: K }>;
}

function readRule({ api, pointer, id }: SpecifiedRule, kind: string): unknown {
  const value = resolvePointer(getSpecification(api).value, pointer);
  if (getMember(value ?? {}, 'kind') !== kind) throw new Error(`${id} is not a rule of the kind ${kind}`);
  return value;
}

/** The resources with the schema of a rule, then those that contain it in a field, nearest first. */
export function locateRule(api: ApiBehavior, rule: SpecifiedRule): readonly SchemaStatement[] {
  const schema = String(rule.pointer[1]);
  const locations = api.resources.flatMap((resource) => {
    const path = resource.schema === undefined ? undefined : findPath(api, { from: resource.schema, to: schema });
    return path === undefined ? [] : [{ api, rule, resource, path }];
  });
  return locations.sort((one, other) => one.path.length - other.path.length);
}

/** The fields of a resource, if its schema is known. */
export function getResourceFields(
  { objectTypes }: ApiBehavior,
  { schema }: ResourceBehavior,
): Readonly<Record<string, FieldBehavior>> | undefined {
  return objectTypes?.[schema ?? ''];
}

/** The shortest field path from one object type to another. */
function findPath(api: ApiBehavior, { from, to }: { readonly from: string; readonly to: string }): readonly string[] | undefined {
  const top = api.objectTypes?.[from] ?? {};
  let frontier: (readonly [Readonly<Record<string, FieldBehavior>>, readonly string[]])[] = [[top, []]];
  if (from === to) return [];
  const visited = new Set<string>();
  while (frontier.length > 0) {
    const next: typeof frontier = [];
    for (const [fields, path] of frontier) {
      for (const [name, { objectType, type }] of Object.entries(fields)) {
        const steps = [...path, name, ...(type === 'map' ? ['*'] : type === 'array' ? ['[]'] : [])];
        if (objectType === to) return steps;
        if (objectType === undefined || visited.has(objectType)) continue;
        visited.add(objectType);
        next.push([api.objectTypes?.[objectType] ?? {}, steps]);
      }
    }
    frontier = next;
  }
  return undefined;
}

/** The field of a facet: `x-immutable` of `Subnetwork.name`. */
export function findFieldName({ rule }: SchemaStatement): string {
  return String(rule.pointer[3]);
}
