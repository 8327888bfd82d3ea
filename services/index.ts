/** The manifests of the built-in service modules by name: the closed list from which specifications and overlays name them. */
import { bigquery } from './bigquery/manifest.js';
import { calendar } from './calendar/manifest.js';
import { cloudkms } from './cloudkms/manifest.js';
import { cloudscheduler } from './cloudscheduler/manifest.js';
import { cloudtasks } from './cloudtasks/manifest.js';
import { compute } from './compute/manifest.js';
import { dns } from './dns/manifest.js';
import { drive } from './drive/manifest.js';
import { errorreporting } from './errorreporting/manifest.js';
import { gmail } from './gmail/manifest.js';
import { logging } from './logging/manifest.js';
import { osconfig } from './osconfig/manifest.js';
import { people } from './people/manifest.js';
import { pubsub } from './pubsub/manifest.js';
import { secretmanager } from './secretmanager/manifest.js';
import { sheets } from './sheets/manifest.js';
import { storage } from './storage/manifest.js';
import type { ServiceManifest } from './manifest.js';

export const serviceManifests: Readonly<Record<string, ServiceManifest>> = {
  bigquery,
  calendar,
  cloudkms,
  cloudscheduler,
  cloudtasks,
  compute,
  dns,
  drive,
  errorreporting,
  gmail,
  logging,
  osconfig,
  people,
  pubsub,
  secretmanager,
  sheets,
  storage,
};
