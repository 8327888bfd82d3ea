/** The fields that responses contain unless the request selects others. */
import { pick, type HandlerCall, type JsonObject } from '../../mock/service.js';

const fileFields = ['kind', 'id', 'name', 'mimeType', 'teamDriveId', 'driveId', 'resourceKey'];
const driveFields = ['kind', 'id', 'name'];
const permissionFields = ['kind', 'id', 'type', 'role', 'allowFileDiscovery', 'domain'];

type MaskedCall = Pick<HandlerCall, 'responseMask'>;

const createSelection =
  (names: readonly string[]) =>
  ({ responseMask }: MaskedCall, resource: JsonObject): JsonObject =>
    responseMask === undefined ? (pick(resource, names) as JsonObject) : resource;

export const selectFileFields: (call: MaskedCall, file: JsonObject) => JsonObject = createSelection(fileFields);
export const selectDriveFields: (call: MaskedCall, drive: JsonObject) => JsonObject = createSelection(driveFields);
export const selectPermissionFields: (call: MaskedCall, permission: JsonObject) => JsonObject = createSelection(permissionFields);
