/** Bodies of the type `HttpBody`: the HTTP body is the content of `{ contentType, data }` instead of JSON. */
import { fromBase64, toBase64 } from '../values/encoded-values.js';
import { wrapSend, type RequestBuilder, type PreparedRequest, type ReplacedResponse } from './client-types.js';
import type { FetchResponse } from './call-options.js';
import { getContentType, uploadOptionNames, type MediaUpload, type UploadOptions } from './media-content.js';
import { createMediaSource } from './media-source.js';
import { collectBytes } from './read-body.js';

interface HttpBody {
  readonly contentType?: string;
  /** Base64. */
  readonly data?: string;
}

/** Sends the content of the body, or `media` instead, and returns the content of the response as a body. */
export function applyHttpBody(builder: RequestBuilder): void {
  const { method } = builder;
  const { httpBody = 'both', id } = method;
  if (httpBody !== 'response') builder.method = { ...method, options: uploadOptionNames };
  const requestBody = builder.values['requestBody'] as HttpBody | undefined;
  wrapSend(builder, (send) => async (request, options: UploadOptions = {}) => {
    const { media, ...rest } = options;
    const content = httpBody === 'response' ? undefined : (media ?? decodeContent(requestBody));
    const prepared = content === undefined ? request : await setContent(request, content, id);
    return send(httpBody === 'request' ? prepared : acceptContent(prepared), rest);
  });
}

function decodeContent(body: HttpBody | undefined): MediaUpload | undefined {
  if (body === undefined) return undefined;
  const { contentType = 'application/octet-stream', data = '' } = body;
  return { body: fromBase64(data), type: contentType };
}

async function setContent(request: PreparedRequest, media: MediaUpload, methodId: string): Promise<PreparedRequest> {
  const source = createMediaSource(media.body, media.size, methodId);
  try {
    const { bytes } = await source.read(0, Infinity);
    return { ...request, body: bytes, headers: { ...request.headers, 'content-type': getContentType(media) } };
  } finally {
    source.close();
  }
}

/** Reads a successful response as content, unless the request has its own way of reading it. */
function acceptContent(request: PreparedRequest): PreparedRequest {
  if (request.attempt ?? request.transformResponse) return request;
  return { ...request, headers: { accept: '*/*', ...request.headers }, transformResponse: toHttpBodyResponse };
}

function toHttpBodyResponse(response: FetchResponse, maxBytes: number): ReplacedResponse | undefined {
  const { status, headers, body } = response;
  if (status < 200 || status > 299 || !body) return undefined;
  const text = async (): Promise<string | undefined> => {
    const contentType = headers.get('content-type') ?? undefined;
    const bytes = await collectBytes(body, maxBytes);
    return bytes && JSON.stringify({ contentType, data: toBase64(bytes) });
  };
  return { status, headers, text };
}
