import type { ServiceManifest } from '../manifest.js';

export const bigquery: ServiceManifest = { document: { name: 'bigquery', version: 'v2', host: 'bigquery.googleapis.com' } };
