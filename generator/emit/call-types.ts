/** What a call of a method looks like in TypeScript: parameters, result, items. */
import type { Api, ListShape, Method, Type } from '../model/model.js';
import type { MethodDescriptor } from '../../templates/runtime/descriptor.js';
import type { Features } from './features.js';
import { toStringLiteral } from './literals.js';
import { getLookup } from './cached-lookup.js';
import type { Names } from './names.js';
import { returnsMedia, acceptsMedia } from './media-descriptors.js';
import { isCallableWithoutParameters } from './parameter-types.js';
import { formatType } from './type-text.js';

export interface CallTypes {
  /** `ManagedZonesGetParams` */
  readonly params: string;
  /** Whether the call is complete without parameters. */
  readonly optional: boolean;
  /** What is answered; of a list, one page. */
  readonly result: string;
  /** What a list call yields. */
  readonly item?: string;
  /** Of a list, the type that names the field of its items: `'items'`; `never` where a mask does not narrow them. */
  readonly items?: string;
  /** Of a list, the type that names the field of the next page's token, unless it is the usual one. */
  readonly token?: string;
  /** What a call can differ in. */
  readonly options: 'CallOptions' | 'ListOptions' | 'UploadOptions';
  /** Whether there is a second way of calling it that answers media. */
  readonly media: boolean;
}

/**
 * Whether names of another form than the path shows are wrong. Firestore's say that something stands below `documents`, where its
 * descriptions name `documents` itself, too: that is left to the service.
 */
function hasForms(path: string): boolean {
  return path.includes('=') && !path.includes('/*/**');
}

/** Functions of the runtime that prepare the calls of a method beyond the ordinary. */
export function listMiddleware(descriptor: MethodDescriptor, { wrapped }: Pick<Features, 'wrapped'>): readonly string[] {
  return [
    ...(hasForms(descriptor.path) ? ['validatePathValues'] : []),
    ...(descriptor.list?.in === undefined ? [] : ['addPageTokenToBody']),
    ...(descriptor.requestId === undefined ? [] : [descriptor.requestIdIn === 'body' ? 'addRequestIdToBody' : 'addRequestId']),
    ...(descriptor.updateMask === undefined ? [] : [descriptor.updateMask.in === 'body' ? 'addUpdateMaskToBody' : 'addUpdateMask']),
    ...(descriptor.upload === undefined ? [] : ['applyUpload']),
    ...(descriptor.httpBody === undefined ? [] : ['applyHttpBody']),
    ...(wrapped && descriptor.httpBody === undefined ? ['applyDataWrapper'] : []),
    ...(descriptor.secrets === undefined ? [] : ['collectSecrets']),
  ];
}

function resultText(method: Method, names: Names): string {
  if (method.response !== undefined) return formatType(method.response, { names, form: 'output' });
  return method.undocumentedAspects.includes('response') ? 'unknown' : 'void';
}

/** The element of the list, or of the map (an entry with its key), that a page holds. */
function itemText(page: Type | undefined, list: ListShape, { api, names }: { readonly api: Api; readonly names: Names }): string {
  const lookup = getLookup(api);
  const field = lookup.field(page, list.items);
  const type = lookup.resolve(field?.type);
  if (type?.kind === 'array') return formatType(type.items, { names, form: 'output' });
  if (type?.kind === 'map') return `[key: string, value: ${formatType(type.values, { names, form: 'output' })}]`;
  return list.shape === 'map' ? '[key: string, value: unknown]' : 'unknown';
}

/** The types in the signature of a method. */
export function buildCallTypes(method: Method, api: Api, names: Names): CallTypes {
  return {
    params: names.method(method.id).params,
    optional: isCallableWithoutParameters(method, api),
    result: resultText(method, names),
    options: acceptsMedia(method, api) ? 'UploadOptions' : method.list === undefined ? 'CallOptions' : 'ListOptions',
    media: returnsMedia(method, api),
    ...(method.list !== undefined && {
      item: itemText(method.response, method.list, { api, names }),
      items: method.list.shape === 'map' ? 'never' : toStringLiteral(method.list.items),
      ...(method.list.nextPageToken !== 'nextPageToken' && { token: toStringLiteral(method.list.nextPageToken) }),
    }),
  };
}

/** Names that also notes which type names were asked for: what a file has to import. */
export function trackImports(names: Names): { readonly names: Names; imports(): readonly string[] } {
  const used = new Set<string>();
  const note = (name: string): string => {
    used.add(name);
    return name;
  };
  return {
    names: {
      ...names,
      schema: (id, form) => note(names.schema(id, form)),
      object: (type, form) => note(names.object(type, form)),
      method: (id) => {
        const found = names.method(id);
        note(found.params);
        return found;
      },
    },
    imports: () => [...used].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
  };
}
