import type { ServiceManifest } from '../manifest.js';

export const sheets: ServiceManifest = { document: { name: 'sheets', version: 'v4', host: 'sheets.googleapis.com' } };
