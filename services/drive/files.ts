/** Files and folders, as the state contains them. */
import {
  formatInstant,
  getMemberAt,
  getTextMember,
  isList,
  type CompleteContext,
  type HandlerCall,
  type JsonObject,
} from '../../mock/service.js';
import {
  folderType,
  getDrivePath,
  getFilePath,
  isNativeType,
  rejectMissingFile,
  shortcutType,
  spreadsheetType,
  type DriveCall,
} from './call.js';
import { addChange } from './change-log.js';
import { createUser } from './users.js';

/** The folder of a user's files, whose alias is `root`. All users of a mock share it. */
export const rootId = '0AK7dQvXyZmNbUk9PVA';
/** The folder of the data of apps, whose alias is `appDataFolder`. */
export const appDataId = '0AK7dQvXyZmNbUk9PVA-appData';

const aliases: Readonly<Record<string, string>> = { root: rootId, appDataFolder: appDataId };

/** Returns the ID that an alias stands for. */
export const resolveId = (id: string): string => (Object.hasOwn(aliases, id) ? (aliases[id] ?? id) : id);

/** The root folders exist without being stored. */
function createRootFolder(call: DriveCall, id: string): JsonObject | undefined {
  const time = '2020-01-01T00:00:00.000Z';
  const folder = { kind: 'drive#file', id, mimeType: folderType, createdTime: time, modifiedTime: time, trashed: false, starred: false };
  if (id === rootId) return { ...folder, name: 'My Drive', owners: [createUser(call.user)], spaces: ['drive'] };
  if (id === appDataId) return { ...folder, name: 'Application Data', owners: [createUser(call.user)], spaces: ['appDataFolder'] };
  const drive = call.state.get(getDrivePath(id));
  return (
    drive && {
      ...folder,
      name: 'Drive',
      createdTime: drive['createdTime'] ?? time,
      modifiedTime: drive['createdTime'] ?? time,
      driveId: id,
    }
  );
}

/** Returns a file by its ID or its alias. */
export function findFile(call: DriveCall, id: string): JsonObject | undefined {
  if (id === '') return undefined;
  const resolved = resolveId(id);
  return call.state.get(getFilePath(resolved)) ?? createRootFolder(call, resolved);
}

/** Throws 404. */
export const requireFile = (call: DriveCall, id: string): JsonObject => findFile(call, id) ?? rejectMissingFile(call, id === '' ? '.' : id);

export const getId = (file: JsonObject): string => getTextMember(file, 'id') ?? '';
export const isFolder = (file: JsonObject): boolean => file['mimeType'] === folderType;
export const listParents = (file: JsonObject): readonly string[] => (isList(file['parents']) ? (file['parents'] as readonly string[]) : []);

export const listFiles = (call: DriveCall): readonly JsonObject[] => call.state.list('/drive/v3/files');

/** Stores a file, and records the change. */
export function saveFile(call: DriveCall, file: JsonObject): JsonObject {
  const version = String(BigInt(getTextMember(file, 'version') ?? '0') + 1n);
  const stored = call.state.put(getFilePath(getId(file)), { ...file, version });
  addChange(call, getId(file), false);
  return stored;
}

/** Deletes a file, and everything in a folder. */
export function removeFile(call: DriveCall, file: JsonObject): void {
  const id = getId(file);
  if (isFolder(file)) for (const child of listFiles(call)) if (listParents(child).includes(id)) removeFile(call, child);
  call.state.delete(getFilePath(id));
  call.rows().delete(getImportKey(id));
  addChange(call, id, true);
}

/** Sets whether a file is in the trash, and everything in a folder with it. */
export function trashFile(
  call: DriveCall,
  file: JsonObject,
  { trashed, isExplicit = true }: { readonly trashed: boolean; readonly isExplicit?: boolean },
): JsonObject {
  const { trashedTime: _, trashingUser: __, ...rest } = file;
  const marks = trashed ? { trashedTime: formatInstant(call.now), trashingUser: createUser(call.user) } : {};
  const stored = saveFile(call, { ...rest, trashed, explicitlyTrashed: trashed && isExplicit, ...marks });
  if (!isFolder(file)) return stored;
  for (const child of listFiles(call))
    if (listParents(child).includes(getId(file)) && child['explicitlyTrashed'] !== true && (child['trashed'] === true) !== trashed)
      trashFile(call, child, { trashed, isExplicit: false });
  return stored;
}

/** The content that a document of an editor was imported from. */
export const getImportKey = (id: string): string => `import/${id}`;

/** Returns the shared drive that contains a folder, if any. */
export const findDriveId = (call: DriveCall, parents: readonly string[]): string | undefined => {
  const parent = parents[0] === undefined ? undefined : findFile(call, parents[0]);
  return parent && getTextMember(parent, 'driveId');
};

/** Completes a new or seeded file. */
export function completeFile(file: JsonObject, { now, user, previous }: CompleteContext): JsonObject {
  const name = getTextMember(file, 'name') ?? 'Untitled';
  const mimeType = getTextMember(file, 'mimeType') ?? 'application/octet-stream';
  const parents = (isList(file['parents']) ? (file['parents'] as readonly string[]) : [rootId]).map(resolveId);
  const own = {
    name,
    mimeType,
    parents,
    trashed: file['trashed'] ?? false,
    explicitlyTrashed: file['explicitlyTrashed'] ?? file['trashed'] ?? false,
    starred: file['starred'] ?? false,
    spaces: file['spaces'] ?? [parents.includes(appDataId) ? 'appDataFolder' : 'drive'],
  };
  if (previous) return own;
  const time = formatInstant(now);
  return {
    ...own,
    createdTime: file['createdTime'] ?? file['modifiedTime'] ?? time,
    modifiedTime: file['modifiedTime'] ?? file['createdTime'] ?? time,
    version: file['version'] ?? '1',
    ...(file['driveId'] === undefined && file['owners'] === undefined && user !== undefined && { owners: [createUser(user)] }),
    ...(user !== undefined && file['lastModifyingUser'] === undefined && { lastModifyingUser: createUser(user) }),
    ...(!isNativeType(mimeType) && file['originalFilename'] === undefined && { originalFilename: name }),
  };
}

const viewers: Readonly<Record<string, (id: string) => string>> = {
  [folderType]: (id) => `https://drive.google.com/drive/folders/${id}`,
  [spreadsheetType]: (id) => `https://docs.google.com/spreadsheets/d/${id}/edit?usp=drivesdk`,
  'application/vnd.google-apps.document': (id) => `https://docs.google.com/document/d/${id}/edit?usp=drivesdk`,
  'application/vnd.google-apps.presentation': (id) => `https://docs.google.com/presentation/d/${id}/edit?usp=drivesdk`,
  'application/vnd.google-apps.drawing': (id) => `https://docs.google.com/drawings/d/${id}/edit?usp=drivesdk`,
  'application/vnd.google-apps.form': (id) => `https://docs.google.com/forms/d/${id}/edit?usp=drivesdk`,
  'application/vnd.google-apps.script': (id) => `https://script.google.com/d/${id}/edit?usp=drivesdk`,
};

/** Computes what follows from a file: its links, the extension of its name, and what its owner can do. */
export function renderFile(file: JsonObject, { path }: { readonly path: string }): JsonObject {
  const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const mimeType = String(file['mimeType']);
  const view = Object.hasOwn(viewers, mimeType) ? viewers[mimeType]?.(id) : `https://drive.google.com/file/d/${id}/view?usp=drivesdk`;
  const isBlob = !isNativeType(mimeType);
  const extension = isBlob ? /\.([^./]+)$/.exec(String(file['name']))?.[1] : undefined;
  const fullExtension = isBlob ? /\.((?:tar\.)?[^./]+)$/.exec(String(file['name']))?.[1] : undefined;
  return {
    id,
    webViewLink: view ?? null,
    webContentLink: isBlob ? `https://drive.google.com/uc?id=${id}&export=download` : null,
    iconLink: `https://drive-thirdparty.googleusercontent.com/16/type/${mimeType}`,
    fileExtension: extension ?? (isBlob ? '' : null),
    fullFileExtension: fullExtension ?? (isBlob ? '' : null),
    quotaBytesUsed: isBlob ? (file['size'] ?? '0') : '0',
    trashed: file['trashed'] ?? false,
    explicitlyTrashed: file['explicitlyTrashed'] ?? false,
    starred: file['starred'] ?? false,
    writersCanShare: file['writersCanShare'] ?? true,
    viewersCanCopyContent: file['viewersCanCopyContent'] ?? file['copyRequiresWriterPermission'] !== true,
    copyRequiresWriterPermission: file['copyRequiresWriterPermission'] ?? false,
    hasThumbnail: file['hasThumbnail'] ?? false,
    isAppAuthorized: true,
    capabilities: createCapabilities(mimeType, file['trashed'] === true),
  };
}

/** What the owner of a file can do. */
function createCapabilities(mimeType: string, isTrashed: boolean): JsonObject {
  const isParent = mimeType === folderType;
  return {
    canAddChildren: isParent && !isTrashed,
    canChangeCopyRequiresWriterPermission: !isParent && !isTrashed,
    canComment: !isTrashed,
    canCopy: !isParent && !isTrashed,
    canDelete: true,
    canDownload: true,
    canEdit: !isTrashed,
    canListChildren: isParent,
    canModifyContent: !isParent && !isTrashed,
    canReadRevisions: !isParent && mimeType !== shortcutType,
    canRemoveChildren: isParent,
    canRename: !isTrashed,
    canShare: !isTrashed,
    canTrash: true,
    canUntrash: true,
  };
}

/** Adds what depends on who asks. */
export function renderForUser(call: Pick<HandlerCall, 'user'>, file: JsonObject): JsonObject {
  const withMe = (person: unknown): JsonObject => ({
    ...(person as JsonObject),
    me: getTextMember(person as JsonObject, 'emailAddress') === call.user,
  });
  const owners = isList(file['owners']) ? file['owners'].map(withMe) : undefined;
  const modifier = file['lastModifyingUser'];
  const isMine = owners?.some(({ me }) => me === true) ?? false;
  return {
    ...file,
    ...(owners && { owners, ownedByMe: isMine }),
    ...(modifier !== undefined && { lastModifyingUser: withMe(modifier) }),
    modifiedByMe: getMemberAt(modifier, 'emailAddress') === call.user,
    ...(getMemberAt(modifier, 'emailAddress') === call.user && { modifiedByMeTime: file['modifiedTime'] ?? null }),
  };
}
