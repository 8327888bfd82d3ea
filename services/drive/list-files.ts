/** Lists files: the query, the corpora, the order, and the pages. */
import { compareText, getTextMember, isList, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { getText, rejectInvalid } from './call.js';
import { isFolder, listFiles, renderForUser, resolveId } from './files.js';
import { compileQuery, createFileFields } from './match-query.js';
import { getPage } from './pages.js';
import { listPeople, withPermissions } from './permissions.js';
import { selectFileFields } from './default-fields.js';

const spaces = ['drive', 'appDataFolder', 'photos'];

export function listSelectedFiles(call: HandlerCall): JsonObject {
  const q = getText(call, 'q');
  const fields = createFileFields({ user: call.user, resolveId, listPeople: (file, roles) => listPeople(call, file, roles) });
  const isSelected = q === undefined ? (): boolean => true : compileQuery(call, q, fields);
  const files = listFiles(call).filter(createCorpusTest(call)).filter(isSelected).sort(createOrder(call));
  const { items, next } = getPage(call, files, { size: 100, maximum: 1000 });
  const listed = items.map((file) =>
    selectFileFields(call, call.responseMask === undefined ? file : withPermissions(call, renderForUser(call, file))),
  );
  return { kind: 'drive#fileList', ...(next !== undefined && { nextPageToken: next }), incompleteSearch: false, files: listed };
}

/** Returns whether a list searches a file: `corpora`, `spaces`, and the shared drive. */
function createCorpusTest(call: HandlerCall): (file: JsonObject) => boolean {
  const named = (getText(call, 'spaces') ?? 'drive').split(',').map((space) => space.trim());
  if (named.some((space) => !spaces.includes(space))) return rejectInvalid(call, 'spaces');
  const driveId = getText(call, 'driveId') ?? getText(call, 'teamDriveId');
  const corpora = getText(call, 'corpora') ?? getText(call, 'corpus') ?? (driveId === undefined ? 'user' : 'drive');
  const includesDrives = call.parameters['includeItemsFromAllDrives'] === true || call.parameters['includeTeamDriveItems'] === true;
  if (!['user', 'drive', 'domain', 'allDrives', 'teamDrive', 'allTeamDrives', 'default'].includes(corpora))
    return rejectInvalid(call, 'corpora');
  if (corpora === 'drive' && driveId === undefined)
    return call.reject('invalid', 'The driveId must be specified when corpora is set to drive.', {
      location: 'driveId',
      locationType: 'parameter',
    });
  if (driveId !== undefined && !includesDrives)
    return call.reject('invalid', 'includeItemsFromAllDrives must be true to search a shared drive.', {
      location: 'includeItemsFromAllDrives',
      locationType: 'parameter',
    });
  if (driveId !== undefined && !call.state.get(`/drive/v3/drives/${encodeURIComponent(driveId)}`))
    return call.reject('notFound', `Shared drive not found: ${driveId}`, { location: 'driveId', locationType: 'parameter' });
  return (file) => {
    const own = isList(file['spaces']) ? (file['spaces'] as readonly string[]) : ['drive'];
    if (!own.some((space) => named.includes(space))) return false;
    const drive = getTextMember(file, 'driveId');
    if (driveId !== undefined) return drive === driveId;
    return drive === undefined || includesDrives;
  };
}

type Comparison = (one: JsonObject, other: JsonObject) => number;

const compareBy =
  (name: string): Comparison =>
  (one, other) =>
    compareText(getTextMember(one, name) ?? '', getTextMember(other, name) ?? '');

const compareNames =
  (isNatural: boolean): Comparison =>
  (one, other) =>
    (getTextMember(one, 'name') ?? '').localeCompare(getTextMember(other, 'name') ?? '', 'en', { numeric: isNatural, sensitivity: 'base' });

const compareSizes: Comparison = (one, other) => Number(one['quotaBytesUsed'] ?? 0) - Number(other['quotaBytesUsed'] ?? 0);

const orders: Readonly<Record<string, Comparison>> = {
  createdTime: compareBy('createdTime'),
  folder: (one, other) => Number(isFolder(other)) - Number(isFolder(one)),
  modifiedByMeTime: compareBy('modifiedTime'),
  modifiedTime: compareBy('modifiedTime'),
  name: compareNames(false),
  name_natural: compareNames(true),
  quotaBytesUsed: compareSizes,
  recency: compareBy('modifiedTime'),
  sharedWithMeTime: compareBy('sharedWithMeTime'),
  starred: (one, other) => Number(other['starred'] === true) - Number(one['starred'] === true),
  viewedByMeTime: compareBy('viewedByMeTime'),
};

/** Without `orderBy`, the last change is first. */
function createOrder(call: HandlerCall): Comparison {
  const keys = (getText(call, 'orderBy') ?? 'modifiedTime desc').split(',').map((text) => text.trim().split(/\s+/));
  const comparisons = keys.map(([name = '', direction, ...rest]): Comparison => {
    const compare = Object.hasOwn(orders, name) ? orders[name] : undefined;
    if (!compare || rest.length > 0 || (direction !== undefined && !/^(?:asc|desc)$/i.test(direction)))
      return rejectInvalid(call, 'orderBy');
    return direction?.toLowerCase() === 'desc' ? (one, other) => compare(other, one) : compare;
  });
  return (one, other) =>
    comparisons.map((compare) => compare(one, other)).find((compared) => compared !== 0) ??
    compareText(String(one['id']), String(other['id']));
}
