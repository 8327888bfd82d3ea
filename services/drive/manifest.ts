import type { ServiceManifest } from '../manifest.js';

export const drive: ServiceManifest = { document: { name: 'drive', version: 'v3', host: 'www.googleapis.com' } };
