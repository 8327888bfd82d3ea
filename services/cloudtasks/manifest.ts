import type { ServiceManifest } from '../manifest.js';

export const cloudtasks: ServiceManifest = { document: { name: 'cloudtasks', version: 'v2', host: 'cloudtasks.googleapis.com' } };
