import type { ServiceManifest } from '../manifest.js';

export const calendar: ServiceManifest = {
  document: { name: 'calendar', version: 'v3', host: 'www.googleapis.com' },
  libraries: ['rrule', 'tslib'],
};
