import type { ServiceManifest } from '../manifest.js';

export const secretmanager: ServiceManifest = { document: { name: 'secretmanager', version: 'v1', host: 'secretmanager.googleapis.com' } };
