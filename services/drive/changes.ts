/** The methods of changes. */
import { type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { getFilePath, getText, rejectInvalid } from './call.js';
import { getNextChange, listChanges } from './change-log.js';
import { selectFileFields } from './default-fields.js';
import { renderForUser } from './files.js';
import { withPermissions } from './permissions.js';

const getStartPageToken = (call: HandlerCall): JsonObject => ({
  kind: 'drive#startPageToken',
  startPageToken: String(getNextChange(call)),
});

function listFileChanges(call: HandlerCall): JsonObject {
  const token = getText(call, 'pageToken') ?? '';
  const from = /^\d{1,15}$/.test(token) ? Number(token) : rejectInvalid(call, 'pageToken');
  if (from > getNextChange(call)) rejectInvalid(call, 'pageToken');
  const size = Number(getText(call, 'pageSize') ?? 100);
  if (size < 1 || size > 1000) rejectInvalid(call, 'pageSize');
  const includesRemoved = call.parameters['includeRemoved'] !== false;
  const driveId = getText(call, 'driveId');
  const changes = listChanges(call, from).flatMap(([number, change]) => {
    const file = change.removed ? undefined : call.state.get(getFilePath(change.fileId));
    const isRemoved = file === undefined;
    if (isRemoved && !includesRemoved) return [];
    if (driveId !== undefined && file && file['driveId'] !== driveId) return [];
    return [
      {
        number,
        change: {
          kind: 'drive#change',
          type: 'file',
          changeType: 'file',
          time: change.time,
          removed: isRemoved,
          fileId: change.fileId,
          ...(file && { file: renderChangedFile(call, file) }),
        },
      },
    ];
  });
  const page = changes.slice(0, size);
  const next = changes[size];
  return {
    kind: 'drive#changeList',
    ...(next ? { nextPageToken: String(next.number) } : { newStartPageToken: String(getNextChange(call)) }),
    changes: page.map(({ change }) => change),
  };
}

const renderChangedFile = (call: HandlerCall, file: JsonObject): JsonObject =>
  selectFileFields(call, call.responseMask === undefined ? file : withPermissions(call, renderForUser(call, file)));

export const changeHandlers: Handlers = {
  'drive.changes.getStartPageToken': getStartPageToken,
  'drive.changes.list': listFileChanges,
};
