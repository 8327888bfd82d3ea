import type { ServiceManifest } from '../manifest.js';

export const storage: ServiceManifest = { document: { name: 'storage', version: 'v1', host: 'storage.googleapis.com' } };
