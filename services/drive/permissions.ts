/** Who can do what with a file. The owner follows from the file, and a file has the permissions of its folders. */
import { getTextMember, isList, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { getBody, getFilePath, getText, type DriveCall } from './call.js';
import { selectPermissionFields } from './default-fields.js';
import { findFile, getId, listParents, requireFile, saveFile } from './files.js';
import { getPage } from './pages.js';
import { createPermissionId, createUser } from './users.js';

const roles = ['owner', 'organizer', 'fileOrganizer', 'writer', 'commenter', 'reader'];
const types = ['user', 'group', 'domain', 'anyone'];

const getPermissionsPath = (fileId: string): string => `${getFilePath(fileId)}/permissions`;
const getPermissionPath = (fileId: string, id: string): string => `${getPermissionsPath(fileId)}/${encodeURIComponent(id)}`;

const createOwnerPermission = (owner: JsonObject): JsonObject => ({
  kind: 'drive#permission',
  id: owner['permissionId'] ?? createPermissionId(getTextMember(owner, 'emailAddress') ?? ''),
  type: 'user',
  role: 'owner',
  emailAddress: owner['emailAddress'] ?? '',
  displayName: owner['displayName'] ?? owner['emailAddress'] ?? '',
  deleted: false,
  pendingOwner: false,
});

const listOwners = (file: JsonObject): readonly JsonObject[] => (isList(file['owners']) ? (file['owners'] as readonly JsonObject[]) : []);

/** Returns the permissions of a file: its own, and those of its folders. */
export function listPermissions(call: DriveCall, file: JsonObject): readonly JsonObject[] {
  const permissions = new Map<string, JsonObject>();
  for (let current: JsonObject | undefined = file, depth = 0; current && depth < 100; depth++) {
    if (getId(current) !== '' && call.state.get(getFilePath(getId(current))))
      for (const permission of call.state.list(getPermissionsPath(getId(current)))) {
        const id = getTextMember(permission, 'id') ?? '';
        if (!permissions.has(id)) permissions.set(id, permission);
      }
    const [parent]: readonly string[] = listParents(current);
    current = parent === undefined ? undefined : findFile(call, parent);
  }
  const owners = listOwners(file).map(createOwnerPermission);
  for (const owner of owners) permissions.delete(String(owner['id']));
  return [...permissions.values(), ...owners];
}

/** Returns the addresses of those who have one of the roles. */
export const listPeople = (call: DriveCall, file: JsonObject, wanted: readonly string[]): readonly string[] =>
  listPermissions(call, file).flatMap((permission) =>
    wanted.includes(getTextMember(permission, 'role') ?? '') ? [getTextMember(permission, 'emailAddress') ?? ''] : [],
  );

/** Adds what follows from the permissions of a file. */
export function withPermissions(call: DriveCall, file: JsonObject): JsonObject {
  const permissions = listPermissions(call, file);
  const isInDrive = file['driveId'] !== undefined;
  return {
    ...file,
    shared: permissions.length > 1 || isInDrive,
    ...(!isInDrive && { permissions, permissionIds: permissions.map(({ id }) => id ?? '') }),
  };
}

/** Returns the stored permission, or that of the owner. Throws 404. */
function requirePermission(call: HandlerCall, file: JsonObject): JsonObject {
  const id = getText(call, 'permissionId') ?? '';
  return (
    listPermissions(call, file).find((permission) => permission['id'] === id) ??
    call.reject('notFound', `Permission not found: ${id}.`, { location: 'permissionId', locationType: 'parameter' })
  );
}

const requireNamedFile = (call: HandlerCall): JsonObject => requireFile(call, getText(call, 'fileId') ?? '');

function requireRole(call: HandlerCall, body: JsonObject): string {
  const role = getTextMember(body, 'role');
  if (role === undefined)
    return call.reject('required', 'The permission role field is required.', { location: 'permission.role', locationType: 'field' });
  return roles.includes(role)
    ? role
    : call.reject('invalid', 'The specified role is invalid or not supported.', { location: 'permission.role', locationType: 'field' });
}

function createPermission(call: HandlerCall): JsonObject {
  const file = requireNamedFile(call);
  const body = getBody(call);
  const role = requireRole(call, body);
  const type = getTextMember(body, 'type');
  if (type === undefined)
    return call.reject('required', 'The permission type field is required.', { location: 'permission.type', locationType: 'field' });
  if (!types.includes(type))
    return call.reject('invalid', 'The specified permission type is invalid or not supported.', {
      location: 'permission.type',
      locationType: 'field',
    });
  const emailAddress = getTextMember(body, 'emailAddress');
  const domain = getTextMember(body, 'domain');
  if ((type === 'user' || type === 'group') && emailAddress === undefined)
    return call.reject('invalid', 'The specified emailAddress is invalid or not applicable for the given permission type.', {
      location: 'permission.emailAddress',
      locationType: 'field',
    });
  if (type === 'domain' && domain === undefined)
    return call.reject('invalid', 'The specified domain is invalid or not applicable for the given permission type.', {
      location: 'permission.domain',
      locationType: 'field',
    });
  if (role === 'owner') return changeOwner(call, file, emailAddress ?? '');
  const isLinked = type === 'anyone';
  const id = isLinked
    ? body['allowFileDiscovery'] === true
      ? 'anyone'
      : 'anyoneWithLink'
    : createPermissionId(emailAddress ?? domain ?? '');
  const permission = {
    kind: 'drive#permission',
    id,
    type,
    role,
    ...(emailAddress !== undefined && { emailAddress, displayName: emailAddress, deleted: false, pendingOwner: false }),
    ...(domain !== undefined && { domain, displayName: domain }),
    ...((isLinked || domain !== undefined) && { allowFileDiscovery: body['allowFileDiscovery'] === true }),
    ...(body['expirationTime'] !== undefined && { expirationTime: body['expirationTime'] }),
    ...(body['view'] !== undefined && { view: body['view'] }),
  };
  const owner = listOwners(file).find((each) => each['emailAddress'] === emailAddress);
  if (owner) return selectPermissionFields(call, createOwnerPermission(owner));
  ensureStored(call, file);
  return selectPermissionFields(call, putPermission(call, file, permission));
}

/** A root folder is stored when it gets permissions. */
function ensureStored(call: HandlerCall, file: JsonObject): void {
  if (!call.state.get(getFilePath(getId(file)))) saveFile(call, file);
}

function putPermission(call: HandlerCall, file: JsonObject, permission: JsonObject): JsonObject {
  call.state.put(getPermissionPath(getId(file), String(permission['id'])), permission);
  saveFile(call, requireFile(call, getId(file)));
  // `false` is a value of a permission.
  return permission;
}

/** The former owner can still change the file. */
function changeOwner(call: HandlerCall, file: JsonObject, emailAddress: string): JsonObject {
  if (call.parameters['transferOwnership'] !== true)
    return call.reject('forbidden', "The transferOwnership parameter must be enabled when the permission role is 'owner'.", {
      location: 'transferOwnership',
      locationType: 'parameter',
      code: 403,
    });
  const owner = createUser(emailAddress);
  for (const former of listOwners(file))
    call.state.put(getPermissionPath(getId(file), String(former['permissionId'])), { ...createOwnerPermission(former), role: 'writer' });
  call.state.delete(getPermissionPath(getId(file), String(owner['permissionId'])));
  saveFile(call, { ...file, owners: [owner] });
  return selectPermissionFields(call, createOwnerPermission(owner));
}

function updatePermission(call: HandlerCall): JsonObject {
  const file = requireNamedFile(call);
  const permission = requirePermission(call, file);
  const body = getBody(call);
  const role = requireRole(call, { role: permission['role'] ?? '', ...body });
  if (role === 'owner' && permission['role'] !== 'owner') return changeOwner(call, file, getTextMember(permission, 'emailAddress') ?? '');
  if (permission['role'] === 'owner' && role !== 'owner')
    return call.reject('forbidden', 'The owner of a file can not be removed.', { code: 403 });
  const { expirationTime, ...rest }: JsonObject = { ...permission, role };
  const time = call.parameters['removeExpiration'] === true ? undefined : (body['expirationTime'] ?? expirationTime);
  return selectPermissionFields(call, putPermission(call, file, { ...rest, ...(time !== undefined && { expirationTime: time }) }));
}

function deletePermission(call: HandlerCall): JsonObject {
  const file = requireNamedFile(call);
  const permission = requirePermission(call, file);
  if (permission['role'] === 'owner') return call.reject('forbidden', 'The owner of a file can not be removed.', { code: 403 });
  if (!call.state.delete(getPermissionPath(getId(file), String(permission['id']))))
    return call.reject('forbidden', 'Cannot delete inherited permissions of shared drive items.', { code: 403 });
  saveFile(call, requireFile(call, getId(file)));
  return {};
}

export const permissionHandlers: Handlers = {
  'drive.permissions.create': createPermission,
  'drive.permissions.get': (call) => selectPermissionFields(call, requirePermission(call, requireNamedFile(call))),
  'drive.permissions.list': (call) => {
    const { items, next } = getPage(call, listPermissions(call, requireNamedFile(call)), { size: 100, maximum: 100 });
    const permissions = items.map((permission) => selectPermissionFields(call, permission));
    return { kind: 'drive#permissionList', ...(next !== undefined && { nextPageToken: next }), permissions };
  },
  'drive.permissions.update': updatePermission,
  'drive.permissions.delete': deletePermission,
};
