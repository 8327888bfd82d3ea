/** What a call of a method looks like in TypeScript: parameters, result, items. */
import type { Api, ListShape, Method, Type } from '../model/model.js';
import type { MethodDescriptor } from '../../templates/runtime/descriptor.js';
import type { Features } from './features.js';
import { stringLiteral } from './literals.js';
import { lookupOf } from './lookup.js';
import type { Names } from './names.js';
import { answersMedia, takesMedia } from './media.js';
import { allOptional } from './parameter-types.js';
import { typeText } from './type-text.js';

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
export function stepsOf(descriptor: MethodDescriptor, { wrapped }: Pick<Features, 'wrapped'>): readonly string[] {
  return [
    ...(hasForms(descriptor.path) ? ['withPathForms'] : []),
    ...(descriptor.list?.in === undefined ? [] : ['withPageTokenInBody']),
    ...(descriptor.requestId === undefined ? [] : [descriptor.requestIdIn === 'body' ? 'withRequestIdInBody' : 'withRequestId']),
    ...(descriptor.updateMask === undefined ? [] : [descriptor.updateMask.in === 'body' ? 'withUpdateMaskInBody' : 'withUpdateMask']),
    ...(descriptor.upload === undefined ? [] : ['withUpload']),
    ...(descriptor.httpBody === undefined ? [] : ['withHttpBody']),
    ...(wrapped && descriptor.httpBody === undefined ? ['withDataWrapper'] : []),
    ...(descriptor.secrets === undefined ? [] : ['withSecrets']),
  ];
}

function resultText(method: Method, names: Names): string {
  if (method.response !== undefined) return typeText(method.response, { names, form: 'output' });
  return method.notShown.includes('response') ? 'unknown' : 'void';
}

/** The element of the list, or of the map (an entry with its key), that a page holds. */
function itemText(page: Type | undefined, list: ListShape, { api, names }: { readonly api: Api; readonly names: Names }): string {
  const lookup = lookupOf(api);
  const field = lookup.field(page, list.items);
  const type = lookup.resolve(field?.type);
  if (type?.kind === 'array') return typeText(type.items, { names, form: 'output' });
  if (type?.kind === 'map') return `[key: string, value: ${typeText(type.values, { names, form: 'output' })}]`;
  return list.shape === 'map' ? '[key: string, value: unknown]' : 'unknown';
}

/** The types in the signature of a method. */
export function callTypes(method: Method, api: Api, names: Names): CallTypes {
  return {
    params: names.method(method.id).params,
    optional: allOptional(method, api),
    result: resultText(method, names),
    options: takesMedia(method, api) ? 'UploadOptions' : method.list === undefined ? 'CallOptions' : 'ListOptions',
    media: answersMedia(method, api),
    ...(method.list !== undefined && {
      item: itemText(method.response, method.list, { api, names }),
      items: method.list.shape === 'map' ? 'never' : stringLiteral(method.list.items),
      ...(method.list.nextPageToken !== 'nextPageToken' && { token: stringLiteral(method.list.nextPageToken) }),
    }),
  };
}

/** Names that also notes which type names were asked for: what a file has to import. */
export function noting(names: Names): { readonly names: Names; imports(): readonly string[] } {
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
