/** Describes the media and the raw HTTP bodies of a method. */
import type { MethodDescriptor, UploadDescriptor } from '../../templates/runtime/descriptor.js';
import type { Api, MediaUpload, Method, Type } from '../model/model.js';
import { getLookup } from './cached-lookup.js';

type MediaDescriptor = Pick<MethodDescriptor, 'upload' | 'download' | 'httpBody'>;

export function toMediaDescriptor(method: Method, api: Api): MediaDescriptor {
  const { mediaUpload, mediaDownload, mediaDownloadService, route } = method;
  const httpBody = getHttpBody(method, api);
  return {
    ...(mediaUpload !== undefined && { upload: toUploadDescriptor(mediaUpload, route) }),
    ...(mediaDownload && { download: mediaDownloadService ? 'service' : 'plain' }),
    ...(httpBody !== undefined && { httpBody }),
  };
}

/** Whether calls can upload media. */
export function acceptsMedia(method: Method, api: Api): boolean {
  return method.mediaUpload !== undefined || /request|both/.test(getHttpBody(method, api) ?? '');
}

/** Whether the method has a `Media` variant. */
export function returnsMedia(method: Method, api: Api): boolean {
  return method.mediaDownload || /response|both/.test(getHttpBody(method, api) ?? '');
}

function toUploadDescriptor({ route, resumable, simple, maxSize, accept }: MediaUpload, methodRoute: string): UploadDescriptor {
  const bytes = parseByteSize(maxSize);
  return {
    ...(route !== `upload/${methodRoute}` && { path: route }),
    ...(resumable && { resumable: 1 }),
    ...(!simple && { whole: 0 }),
    ...(bytes !== undefined && { maxSize: bytes }),
    ...(accept.length > 0 && !accept.includes('*/*') && { accept }),
  };
}

const units: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['B', 1],
  ['KB', 1024],
  ['MB', 1024 ** 2],
  ['GB', 1024 ** 3],
  ['TB', 1024 ** 4],
]);

/** Parses a size such as `1GB` or `36700160`. Returns `undefined` for other text. */
export function parseByteSize(size: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^\s*(\d{1,15})\s*([A-Za-z]*)\s*$/.exec(size ?? '') ?? [];
  const factor = units.get(unit.toUpperCase());
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}

function getHttpBody(method: Method, api: Api): MethodDescriptor['httpBody'] {
  const [request, response] = [isHttpBody(method.request, api), isHttpBody(method.response, api)];
  if (request) return response ? 'both' : 'request';
  return response ? 'response' : undefined;
}

const contentFields: readonly string[] = ['contentType', 'data', 'extensions'];

/** Whether a schema represents raw content: `contentType`, base64 `data`, and optional `extensions`. */
function isHttpBody(type: Type | undefined, api: Api): boolean {
  const object = getLookup(api).object(type);
  if (object === undefined || object.additional !== undefined || object.fields.length > contentFields.length) return false;
  const fields = new Map(object.fields.map((field) => [field.name, field.type]));
  const [contentType, data] = [fields.get('contentType'), fields.get('data')];
  const isShape = contentType?.kind === 'string' && data?.kind === 'string' && data.format === 'byte';
  return isShape && [...fields.keys()].every((name) => contentFields.includes(name));
}
