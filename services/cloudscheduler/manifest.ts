import type { ServiceManifest } from '../manifest.js';

export const cloudscheduler: ServiceManifest = {
  document: { name: 'cloudscheduler', version: 'v1', host: 'cloudscheduler.googleapis.com' },
};
