/** Shared drives. */
import { compareText, formatInstant, getTextMember, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { createIdText } from '../sheets/spreadsheets.js';
import { getBody, getDrivePath, getText } from './call.js';
import { selectDriveFields } from './default-fields.js';
import { listFiles, listParents } from './files.js';
import { getPage } from './pages.js';
import { compileQuery, driveFields } from './match-query.js';

function requireDrive(call: HandlerCall): JsonObject {
  const id = getText(call, 'driveId') ?? '';
  return (
    call.state.get(getDrivePath(id)) ??
    call.reject('notFound', `Shared drive not found: ${id}`, { location: 'driveId', locationType: 'parameter' })
  );
}

function createDrive(call: HandlerCall): JsonObject {
  const body = getBody(call);
  const name = getTextMember(body, 'name');
  if (name === undefined || name === '')
    return call.reject('required', 'The name of a shared drive is required.', { location: 'drive.name', locationType: 'field' });
  const id = `0A${createIdText(call, 13)}Uk9PVA`;
  const { colorRgb, themeId, restrictions } = body;
  const stated = JSON.parse(JSON.stringify({ colorRgb, themeId, restrictions })) as JsonObject;
  const drive = call.state.put(getDrivePath(id), { ...stated, kind: 'drive#drive', id, name, createdTime: formatInstant(call.now) });
  return selectDriveFields(call, drive);
}

function updateDrive(call: HandlerCall): JsonObject {
  const drive = requireDrive(call);
  const { name, colorRgb, themeId, restrictions } = getBody(call);
  const stated = JSON.parse(JSON.stringify({ name, colorRgb, themeId, restrictions })) as JsonObject;
  return selectDriveFields(call, call.state.put(getDrivePath(String(drive['id'])), { ...drive, ...stated }));
}

function setHidden(call: HandlerCall, hidden: boolean): JsonObject {
  const drive = requireDrive(call);
  return selectDriveFields(call, call.state.put(getDrivePath(String(drive['id'])), { ...drive, hidden }));
}

function deleteDrive(call: HandlerCall): JsonObject {
  const drive = requireDrive(call);
  const id = String(drive['id']);
  if (listFiles(call).some((file) => listParents(file).includes(id) && file['trashed'] !== true))
    return call.reject('forbidden', 'A shared drive cannot be deleted with items that are not in the trash.', { code: 403 });
  call.state.delete(getDrivePath(id));
  return {};
}

function listDrives(call: HandlerCall): JsonObject {
  const q = getText(call, 'q');
  const isSelected = q === undefined ? (): boolean => true : compileQuery(call, q, driveFields);
  const drives = call.state.list('/drive/v3/drives').filter(isSelected);
  const sorted = [...drives].sort((one, other) => compareText(String(one['name']), String(other['name'])));
  const { items, next } = getPage(call, sorted, { size: 10, maximum: 100 });
  return {
    kind: 'drive#driveList',
    ...(next !== undefined && { nextPageToken: next }),
    drives: items.map((drive) => selectDriveFields(call, drive)),
  };
}

export const driveHandlers: Handlers = {
  'drive.drives.create': createDrive,
  'drive.drives.get': (call) => selectDriveFields(call, requireDrive(call)),
  'drive.drives.update': updateDrive,
  'drive.drives.hide': (call) => setHidden(call, true),
  'drive.drives.unhide': (call) => setHidden(call, false),
  'drive.drives.delete': deleteDrive,
  'drive.drives.list': listDrives,
};
