/** The service module of Secret Manager, for global and regional secrets. */
import { defineBuiltIn, type JsonObject } from '../../mock/service.js';
import { compareNewestFirst, secretHandlers, secretParameters } from './secrets.js';
import { createEtag } from './etags.js';
import { versionHandlers } from './versions.js';

const secrets = ['/v1/projects/{project}/secrets/{secret}', '/v1/projects/{project}/locations/{location}/secrets/{secret}'];
const versions = secrets.map((secret) => `${secret}/versions/{version}`);
const collections = ['secretmanager.projects.secrets', 'secretmanager.projects.locations.secrets'];

/** Returns an entry for the global and the regional form of each method. */
const repeat = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(collections.flatMap((collection) => Object.entries(entries).map(([name, value]) => [`${collection}.${name}`, value])));

export const secretmanagerServices: object = defineBuiltIn({
  api: 'secretmanager',
  handlers: repeat({ ...secretHandlers, ...versionHandlers }),
  parameters: repeat(secretParameters),
  orders: repeat({ list: compareNewestFirst, 'versions.list': compareNewestFirst }),
  // A destroyed version isn't scheduled any more.
  render: Object.fromEntries(
    versions.map((template) => [template, ({ state }: JsonObject) => (state === 'DESTROYED' ? { scheduledDestroyTime: null } : undefined)]),
  ),
  complete: Object.fromEntries([...secrets, ...versions].map((template) => [template, createEtag])),
});
