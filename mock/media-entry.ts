/** The media support of the mock: uploads, downloads, and content bodies. */
import { findMediaRequest } from './api/media/media-requests.js';
import type { MediaSupport } from './api/media/media-support.js';
import { readContent } from './api/media/read-content.js';
import { serveContent } from './api/media/serve.js';
import { fromContentBody } from './engine/content/content.js';
import { storeContent, findContent } from './engine/content/resource-content.js';

/** Its type isn't part of the interface of packages. */
export const media: object = {
  findRequest: findMediaRequest,
  readContent,
  findContent,
  fromResponseBody: ({ behavior: { method } }, body) => (/response|both/.test(method.httpBody ?? '') ? fromContentBody(body) : undefined),
  storeContent,
  serveContent,
} satisfies MediaSupport;
