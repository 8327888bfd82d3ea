/** The account: who asks, and how much is stored. */
import { type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { requireResponseMask } from './call.js';
import { listFiles } from './files.js';
import { createUser } from './users.js';

/** The storage of an account without a subscription, in bytes. */
const storageLimit = 15 * 2 ** 30;

function getAbout(call: HandlerCall): JsonObject {
  requireResponseMask(call);
  const files = listFiles(call).filter((file) => file['driveId'] === undefined);
  const sum = (isCounted: (file: JsonObject) => boolean): string =>
    String(files.filter(isCounted).reduce((total, file) => total + Number(file['size'] ?? 0), 0));
  const usage = sum(() => true);
  return {
    kind: 'drive#about',
    user: { ...createUser(call.user), me: true },
    storageQuota: { limit: String(storageLimit), usage, usageInDrive: usage, usageInDriveTrash: sum((file) => file['trashed'] === true) },
    maxUploadSize: '5242880000000',
    appInstalled: false,
    canCreateDrives: true,
    canCreateTeamDrives: true,
    importFormats: {
      'text/csv': ['application/vnd.google-apps.spreadsheet'],
      'text/tab-separated-values': ['application/vnd.google-apps.spreadsheet'],
    },
    exportFormats: { 'application/vnd.google-apps.spreadsheet': ['text/csv', 'text/tab-separated-values'] },
  };
}

export const aboutHandlers: Handlers = { 'drive.about.get': getAbout };
