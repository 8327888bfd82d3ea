/** Media of a mock: uploads, downloads, content bodies. */
import { contentCarried } from './carried.js';
import { asContent } from './content.js';
import { mediaOf, wantsMedia } from './download.js';
import { withContent } from './facts.js';
import { served } from './serve.js';
import type { MediaSupport } from './support.js';
import { mediaCall } from './upload.js';

export const media: MediaSupport = {
  find: mediaCall,
  read: contentCarried,
  answer: (call, incoming) => (wantsMedia(call.method, incoming) ? mediaOf(call) : undefined),
  shown: ({ behaviour: { method } }, body) => (/response|both/.test(method.httpBody ?? '') ? asContent(body) : undefined),
  kept: withContent,
  served,
};
