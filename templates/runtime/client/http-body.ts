/** Bodies that are content as it is: what stands in `{ contentType, data }` is sent and answered by itself. */
import { fromBase64, toBase64 } from '../values/bytes.js';
import { sendAttempt } from './exchange.js';
import { collectBytes, observeResponses } from './media-content.js';
import { createMediaSource } from './media-source.js';
import type { MediaUpload, UploadOptions } from './media-content.js';
import { contentTypeOf } from './media-type.js';
import { uploadOptions } from './upload-options.js';
import type { RequestBuilder, FetchResponse, PreparedRequest } from './client-types.js';

interface HttpBody {
  readonly contentType?: string;
  /** Base64. */
  readonly data?: string;
}

/** Sends the content of the body, or `media` in its place, and answers content as a body. */
export function applyHttpBody(draft: RequestBuilder): void {
  const { transport, method } = draft;
  const { httpBody = 'both', id } = method;
  if (httpBody !== 'response') draft.method = { ...method, options: uploadOptions };
  const given = draft.values['requestBody'] as HttpBody | undefined;
  draft.transport = {
    ...transport,
    async send(request, options: UploadOptions = {}) {
      const { media, ...rest } = options;
      const sent = httpBody === 'response' ? undefined : (media ?? contentOf(given));
      const whole = sent === undefined ? request : await withContent(request, sent, id);
      return transport.send(httpBody === 'request' ? whole : answered(whole), rest);
    },
  };
}

function contentOf(body: HttpBody | undefined): MediaUpload | undefined {
  if (body === undefined) return undefined;
  const { contentType = 'application/octet-stream', data = '' } = body;
  return { body: fromBase64(data), type: contentType };
}

async function withContent(request: PreparedRequest, media: MediaUpload, where: string): Promise<PreparedRequest> {
  const source = createMediaSource(media.body, media.size, where);
  try {
    const { bytes } = await source.read(0, Infinity);
    return { ...request, body: bytes, headers: { ...request.headers, 'content-type': contentTypeOf(media) } };
  } finally {
    source.close();
  }
}

/** Reads an answer of success as content, unless somebody else reads it. */
function answered(request: PreparedRequest): PreparedRequest {
  if (request.attempt) return request;
  return {
    ...request,
    headers: { accept: '*/*', ...request.headers },
    async attempt(call, summary, signal) {
      const { attempt: _, ...plain } = call.request;
      const fetch = observeResponses(call.shared.fetch, asBody);
      return sendAttempt({ ...call, request: plain, shared: { ...call.shared, fetch } }, summary, signal);
    },
  };
}

function asBody(response: FetchResponse): FetchResponse {
  const { status, headers, body } = response;
  if (status < 200 || status > 299 || !body) return response;
  const text = async (): Promise<string> => {
    const contentType = headers.get('content-type') ?? undefined;
    return JSON.stringify({ contentType, data: toBase64(await collectBytes(body)) });
  };
  return { status, headers, text };
}
