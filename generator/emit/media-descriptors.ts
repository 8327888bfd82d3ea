/** What a method takes and answers beside JSON: media, and bodies that are content as it is. */
import type { MethodDescriptor, UploadDescriptor } from '../../templates/runtime/descriptor.js';
import type { Api, MediaUpload, Method, Type } from '../model/model.js';
import { getLookup } from './cached-lookup.js';

type MediaDescriptor = Pick<MethodDescriptor, 'upload' | 'download' | 'httpBody'>;

export function toMediaDescriptor(method: Method, api: Api): MediaDescriptor {
  const { mediaUpload, mediaDownload, mediaDownloadService, route } = method;
  const httpBody = httpBodyOf(method, api);
  return {
    ...(mediaUpload !== undefined && { upload: uploadDescriptor(mediaUpload, route) }),
    ...(mediaDownload && { download: mediaDownloadService ? 'service' : 'plain' }),
    ...(httpBody !== undefined && { httpBody }),
  };
}

/** Whether calls may carry media beside their parameters. */
export function acceptsMedia(method: Method, api: Api): boolean {
  return method.mediaUpload !== undefined || /request|both/.test(httpBodyOf(method, api) ?? '');
}

/** Whether there is a second way of calling it that answers media. */
export function returnsMedia(method: Method, api: Api): boolean {
  return method.mediaDownload || /response|both/.test(httpBodyOf(method, api) ?? '');
}

function uploadDescriptor({ route, resumable, simple, maxSize, accept }: MediaUpload, own: string): UploadDescriptor {
  const bytes = parseByteSize(maxSize);
  return {
    ...(route !== `upload/${own}` && { path: route }),
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

/** `1GB`, `36700160`; undefined for what says no size. */
export function parseByteSize(size: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^\s*(\d{1,15})\s*([A-Za-z]*)\s*$/.exec(size ?? '') ?? [];
  const factor = units.get(unit.toUpperCase());
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}

function httpBodyOf(method: Method, api: Api): MethodDescriptor['httpBody'] {
  const [request, response] = [isContent(method.request, api), isContent(method.response, api)];
  if (request) return response ? 'both' : 'request';
  return response ? 'response' : undefined;
}

const contentFields: readonly string[] = ['contentType', 'data', 'extensions'];

/** A shape that stands for content as it is: `contentType`, `data` in base64, and `extensions` perhaps. */
function isContent(type: Type | undefined, api: Api): boolean {
  const object = getLookup(api).object(type);
  if (object === undefined || object.additional !== undefined || object.fields.length > contentFields.length) return false;
  const fields = new Map(object.fields.map((field) => [field.name, field.type]));
  const [contentType, data] = [fields.get('contentType'), fields.get('data')];
  const isShape = contentType?.kind === 'string' && data?.kind === 'string' && data.format === 'byte';
  return isShape && [...fields.keys()].every((name) => contentFields.includes(name));
}
