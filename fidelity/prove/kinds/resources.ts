/** Helpers for rules about resources. */
import type { Condition } from '../../../runtime/resource-rules.js';
import { getAt, type Json, type JsonObject } from '../../../generator/lib/json.js';
import type { Method, Resource } from '../../../generator/model/model.js';
import type { ApiIndex } from '../api-index.js';
import type { RulePath } from '../tested-rule.js';
import { findSchemaPath, setAt } from '../field-paths.js';
import { findCreatedPath } from '../created-path.js';
import { resolveText, resolveValue } from '../references.js';
import { prepareCall } from '../prepare.js';
import { ScenarioError, type Instance, type Reply, type ScenarioBuilder } from '../scenario-builder.js';

export interface SchemaResource {
  readonly resource: Resource;
  /** The path from the resource to objects of the schema. */
  readonly path: RulePath;
}

/** Lists the resources that have a schema, and those that contain it, the nearest first. */
export function listResources(index: ApiIndex, schema: string): readonly SchemaResource[] {
  return [...index.api.resources, ...index.api.operationResources]
    .flatMap((resource) => {
      const path =
        resource.schema === undefined ? undefined : findSchemaPath({ kind: 'ref', schema: resource.schema }, schema, index.lookup);
      return path === undefined ? [] : [{ resource, path }];
    })
    .sort((one, other) => one.path.length - other.path.length);
}

/** Sets the fields of a condition to their first value. */
export function satisfyCondition(condition: Condition | undefined, body: Json = {}): JsonObject {
  return Object.entries(condition ?? {}).reduce<Json>((changed, [field, values]) => {
    const [value] = values;
    return value === undefined || value === null ? setAt(changed, field.split('.'), undefined) : setAt(changed, field.split('.'), value);
  }, body) as JsonObject;
}

export interface CreatedInstance extends Instance {
  readonly reply: Reply;
}

/** Creates a resource with the given members. Throws `ScenarioError` if the mock rejects it. */
export async function createWith(builder: ScenarioBuilder, resource: Resource, change: JsonObject): Promise<CreatedInstance> {
  const method = builder.index.findCreation(resource);
  if (method === undefined) throw new ScenarioError('no method creates the resource');
  const call = await prepareCall(builder, method, change);
  const reply = await builder.mustCall(call, { fields: [] });
  const created = { resource, path: findCreatedPath(builder, resource, { call, step: reply.step }), body: call.body ?? {}, reply };
  builder.addInstance(created);
  return created;
}

/** Adds a call that reads a resource, if there is a method for it, and compares the given fields. */
export async function readInstance(
  builder: ScenarioBuilder,
  instance: Instance,
  fields: readonly string[] = [],
): Promise<Reply | undefined> {
  const read = builder.createRead(instance);
  return read && builder.call(read, { fields });
}

/** The body of the creation, with the name that a seed needs. */
export function toSeededBody(builder: ScenarioBuilder, { body: sent, resource, path }: Instance): Json {
  const [field = ''] = resource.idFields;
  const id = resolveText(path, builder.getBody).split('/').at(-1) ?? '';
  const body = resolveValue(sent, builder.getBody);
  if (resource.implicit) return body;
  return field === '' || getAt(body, field.split('.')) !== undefined ? body : setAt(body, field.split('.'), id);
}

/** The methods that change a resource. */
export const listChanges = (index: ApiIndex, resource: Resource): readonly Method[] =>
  index.listMethods(resource).filter(({ action }) => action.kind === 'patch' || action.kind === 'update' || action.kind === 'setFields');

/** A link to a network, which need not exist. */
export const toLink = ({ options: { project } }: ScenarioBuilder, name: string): string => `projects/${project}/global/networks/${name}`;
