/** Media of a mock: uploads, downloads, content bodies. */
import { contentCarried } from './media/carried.js';
import { asContent } from './media/content.js';
import { mediaOf } from './media/download.js';
import { withContent } from './media/facts.js';
import { served } from './media/serve.js';
import { wantsMedia, type MediaSupport } from './media/support.js';
import { mediaCall } from './media/upload.js';

export const media: MediaSupport = {
  find: mediaCall,
  read: contentCarried,
  answer: (call, incoming) => (wantsMedia(call.method, incoming) ? mediaOf(call) : undefined),
  shown: ({ behaviour: { method } }, body) => (/response|both/.test(method.httpBody ?? '') ? asContent(body) : undefined),
  kept: withContent,
  served,
};
