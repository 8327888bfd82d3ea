import type { ServiceManifest } from '../manifest.js';

export const pubsub: ServiceManifest = { document: { name: 'pubsub', version: 'v1', host: 'pubsub.googleapis.com' } };
