/** The service module of Google Drive. */
import {
  defineBuiltIn,
  formatInstant,
  getMemberAt,
  getTextMember,
  type FollowCall,
  type JsonObject,
  type ResourceChange,
} from '../../mock/service.js';
import { aboutHandlers } from './about.js';
import { getFilePath, spreadsheetType } from './call.js';
import { addChange } from './change-log.js';
import { changeHandlers } from './changes.js';
import { commentHandlers } from './comments.js';
import { driveHandlers } from './drives.js';
import { fileHandlers } from './file-handlers.js';
import { completeFile, renderFile, rootId } from './files.js';
import { permissionHandlers } from './permissions.js';
import { createUser } from './users.js';

const file = '/drive/v3/files/{fileId}';

/** Parameters that say which client asks. */
const drives = { supportsAllDrives: true, supportsTeamDrives: true } as const;
const domain = { ...drives, useDomainAdminAccess: true } as const;

/** Keeps files in step with the spreadsheets of Sheets. */
function followSpreadsheet({ resource, previous }: ResourceChange, call: FollowCall): void {
  const id = getTextMember(resource ?? previous, 'spreadsheetId') ?? '';
  const path = getFilePath(id);
  const stored = call.state.get(path);
  addChange(call, id, resource === undefined);
  if (!resource) {
    call.state.delete(path);
    return;
  }
  const name = getMemberAt(resource, 'properties.title') ?? '';
  const time = formatInstant(call.now);
  const created = {
    kind: 'drive#file',
    id,
    mimeType: spreadsheetType,
    parents: [rootId],
    createdTime: time,
    ...(call.user !== undefined && { owners: [createUser(call.user)], lastModifyingUser: createUser(call.user) }),
  };
  // A seeded spreadsheet doesn't change its file.
  const modifiedTime = stored && call.user === undefined ? stored['modifiedTime'] : time;
  call.state.put(path, { ...(stored ?? created), name, modifiedTime } as JsonObject);
}

export const driveServices: object = defineBuiltIn({
  api: 'drive',
  handlers: { ...aboutHandlers, ...changeHandlers, ...commentHandlers, ...driveHandlers, ...fileHandlers, ...permissionHandlers },
  parameters: {
    'drive.changes.getStartPageToken': { ...drives, driveId: true },
    'drive.changes.list': { ...drives, driveId: true, includeItemsFromAllDrives: true, includeRemoved: true, pageToken: true },
    'drive.comments.list': { includeDeleted: true },
    'drive.drives.get': { useDomainAdminAccess: true },
    'drive.drives.list': { q: true, useDomainAdminAccess: true },
    'drive.drives.update': { useDomainAdminAccess: true },
    'drive.files.copy': { ...drives, enforceSingleParent: true },
    'drive.files.create': { ...drives, enforceSingleParent: true, keepRevisionForever: true },
    'drive.files.delete': { ...drives, enforceSingleParent: true },
    'drive.files.emptyTrash': { driveId: true, enforceSingleParent: true },
    'drive.files.get': { ...drives, acknowledgeAbuse: true },
    'drive.files.list': {
      ...drives,
      corpora: true,
      corpus: true,
      driveId: true,
      includeItemsFromAllDrives: true,
      includeTeamDriveItems: true,
      orderBy: true,
      q: true,
      spaces: true,
      teamDriveId: true,
    },
    'drive.files.update': { ...drives, addParents: true, enforceSingleParent: true, keepRevisionForever: true, removeParents: true },
    'drive.permissions.create': {
      ...domain,
      emailMessage: true,
      enforceSingleParent: true,
      moveToNewOwnersRoot: true,
      sendNotificationEmail: true,
      transferOwnership: true,
    },
    'drive.permissions.delete': domain,
    'drive.permissions.get': domain,
    'drive.permissions.list': domain,
    'drive.permissions.update': { ...domain, removeExpiration: true, transferOwnership: true },
  },
  complete: { [file]: completeFile },
  render: { [file]: renderFile },
  follow: { sheets: { '/v4/spreadsheets/{spreadsheetId}': followSpreadsheet } },
});
