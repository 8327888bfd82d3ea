/** The HTTP server, and what in-memory requests rarely need of it. It is loaded at first use. */
export { decompress } from './http/decompress.js';
export { handleBatch } from './http/http-batch.js';
export { listen } from './http/listen.js';
