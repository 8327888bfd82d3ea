import type { ServiceManifest } from '../manifest.js';

export const logging: ServiceManifest = { document: { name: 'logging', version: 'v2', host: 'logging.googleapis.com' } };
