import type { ServiceManifest } from '../manifest.js';

export const gmail: ServiceManifest = {
  document: { name: 'gmail', version: 'v1', host: 'gmail.googleapis.com' },
  libraries: ['postal-mime'],
};
