/** Uploads: the content alone, beside its metadata, or in pieces. */
import type { UploadDescriptor } from '../descriptor.js';
import { ParameterError, describeValue } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { expandPath, validatePathParameters } from '../path-template.js';
import { createMediaSource, type MediaSource } from './media-source.js';
import { contentTypeOf } from './media-type.js';
import type { MediaUpload, UploadOptions } from './media-content.js';
import { startUploadSession, sendPieces, addQuery } from './resumable-upload.js';
import { uploadOptions } from './upload-options.js';
import type { CallOptions, RequestBuilder, PreparedRequest, Transport } from './client-types.js';

/** One upload. */
export interface UploadContext {
  readonly transport: Transport;
  /** To the upload's address, without the way it goes. Its body is the metadata. */
  readonly request: PreparedRequest;
  readonly options: CallOptions;
  readonly media: MediaUpload;
  readonly source: MediaSource;
  /** Content type. */
  readonly type: string;
}

/** More bytes than these go in pieces, where nothing else is said. */
const largestWhole = 5 * 1024 * 1024;

/** Sends `media` with a call, where a call has them. */
export function applyUpload(draft: RequestBuilder): void {
  const { transport, method, values } = draft;
  draft.method = { ...method, options: uploadOptions };
  const { upload: descriptor = {} } = method;
  draft.transport = {
    ...transport,
    send(request, options: UploadOptions = {}) {
      const { media, ...rest } = options;
      if (!media) return transport.send(request, rest);
      const [path = '', query] = request.path.split('?');
      const route = descriptor.path ?? `upload/${method.path}`;
      if (descriptor.path) validatePathParameters(descriptor.path, values, method.id);
      const address = descriptor.path ? expandPath(descriptor.path, values, method.id) : `upload/${path}`;
      const target = { ...request, route, path: query ? `${address}?${query}` : address };
      return upload({ transport, request: target, options: rest, media }, descriptor);
    },
  };
}

async function upload(call: Omit<UploadContext, 'source' | 'type'>, descriptor: UploadDescriptor): Promise<ApiResponse> {
  const { media, request } = call;
  const source = createMediaSource(media.body, media.size, request.id);
  try {
    const sending: UploadContext = { ...call, source, type: contentTypeOf(media) };
    checkSize(sending, descriptor);
    if (!inPieces(sending, descriptor)) return await sendWhole(sending);
    return await sendPieces(sending, media.resumeFrom ?? (await startUploadSession(sending)));
  } finally {
    source.close();
  }
}

function checkSize({ source: { size = 0 }, request }: UploadContext, { maxSize = Infinity }: UploadDescriptor): void {
  if (size > maxSize) throw new ParameterError('media', `at most ${maxSize} bytes`, `${size} bytes`, request.id);
}

function inPieces({ media, source, request }: UploadContext, { resumable, whole }: UploadDescriptor): boolean {
  const stated = media.resumable ?? (media.resumeFrom === undefined ? undefined : true);
  const wanted = stated ?? (source.size ?? Infinity) > largestWhole;
  if (wanted ? resumable === 1 : whole !== 0) return wanted;
  if (stated === undefined) return !wanted;
  const expected = wanted ? 'false: the method takes no pieces' : 'true: the method takes nothing but pieces';
  throw new ParameterError('media.resumable', expected, describeValue(wanted), request.id);
}

/** In one request: with metadata as `multipart/related`, else the bytes alone. */
async function sendWhole(sending: UploadContext): Promise<ApiResponse> {
  const { transport, request, options, media, source, type } = sending;
  const { bytes } = await source.read(0, Infinity);
  const boundary = `part-${[...crypto.getRandomValues(new Uint32Array(4))].join('-')}`;
  const multipart = request.body !== undefined;
  const body = multipart
    ? await related(boundary, [
        ['application/json; charset=UTF-8', request.body],
        [type, bytes],
      ])
    : bytes;
  const response = await transport.send(
    {
      ...addQuery(request, `uploadType=${multipart ? 'multipart' : 'media'}`),
      body,
      headers: { 'content-type': multipart ? `multipart/related; boundary=${boundary}` : type },
    },
    options,
  );
  media.onProgress?.({ sent: bytes.byteLength, total: bytes.byteLength });
  return response;
}

function related(boundary: string, parts: readonly (readonly [type: string, content: string | ArrayBuffer])[]): Promise<ArrayBuffer> {
  const texts = parts.flatMap(([type, content]) => [`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`, content, '\r\n']);
  return new Blob([...texts, `--${boundary}--\r\n`]).arrayBuffer();
}
