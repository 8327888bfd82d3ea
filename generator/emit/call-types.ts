/** What a call of a method looks like in TypeScript: parameters, result, items. */
import type { Api, ListShape, Method, Type } from '../model/model.js';
import { listSecretFields } from './descriptors.js';
import { omitUndefined } from '../lib/json.js';
import { toStringLiteral } from '../lib/literals.js';
import { getLookup } from '../model/schema-lookup.js';
import type { Names } from './names.js';
import { formatMediaParams, getBodyTypeName, isCallableWithoutParameters } from './parameter-types.js';
import { formatType } from './type-text.js';

export interface CallTypes {
  /** `ManagedZonesGetParams` */
  readonly params: string;
  /** The type of the parameters of a call that sends media, if it differs, and the type of the runtime that it uses. */
  readonly mediaParams?: { readonly text: string; readonly bodyType: string };
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
}

/** Lists the steps that a method needs. */
export function listCallSteps(method: Method, api: Api): readonly string[] {
  const { validatesPath, list, requestId, updateMask, mediaUpload, httpBody } = method;
  return [
    ...(validatesPath ? ['validatePathValues'] : []),
    ...(list?.in === 'body' ? ['addPageTokenToBody'] : []),
    ...(requestId === undefined ? [] : [requestId.in === 'body' ? 'addRequestIdToBody' : 'addRequestId']),
    ...(updateMask === undefined ? [] : [updateMask.resourceField === undefined ? 'addUpdateMask' : 'addUpdateMaskToBody']),
    ...(mediaUpload === undefined ? [] : ['applyUpload']),
    ...(httpBody === undefined ? [] : ['applyHttpBody']),
    ...(api.features.includes('dataWrapper') && httpBody === undefined ? ['applyDataWrapper'] : []),
    ...(listSecretFields(method, api).length === 0 ? [] : ['addSecretRedaction']),
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

function buildMediaParams(method: Method, api: Api, names: Names): CallTypes['mediaParams'] {
  const text = formatMediaParams(method, api, names);
  return text === undefined ? undefined : { text, bodyType: getBodyTypeName(method) };
}

/** Returns the types in the signature of a method. */
export function buildCallTypes(method: Method, api: Api, names: Names): CallTypes {
  return {
    params: names.method(method.id).params,
    ...omitUndefined({ mediaParams: buildMediaParams(method, api, names) }),
    optional: isCallableWithoutParameters(method, api),
    result: formatResultType(method, names),
    options: method.acceptsMedia ? 'UploadOptions' : method.list === undefined ? 'CallOptions' : 'ListOptions',
    ...(method.list !== undefined && {
      item: formatItemType(method.response, method.list, { api, names }),
      items: method.list.shape === 'map' ? 'never' : toStringLiteral(method.list.items),
      ...(method.list.nextPageToken !== 'nextPageToken' && { token: toStringLiteral(method.list.nextPageToken) }),
    }),
  };
}

/** A method without required parameters can be called without an argument. */
function getMethodTypeName(method: Method, api: Api): string {
  const kind = method.list !== undefined ? 'List' : method.returnsEvents ? 'Streaming' : '';
  if (isCallableWithoutParameters(method, api)) return `Parameterless${kind}Method`;
  return `${kind || 'Unary'}Method`;
}

interface MethodTypeContext {
  readonly api: Api;
  /** Records the types of the runtime that the file uses. */
  readonly track: NameTracker['track'];
  /** `Bound` for the type of a method of a client, which has no parameter for the client. */
  readonly prefix?: 'Bound';
}

/** Formats the type of a method: `ListMethod<ZonesListParams, ZoneList, Zone, 'items'>`. */
export function formatMethodType(method: Method, types: CallTypes, { api, track, prefix }: MethodTypeContext): string {
  const { params, mediaParams, result, item, items = '', token, options } = types;
  if (mediaParams !== undefined) {
    track(mediaParams.bodyType);
    return `${track(`${prefix ?? ''}UploadMethod`)}<${params}, ${mediaParams.text}, ${result}>`;
  }
  const extraTypes = options === 'UploadOptions' ? `, ${track(options)}` : '';
  const kind = track(`${prefix ?? ''}${getMethodTypeName(method, api)}`);
  if (item === undefined) return `${kind}<${params}, ${result}${extraTypes}>`;
  return `${kind}<${params}, ${result}, ${item}, ${items}${token === undefined ? '' : `, ${token}`}>`;
}

/** Records the names that a file uses and has to import. */
export interface NameTracker {
  readonly track: (name: string) => string;
  readonly list: () => readonly string[];
}

export function createNameTracker(): NameTracker {
  const used = new Set<string>();
  const track = (name: string): string => {
    used.add(name);
    return name;
  };
  return { track, list: () => [...used].sort() };
}

/** Wraps `Names` and records the used type names, which the file has to import. */
export function trackImports(names: Names): { readonly names: Names; imports(): readonly string[] } {
  const { track, list } = createNameTracker();
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
    imports: list,
  };
}
