/** What a call of a method looks like in TypeScript: parameters, result, items. */
import type { Api, ListShape, Method, Type } from '../model/model.js';
import type { MethodDescriptor } from '../../templates/runtime/descriptor.js';
import type { Features } from './features.js';
import { toStringLiteral } from '../lib/literals.js';
import { getLookup } from './cached-lookup.js';
import type { Names } from './names.js';
import { returnsMedia, acceptsMedia } from './media-descriptors.js';
import { isCallableWithoutParameters } from './parameter-types.js';
import { formatType } from './type-text.js';

export interface CallTypes {
  /** `ManagedZonesGetParams` */
  readonly params: string;
  /** Whether the method can be called without parameters. */
  readonly optional: boolean;
  /** The type of the response. For a list: of one page. */
  readonly result: string;
  /** The type of the items of a list. */
  readonly item?: string;
  /** For a list: the literal type of the field with the items, such as `'items'`. `never` if a mask doesn't narrow the items. */
  readonly items?: string;
  /** For a list: the literal type of the field with the next page token, unless it is `nextPageToken`. */
  readonly token?: string;
  /** The type of the call options. */
  readonly options: 'CallOptions' | 'ListOptions' | 'UploadOptions';
  /** Whether the method has a `Media` variant. */
  readonly media: boolean;
}

/**
 * Whether the path has a template that names must match. Firestore templates with a final `**` don't count: its documentation
 * also allows names without the segments that `**` stands for, so the service validates them.
 */
function hasNameTemplate(path: string): boolean {
  return path.includes('=') && !path.includes('/*/**');
}

/** Lists the middleware that a method needs. */
export function listMiddleware(descriptor: MethodDescriptor, { wrapped }: Pick<Features, 'wrapped'>): readonly string[] {
  return [
    ...(hasNameTemplate(descriptor.path) ? ['validatePathValues'] : []),
    ...(descriptor.list?.in === undefined ? [] : ['addPageTokenToBody']),
    ...(descriptor.requestId === undefined ? [] : [descriptor.requestIdIn === 'body' ? 'addRequestIdToBody' : 'addRequestId']),
    ...(descriptor.updateMask === undefined ? [] : [descriptor.updateMask.in === 'body' ? 'addUpdateMaskToBody' : 'addUpdateMask']),
    ...(descriptor.upload === undefined ? [] : ['applyUpload']),
    ...(descriptor.httpBody === undefined ? [] : ['applyHttpBody']),
    ...(wrapped && descriptor.httpBody === undefined ? ['applyDataWrapper'] : []),
    ...(descriptor.secrets === undefined ? [] : ['collectSecrets']),
  ];
}

function formatResultType(method: Method, names: Names): string {
  if (method.response !== undefined) return formatType(method.response, { names, form: 'output' });
  return method.undocumentedAspects.includes('response') ? 'unknown' : 'void';
}

/** Formats the type of an item. The items of a map are entries with their key. */
function formatItemType(page: Type | undefined, list: ListShape, { api, names }: { readonly api: Api; readonly names: Names }): string {
  const lookup = getLookup(api);
  const field = lookup.field(page, list.items);
  const type = lookup.resolve(field?.type);
  if (type?.kind === 'array') return formatType(type.items, { names, form: 'output' });
  if (type?.kind === 'map') return `[key: string, value: ${formatType(type.values, { names, form: 'output' })}]`;
  return list.shape === 'map' ? '[key: string, value: unknown]' : 'unknown';
}

/** Returns the types in the signature of a method. */
export function buildCallTypes(method: Method, api: Api, names: Names): CallTypes {
  return {
    params: names.method(method.id).params,
    optional: isCallableWithoutParameters(method, api),
    result: formatResultType(method, names),
    options: acceptsMedia(method, api) ? 'UploadOptions' : method.list === undefined ? 'CallOptions' : 'ListOptions',
    media: returnsMedia(method, api),
    ...(method.list !== undefined && {
      item: formatItemType(method.response, method.list, { api, names }),
      items: method.list.shape === 'map' ? 'never' : toStringLiteral(method.list.items),
      ...(method.list.nextPageToken !== 'nextPageToken' && { token: toStringLiteral(method.list.nextPageToken) }),
    }),
  };
}

/** Wraps `Names` and records the used type names, which the file has to import. */
export function trackImports(names: Names): { readonly names: Names; imports(): readonly string[] } {
  const used = new Set<string>();
  const track = (name: string): string => {
    used.add(name);
    return name;
  };
  return {
    names: {
      ...names,
      schema: (id, form) => track(names.schema(id, form)),
      object: (type, form) => track(names.object(type, form)),
      method: (id) => {
        const found = names.method(id);
        track(found.params);
        return found;
      },
    },
    imports: () => [...used].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
  };
}
