/** Where new resources stand. */
import { textParameter, type Call } from '../call.js';
import { Refusal } from '../errors.js';
import { textMember, type JsonObject } from '../json.js';
import { fieldOf } from '../shape.js';
import { placeOf, sibling, type Place, type Resource } from '../world/resource.js';

interface New {
  readonly resource: Resource;
  readonly collection: readonly string[];
  readonly body: JsonObject;
}

/** Where a new resource will stand: named by its body or by a parameter, else by the server. */
export async function placeOfNew(call: Call, { resource, collection, body }: New): Promise<Place> {
  const ids: string[] = [];
  for (const [index, field] of resource.behaviour.idFields.entries()) {
    const name = textMember(body, field) ?? idParameter(call, resource, index);
    ids.push(lastSegment(resource, name) ?? (await serverName(call, { resource, collection, field })));
  }
  return placeOf(resource, sibling(resource, collection, ids).segments);
}

/** Where names are paths only their last segment is the id. */
function lastSegment(resource: Resource, name: string | undefined): string | undefined {
  if (name === undefined || name === '') return undefined;
  return resource.nameFrom === undefined ? name : name.slice(name.lastIndexOf('/') + 1);
}

/** `managedZoneId` for `{managedZone}`. */
function idParameter(call: Call, resource: Resource, index: number): string | undefined {
  const { action } = call.method.behaviour;
  if (action.kind === 'create' && action.id !== undefined) return textParameter(call, action.id);
  const parameter = resource.behaviour.idParameters[index] ?? '';
  return textParameter(call, `${parameter.replace(/sId$|Id$/, '')}Id`) ?? textParameter(call, 'id');
}

/** Ids that the server gives: output-only ones, and those called `id`; any other name must be given. */
async function serverName(
  call: Call,
  at: { readonly resource: Resource; readonly collection: readonly string[]; readonly field: string },
): Promise<string> {
  const { resource, collection, field } = at;
  const known = fieldOf(resource.fields, field);
  if (known?.format === 'uint64' || known?.format === 'int64') return call.session.random.id();
  if (known?.readOnly || field === 'id') return String(await call.state.count(`id ${collection.join('/')}`));
  throw new Refusal('required', { message: `Required value '${field}' is missing.`, location: field, rule: 'name' });
}
