import type { ServiceManifest } from '../manifest.js';

export const cloudkms: ServiceManifest = { document: { name: 'cloudkms', version: 'v1', host: 'cloudkms.googleapis.com' } };
