/** The media support of the mock: uploads, downloads, and content bodies. */
import { readContent } from './media/read-content.js';
import { fromContentBody } from './media/content.js';
import { getRequestedContent } from './media/find-media.js';
import { storeContent } from './media/content-fields.js';
import { serveContent } from './media/serve.js';
import { isMediaRequest, type MediaSupport } from './media/media-support.js';
import { readMediaCall } from './media/read-media-call.js';

export const media: MediaSupport = {
  findRequest: readMediaCall,
  readContent: readContent,
  findContent: (call, incoming) => (isMediaRequest(call.method, incoming) ? getRequestedContent(call) : undefined),
  fromResponseBody: ({ behavior: { method } }, body) => (/response|both/.test(method.httpBody ?? '') ? fromContentBody(body) : undefined),
  storeContent: storeContent,
  serveContent: serveContent,
};
