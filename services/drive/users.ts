/** The users of Drive. */
import type { JsonObject } from '../../mock/service.js';

/** Returns a user with its permission ID, which is the same in each file. */
export const createUser = (emailAddress: string): JsonObject => ({
  kind: 'drive#user',
  displayName: emailAddress,
  emailAddress,
  permissionId: createPermissionId(emailAddress),
});

/** Returns the ID of the permissions of a user, a group, or a domain: 20 digits. */
export function createPermissionId(name: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(name.toLowerCase())) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString().padStart(20, '0');
}
