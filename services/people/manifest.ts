import type { ServiceManifest } from '../manifest.js';

export const people: ServiceManifest = { document: { name: 'people', version: 'v1', host: 'people.googleapis.com' } };
