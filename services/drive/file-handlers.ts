/** The methods of files. */
import {
  encodeHex,
  formatInstant,
  getTextMember,
  isObject,
  listStrings,
  type HandlerCall,
  type Handlers,
  type Json,
  type JsonObject,
} from '../../mock/service.js';
import { getBody, getDrivePath, getFilePath, getText, isNativeType, rejectInvalid, shortcutType, type DriveCall } from './call.js';
import { createIdText } from '../sheets/spreadsheets.js';
import { selectFileFields } from './default-fields.js';
import { copyImport, exportFile, importContent } from './exports.js';
import {
  findDriveId,
  findFile,
  getId,
  isFolder,
  listFiles,
  listParents,
  removeFile,
  renderForUser,
  requireFile,
  resolveId,
  rootId,
  saveFile,
  trashFile,
} from './files.js';
import { listSelectedFiles } from './list-files.js';
import { withPermissions } from './permissions.js';
import { createUser } from './users.js';

const getFileId = (call: HandlerCall): string => getText(call, 'fileId') ?? '';

/** Returns a file as the response contains it. */
export const renderResponse = (call: HandlerCall, file: JsonObject): JsonObject =>
  selectFileFields(call, call.responseMask === undefined ? file : withPermissions(call, renderForUser(call, file)));

/** The fields that clients can set. */
const writableFields: ReadonlySet<string> = new Set(
  (
    'name mimeType description starred parents properties appProperties createdTime modifiedTime viewedByMeTime originalFilename folderColorRgb ' +
    'writersCanShare viewersCanCopyContent copyRequiresWriterPermission contentHints contentRestrictions shortcutDetails inheritedPermissionsDisabled downloadRestrictions'
  ).split(' '),
);

const pickWritable = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => writableFields.has(name) && value !== null));

/** Returns the folders that a new file is in. Throws 404 for one that doesn't exist. */
function requireParents(call: HandlerCall, parents: Json | undefined): readonly string[] {
  const ids = listStrings(parents).map(resolveId);
  if (ids.length > 1)
    return call.reject('invalid', 'A file can only have a single parent.', { location: 'parents', locationType: 'field' });
  for (const id of ids) requireFile(call, id);
  return ids.length > 0 ? ids : [rootId];
}

/** Returns the ID of a new file. A client can use only an ID that it got from `generateIds`, once. */
function takeId(call: HandlerCall, id: Json | undefined): string {
  if (typeof id !== 'string' || id === '') return createFileId(call);
  if (findFile(call, id)) return call.reject('alreadyExists', 'A file already exists with the provided ID.', { code: 409 });
  if (!call.rows().delete(`generated/${id}`))
    return call.reject('invalid', 'The provided file ID is not usable.', { location: 'file.id', locationType: 'field' });
  return id;
}

const createFileId = (call: DriveCall): string => `1${createIdText(call, 32)}`;
/** The documents of editors have longer IDs. */
const createDocumentId = (call: DriveCall): string => `1${createIdText(call, 43)}`;
const editorTypes = /^application\/vnd\.google-apps\.(?:document|spreadsheet|presentation|drawing|form)$/;

/** Stores content, with digests that the conventions don't know. */
async function putContent(
  call: HandlerCall,
  id: string,
  content: { readonly type: string; readonly bytes: Uint8Array },
): Promise<JsonObject> {
  const [sha1Checksum, sha256Checksum] = await Promise.all(
    ['SHA-1', 'SHA-256'].map(async (algorithm) =>
      encodeHex(new Uint8Array(await crypto.subtle.digest(algorithm, content.bytes as BufferSource))),
    ),
  );
  call.content.write(getFilePath(id), content);
  const stored = call.state.get(getFilePath(id)) ?? {};
  return call.state.put(getFilePath(id), {
    ...stored,
    sha1Checksum: sha1Checksum ?? '',
    sha256Checksum: sha256Checksum ?? '',
    headRevisionId: createHeadRevision(call),
  });
}

const createHeadRevision = (call: DriveCall): string => `0B${createIdText(call, 48)}`;

async function createFile(call: HandlerCall): Promise<JsonObject> {
  const body = getBody(call);
  const { upload } = call;
  const parents = requireParents(call, body['parents']);
  const mimeType = getTextMember(body, 'mimeType') ?? upload?.type ?? 'application/octet-stream';
  const isEditor = editorTypes.test(mimeType);
  const id = body['id'] === undefined && isEditor ? createDocumentId(call) : takeId(call, body['id']);
  const driveId = findDriveId(call, parents);
  const time = formatInstant(call.now);
  const file = {
    ...pickWritable(body),
    ...createShortcutDetails(call, body, mimeType),
    kind: 'drive#file',
    id,
    mimeType,
    parents,
    createdTime: body['createdTime'] ?? time,
    modifiedTime: body['modifiedTime'] ?? time,
    ...(driveId !== undefined && { driveId, teamDriveId: driveId }),
    ...(driveId === undefined && { owners: [createUser(call.user)] }),
    lastModifyingUser: createUser(call.user),
    ...(body['trashed'] === true && { trashed: true, explicitlyTrashed: true }),
  };
  const stored = saveFile(call, file);
  if (isNativeType(mimeType)) {
    if (upload) importContent(call, stored, upload);
    return renderResponse(call, requireFile(call, id));
  }
  const content = { type: mimeType, bytes: upload?.bytes ?? new Uint8Array() };
  return renderResponse(call, await putContent(call, id, content));
}

/** A shortcut states the type of its target. */
function createShortcutDetails(call: HandlerCall, body: JsonObject, mimeType: string): JsonObject {
  if (mimeType !== shortcutType) return {};
  const details = isObject(body['shortcutDetails']) ? body['shortcutDetails'] : {};
  const targetId = getTextMember(details, 'targetId');
  if (targetId === undefined)
    return call.reject('invalid', 'The shortcutDetails.targetId field is required.', {
      location: 'shortcutDetails.targetId',
      locationType: 'field',
    });
  const target = findFile(call, targetId);
  return { shortcutDetails: { targetId, ...(target && { targetMimeType: target['mimeType'] ?? '' }) } };
}

function getFile(call: HandlerCall): JsonObject | Response {
  const file = requireFile(call, getFileId(call));
  if (!call.requestsContent) return renderResponse(call, file);
  return serveContent(call, file);
}

function serveContent(call: HandlerCall, file: JsonObject): Response {
  if (isNativeType(file['mimeType']))
    return call.reject('forbidden', 'Only files with binary content can be downloaded. Use Export with Docs Editors files.', {
      location: 'alt',
      locationType: 'parameter',
      code: 403,
    });
  const content = call.content.read(getFilePath(getId(file))) ?? { type: String(file['mimeType']), bytes: new Uint8Array() };
  return call.content.serve(content, call.headers);
}

/** The fields whose change is a change of the file itself. */
const contentFields = ['name', 'description', 'mimeType', 'properties', 'appProperties'];

async function updateFile(call: HandlerCall): Promise<JsonObject> {
  const body = getBody(call);
  const file = requireFile(call, getFileId(call));
  if (getId(file) === rootId && Object.keys(body).some((name) => name !== 'folderColorRgb'))
    return call.reject('forbidden', 'The root folder can not be changed.', { code: 403 });
  if (body['parents'] !== undefined && body['parents'] !== null)
    return call.reject(
      'forbidden',
      'The parents field is not directly writable in update requests. Use the addParents and removeParents parameters instead.',
      {
        code: 403,
      },
    );
  const { upload } = call;
  const isChanged = upload !== undefined || contentFields.some((name) => body[name] !== undefined);
  const changed = mergeBody(file, body);
  const parents = moveParents(call, file);
  const driveId = findDriveId(call, parents);
  const { driveId: _, teamDriveId: __, ...rest } = changed;
  let stored = saveFile(call, {
    ...rest,
    parents,
    ...(driveId !== undefined && { driveId, teamDriveId: driveId }),
    ...(isChanged && { lastModifyingUser: createUser(call.user) }),
    modifiedTime: body['modifiedTime'] ?? (isChanged ? formatInstant(call.now) : (file['modifiedTime'] ?? formatInstant(call.now))),
  });
  if (typeof body['trashed'] === 'boolean' && body['trashed'] !== (file['trashed'] === true))
    stored = trashFile(call, stored, { trashed: body['trashed'] });
  if (!upload) return renderResponse(call, stored);
  if (isNativeType(stored['mimeType'])) importContent(call, stored, upload);
  else await putContent(call, getId(file), { type: getTextMember(body, 'mimeType') ?? upload.type, bytes: upload.bytes });
  return renderResponse(call, requireFile(call, getId(file)));
}

/** Members of maps are merged, and `null` removes one. */
function mergeBody(file: JsonObject, body: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...file };
  for (const [name, value] of Object.entries(body)) {
    if (!writableFields.has(name) || name === 'parents') continue;
    const before = file[name];
    if (value === null) delete merged[name];
    else if ((name === 'properties' || name === 'appProperties') && isObject(value)) {
      const members = Object.entries({ ...(isObject(before) ? before : {}), ...value }).filter(([, member]) => member !== null);
      merged[name] = Object.fromEntries(members);
    } else merged[name] = value;
  }
  return merged;
}

const listIds = (call: HandlerCall, name: string): readonly string[] =>
  (getText(call, name) ?? '').split(',').flatMap((id) => (id.trim() === '' ? [] : [resolveId(id.trim())]));

/** Returns the folders of a file after `addParents` and `removeParents`. */
function moveParents(call: HandlerCall, file: JsonObject): readonly string[] {
  const [added, removed] = [listIds(call, 'addParents'), listIds(call, 'removeParents')];
  const before = listParents(file);
  if (added.length === 0 && removed.length === 0) return before;
  for (const id of added) {
    requireFile(call, id);
    if (isBelow(call, id, getId(file)))
      return call.reject('forbidden', 'The requested parent is the file itself, or a descendant of it.', { code: 403 });
  }
  const kept = before.filter((id) => !removed.includes(id) && !added.includes(id));
  // A file has one parent, so that adding one moves it.
  const parents = added.length > 0 ? added.slice(-1) : kept;
  return parents;
}

/** Whether a folder is another one, or below it. */
function isBelow(call: HandlerCall, id: string, ancestor: string): boolean {
  for (let current: string | undefined = id, depth = 0; current !== undefined && depth < 1000; depth++) {
    if (current === ancestor) return true;
    const file = findFile(call, current);
    current = file && listParents(file)[0];
  }
  return false;
}

function deleteFile(call: HandlerCall): JsonObject {
  const file = requireFile(call, getFileId(call));
  if (getId(file) === rootId || call.state.get(getDrivePath(getId(file))))
    return call.reject('forbidden', 'The root folder can not be deleted.', { code: 403 });
  removeFile(call, file);
  return {};
}

async function copyFile(call: HandlerCall): Promise<JsonObject> {
  const source = requireFile(call, getFileId(call));
  if (isFolder(source)) return call.reject('forbidden', 'This file cannot be copied by the user.', { code: 403 });
  const body = getBody(call);
  const parents = body['parents'] === undefined || body['parents'] === null ? listParents(source) : requireParents(call, body['parents']);
  const id =
    typeof body['id'] === 'string'
      ? takeId(call, body['id'])
      : editorTypes.test(String(source['mimeType']))
        ? createDocumentId(call)
        : createFileId(call);
  const driveId = findDriveId(call, parents);
  const time = formatInstant(call.now);
  const {
    description,
    properties,
    appProperties,
    shortcutDetails,
    contentHints,
    folderColorRgb,
    mimeType = 'application/octet-stream',
    originalFilename,
  } = source;
  const kept = { description, properties, appProperties, shortcutDetails, contentHints, folderColorRgb, originalFilename };
  const stated = pickWritable(body);
  if (stated['mimeType'] !== undefined && stated['mimeType'] !== mimeType)
    return call.reject('notImplemented', 'The mock does not convert files between formats when it copies them.');
  const stored = saveFile(call, {
    ...(JSON.parse(JSON.stringify(kept)) as JsonObject),
    ...stated,
    kind: 'drive#file',
    id,
    name: getTextMember(stated, 'name') ?? `Copy of ${getTextMember(source, 'name') ?? ''}`,
    mimeType,
    parents,
    createdTime: stated['createdTime'] ?? time,
    modifiedTime: stated['modifiedTime'] ?? time,
    ...(driveId === undefined ? { owners: [createUser(call.user)] } : { driveId, teamDriveId: driveId }),
    lastModifyingUser: createUser(call.user),
  });
  if (isNativeType(mimeType)) {
    copyImport(call, source, stored);
    return renderResponse(call, requireFile(call, id));
  }
  const content = call.content.read(getFilePath(getId(source)));
  return renderResponse(call, await putContent(call, id, content ?? { type: String(mimeType), bytes: new Uint8Array() }));
}

function generateIds(call: HandlerCall): JsonObject {
  const space = getText(call, 'space') ?? 'drive';
  if (space !== 'drive' && space !== 'appDataFolder') rejectInvalid(call, 'space');
  const count = Number(getText(call, 'count') ?? '10');
  if (count < 1 || count > 1000) rejectInvalid(call, 'count');
  const ids = Array.from({ length: count }, () => createFileId(call));
  for (const id of ids) call.rows().put(`generated/${id}`, true);
  return { kind: 'drive#generatedIds', space, ids };
}

function emptyTrash(call: HandlerCall): JsonObject {
  const driveId = getText(call, 'driveId');
  for (const file of listFiles(call))
    if (file['trashed'] === true && getTextMember(file, 'driveId') === driveId && call.state.get(getFilePath(getId(file))))
      removeFile(call, file);
  return {};
}

export const fileHandlers: Handlers = {
  'drive.files.create': createFile,
  'drive.files.get': getFile,
  'drive.files.update': updateFile,
  'drive.files.delete': deleteFile,
  'drive.files.copy': copyFile,
  'drive.files.export': exportFile,
  'drive.files.list': listSelectedFiles,
  'drive.files.generateIds': generateIds,
  'drive.files.emptyTrash': emptyTrash,
};
