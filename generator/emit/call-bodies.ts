/** How calls process request bodies: the update mask, and the secret fields that errors must not show. */
import type { MethodDescriptor } from '../../templates/runtime/descriptor.js';
import { limitDepth } from './field-depth.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { Api, Field, Method, Type } from '../model/model.js';
import { listInnerTypes } from './type-forms.js';
import { getLookup } from './cached-lookup.js';

/** Fields that are secret in every API. */
const secretNamePattern = /^(?:privateKey|rawKey|rsaEncryptedKey|keyValue|password|passphrase|sharedSecret)$|[cC]lientSecret$/;
const maxDepth = 8;

/** Returns how a method passes an update mask (as a query parameter or as a field of the body) and which paths the mask treats specially. */
export function toUpdateMaskDescriptor(method: Method, api: Api): MethodDescriptor['updateMask'] {
  if (method.request === undefined) return undefined;
  const lookup = getLookup(api);
  const parameter = method.parameters.find(
    ({ name, location }) => location === 'query' && (name === 'updateMask' || name === 'update_mask'),
  );
  const isUpdate = method.httpMethod === 'PATCH' || method.httpMethod === 'PUT';
  const bodyMask = parameter === undefined && isUpdate ? findBodyMask(method, lookup) : undefined;
  const name = parameter?.type.kind === 'string' ? parameter.name : bodyMask?.name;
  if (name === undefined) return undefined;
  const type = bodyMask?.type ?? method.request;
  const found = listMaskPaths(type, { lookup, prefix: '', ancestors: [], depthLeft: limitDepth(lookup.object(type), lookup, maxDepth) });
  const filterPaths = (kind: MaskPath['kind']): readonly string[] => found.flatMap((path) => (path.kind === kind ? [path.path] : []));
  const [readOnly, whole] = [filterPaths('readOnly'), filterPaths('whole')];
  return {
    name,
    ...(bodyMask && { in: 'body' as const, of: bodyMask.of }),
    ...(readOnly.length > 0 && { readOnly }),
    ...(whole.length > 0 && { whole }),
  };
}

interface BodyMask {
  readonly name: string;
  /** The field that contains the resource, and its type. */
  readonly of: string;
  readonly type: Type;
}

/** Finds the update mask in a body that wraps the resource: `{ instance, fieldMask }`. Masks of the response don't count. */
function findBodyMask({ request, requestWrap }: Method, lookup: Lookup): BodyMask | undefined {
  const fields = requestWrap === undefined ? [] : (lookup.object(request)?.fields ?? []);
  const resource = fields.find(({ name }) => name === requestWrap);
  const masks = fields.filter(
    ({ name, type }) => type.kind === 'string' && type.format === 'google-fieldmask' && !/^(?:read|view|output)/.test(name),
  );
  const [mask] = masks;
  return resource && mask && masks.length === 1 ? { name: mask.name, of: resource.name, type: resource.type } : undefined;
}

interface WalkPosition {
  readonly lookup: Lookup;
  readonly prefix: string;
  /** The types that contain this one. */
  readonly ancestors: readonly Type[];
  /** The remaining depth. A mask names deeper objects as a whole. */
  readonly depthLeft: number;
}

interface MaskPath {
  readonly path: string;
  readonly kind: 'readOnly' | 'whole';
}

/** Lists the paths of output-only fields, and of fields that a mask must name as a whole: maps, open objects, and recursive objects. */
function listMaskPaths(type: Type, { lookup, prefix, ancestors, depthLeft }: WalkPosition): readonly MaskPath[] {
  const object = lookup.object(type);
  return (object?.fields ?? []).flatMap((field) => {
    const path = prefix + field.name;
    const inner = lookup.resolve(field.type);
    if (field.readOnly) return [{ path, kind: 'readOnly' }];
    const whole: readonly MaskPath[] = [{ path, kind: 'whole' }];
    if (inner?.kind === 'map' || inner?.kind === 'any') return whole;
    if (inner?.kind !== 'object') return [];
    if (inner.additional !== undefined || inner.fields.length === 0 || ancestors.includes(inner) || depthLeft === 0) return whole;
    return listMaskPaths(inner, { lookup, prefix: `${path}.`, ancestors: [...ancestors, inner], depthLeft: depthLeft - 1 });
  });
}

/** Lists the names of the secret fields of the body, sorted. */
export function listSecretFields(method: Method, api: Api): readonly string[] {
  if (method.request === undefined) return [];
  const lookup = getLookup(api);
  const found = new Set<string>();
  const seen = new Set<Type>();
  const queue: Type[] = [method.request];
  for (let type = queue.pop(); type !== undefined; type = queue.pop()) {
    const resolved = lookup.resolve(type);
    if (resolved === undefined || seen.has(resolved)) continue;
    seen.add(resolved);
    queue.push(...listInnerTypes(resolved));
    if (resolved.kind === 'object') for (const field of resolved.fields) if (isSecret(field, lookup)) found.add(field.name);
  }
  return [...found].sort();
}

function isSecret({ name, type, writeOnly }: Field, lookup: Lookup): boolean {
  return (writeOnly || secretNamePattern.test(name)) && lookup.resolve(type)?.kind === 'string';
}
