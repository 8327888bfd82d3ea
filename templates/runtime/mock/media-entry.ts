/** The media support of the mock: uploads, downloads, and content bodies. */
import { readContent } from './api/media/read-content.js';
import { fromContentBody } from './engine/media/content.js';
import { getRequestedContent } from './engine/media/find-media.js';
import { storeContent } from './engine/media/content-fields.js';
import { serveContent } from './api/media/serve.js';
import { isMediaRequest, type MediaSupport } from './api/media/media-support.js';
import { readMediaCall } from './api/media/read-media-call.js';

export const media: MediaSupport = {
  findRequest: readMediaCall,
  readContent: readContent,
  findContent: (call, incoming) => (isMediaRequest(call.method, incoming) ? getRequestedContent(call) : undefined),
  fromResponseBody: ({ behavior: { method } }, body) => (/response|both/.test(method.httpBody ?? '') ? fromContentBody(body) : undefined),
  storeContent: storeContent,
  serveContent: serveContent,
};
