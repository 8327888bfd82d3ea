/** The service module of Cloud KMS. */
import { defineBuiltIn } from '../../mock/service.js';
import { encryptionHandlers } from './encryption.js';
import { keyHandlers } from './keys.js';
import { signatureHandlers } from './signatures.js';
import { renderVersion, versionHandlers } from './versions.js';

const locations = 'cloudkms.projects.locations';
const keys = `${locations}.keyRings.cryptoKeys`;

const addPrefix = <Value>(prefix: string, entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [`${prefix}.${name}`, value]));

export const cloudkmsServices: object = defineBuiltIn({
  api: 'cloudkms',
  handlers: {
    ...addPrefix(keys, { ...keyHandlers, ...versionHandlers }),
    ...addPrefix(`${keys}.cryptoKeyVersions`, signatureHandlers),
    ...addPrefix(locations, encryptionHandlers),
  },
  parameters: addPrefix(keys, {
    create: { skipInitialVersionCreation: true },
    // Versions have no attestation, which only the full view contains.
    list: { versionView: true },
    'cryptoKeyVersions.list': { view: true },
    'cryptoKeyVersions.getPublicKey': { publicKeyFormat: true },
  }),
  render: { '/v1/projects/{p}/locations/{l}/keyRings/{r}/cryptoKeys/{k}/cryptoKeyVersions/{v}': renderVersion },
});
