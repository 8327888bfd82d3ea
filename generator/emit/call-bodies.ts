/** What a call does with its body beyond sending it: the mask of an update, the fields that no error may show. */
import type { MethodDescriptor } from '../../templates/runtime/descriptor.js';
import { limitDepth } from './field-depth.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { Api, Field, Method, Type } from '../model/model.js';
import { listInnerTypes } from './type-forms.js';
import { getLookup } from './cached-lookup.js';

/** Secret in whatever API they stand, marked or not. */
const secretNames = /^(?:privateKey|rawKey|rsaEncryptedKey|keyValue|password|passphrase|sharedSecret)$|[cC]lientSecret$/;
const deepest = 8;

/** What takes the mask of an update (a query parameter, or a field beside the resource in the body), and what the mask names as a whole. */
export function toUpdateMaskDescriptor(method: Method, api: Api): MethodDescriptor['updateMask'] {
  if (method.request === undefined) return undefined;
  const lookup = getLookup(api);
  const parameter = method.parameters.find(
    ({ name, location }) => location === 'query' && (name === 'updateMask' || name === 'update_mask'),
  );
  const changes = method.httpMethod === 'PATCH' || method.httpMethod === 'PUT';
  const beside = parameter === undefined && changes ? maskBeside(method, lookup) : undefined;
  const name = parameter?.type.kind === 'string' ? parameter.name : beside?.name;
  if (name === undefined) return undefined;
  const type = beside?.type ?? method.request;
  const found = pathsIn(type, { lookup, prefix: '', above: [], left: limitDepth(lookup.object(type), lookup, deepest) });
  const pathsOf = (kind: Path['kind']): readonly string[] => found.flatMap((path) => (path.kind === kind ? [path.path] : []));
  const [readOnly, whole] = [pathsOf('readOnly'), pathsOf('whole')];
  return {
    name,
    ...(beside && { in: 'body' as const, of: beside.of }),
    ...(readOnly.length > 0 && { readOnly }),
    ...(whole.length > 0 && { whole }),
  };
}

interface Beside {
  readonly name: string;
  /** The field that holds the resource, and its type. */
  readonly of: string;
  readonly type: Type;
}

/** The only mask among the fields of a body that holds the resource in another one: `{ instance, fieldMask }`; masks of what is read are none. */
function maskBeside({ request, requestWrap }: Method, lookup: Lookup): Beside | undefined {
  const fields = requestWrap === undefined ? [] : (lookup.object(request)?.fields ?? []);
  const resource = fields.find(({ name }) => name === requestWrap);
  const masks = fields.filter(
    ({ name, type }) => type.kind === 'string' && type.format === 'google-fieldmask' && !/^(?:read|view|output)/.test(name),
  );
  const [mask] = masks;
  return resource && mask && masks.length === 1 ? { name: mask.name, of: resource.name, type: resource.type } : undefined;
}

interface Place {
  readonly lookup: Lookup;
  readonly prefix: string;
  /** Types that lead here. */
  readonly above: readonly Type[];
  /** Objects that may be inside; what is deeper is named with the one around it. */
  readonly left: number;
}

interface Path {
  readonly path: string;
  readonly kind: 'readOnly' | 'whole';
}

/** Paths of what only the server sets, and of what holds names of its own: maps, open objects, and what repeats itself further down. */
function pathsIn(type: Type, { lookup, prefix, above, left }: Place): readonly Path[] {
  const object = lookup.object(type);
  return (object?.fields ?? []).flatMap((field) => {
    const path = prefix + field.name;
    const inner = lookup.resolve(field.type);
    if (field.readOnly) return [{ path, kind: 'readOnly' }];
    const whole: readonly Path[] = [{ path, kind: 'whole' }];
    if (inner?.kind === 'map' || inner?.kind === 'any') return whole;
    if (inner?.kind !== 'object') return [];
    if (inner.additional !== undefined || inner.fields.length === 0 || above.includes(inner) || left === 0) return whole;
    return pathsIn(inner, { lookup, prefix: `${path}.`, above: [...above, inner], left: left - 1 });
  });
}

/** Names of the secret fields of the body, sorted. */
export function listSecretFields(method: Method, api: Api): readonly string[] {
  if (method.request === undefined) return [];
  const lookup = getLookup(api);
  const found = new Set<string>();
  const seen = new Set<Type>();
  const waiting: Type[] = [method.request];
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    const resolved = lookup.resolve(type);
    if (resolved === undefined || seen.has(resolved)) continue;
    seen.add(resolved);
    waiting.push(...listInnerTypes(resolved));
    if (resolved.kind === 'object') for (const field of resolved.fields) if (isSecret(field, lookup)) found.add(field.name);
  }
  return [...found].sort();
}

function isSecret({ name, type, writeOnly }: Field, lookup: Lookup): boolean {
  return (writeOnly || secretNames.test(name)) && lookup.resolve(type)?.kind === 'string';
}
