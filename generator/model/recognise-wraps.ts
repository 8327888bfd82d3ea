/** Bodies that hold the resource in a field: `{ instanceId, instance: {…} }`. */
import { lastLiteral, shapeKey, shapeOf, singular } from './shape.js';
import type { Lookup } from './lookup.js';
import type { Field, Method } from './model.js';

const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'patch']);

/** Methods whose body is not the resource that reads of the same path answer, but has one field that is. */
export function recogniseWraps(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const shown = shownSchemas(methods);
  return methods.map((method) => {
    if (!WRITES.has(method.action.kind) || method.request?.kind !== 'ref') return method;
    const schema = shown.get(keyOf(method));
    if (schema === undefined || schema === method.request.schema) return method;
    return { ...method, ...wrappedIn(lookup.object(method.request)?.fields ?? [], schema, method) };
  });
}

/** Schemas of what can be read, by the shape of its path. */
function shownSchemas(methods: readonly Method[]): ReadonlyMap<string, string> {
  return new Map(
    methods.flatMap((method) =>
      method.action.kind === 'get' && method.response?.kind === 'ref' ? [[keyOf(method), method.response.schema] as const] : [],
    ),
  );
}

function keyOf({ action }: Method): string {
  return 'resource' in action ? shapeKey(shapeOf(action.resource).parts) : '';
}

function wrappedIn(fields: readonly Field[], schema: string, method: Method): Pick<Method, 'action' | 'requestWrap'> {
  const { action } = method;
  const inside = fields.filter(({ type }) => type.kind === 'ref' && type.schema === schema);
  const [field] = inside;
  if (field === undefined || inside.length > 1) return { action };
  const id = action.kind === 'create' && action.id === undefined ? idOf(fields, method) : undefined;
  return { requestWrap: field.name, action: action.kind === 'create' && id !== undefined ? { ...action, id } : action };
}

/** `instanceId` for `instances`, else the only text called so. */
function idOf(fields: readonly Field[], { route }: Method): string | undefined {
  const own = `${singular(lastLiteral(shapeOf(route).parts) ?? '')}Id`.toLowerCase();
  const ids = fields.filter(
    ({ name, type }) => type.kind === 'string' && name.endsWith('Id') && !/^(?:request|project|parent)Id$/.test(name),
  );
  return (ids.find(({ name }) => name.toLowerCase() === own) ?? (ids.length === 1 ? ids[0] : undefined))?.name;
}
