/** What the parts of the module share: paths, parameters, and errors. */
import type { HandlerCall, JsonObject } from '../../mock/service.js';

export type DriveCall = Pick<HandlerCall, 'state' | 'content' | 'rows' | 'newId' | 'now' | 'user' | 'apis' | 'reject'>;

export const getFilePath = (id: string): string => `/drive/v3/files/${encodeURIComponent(id)}`;
export const getDrivePath = (id: string): string => `/drive/v3/drives/${encodeURIComponent(id)}`;

export const folderType = 'application/vnd.google-apps.folder';
export const shortcutType = 'application/vnd.google-apps.shortcut';
export const spreadsheetType = 'application/vnd.google-apps.spreadsheet';

/** Whether a file has no content of its own: a folder, a shortcut, or a document of an editor. */
export const isNativeType = (mimeType: unknown): boolean => String(mimeType).startsWith('application/vnd.google-apps.');

/** Returns a parameter as text. Returns `undefined` for an absent or empty one. */
export function getText({ parameters }: Pick<HandlerCall, 'parameters'>, name: string): string | undefined {
  const value = parameters[name];
  return value === undefined || value === '' ? undefined : String(value);
}

export const getBody = (call: Pick<HandlerCall, 'requestBody'>): JsonObject => (call.requestBody ?? {}) as JsonObject;

/** Throws 400 for the value of a parameter. */
export const rejectInvalid = (call: Pick<HandlerCall, 'reject'>, parameter: string): never =>
  call.reject('invalid', 'Invalid Value', { location: parameter, locationType: 'parameter' });

/** Throws 404. */
export const rejectMissingFile = (call: Pick<HandlerCall, 'reject'>, id: string): never =>
  call.reject('notFound', `File not found: ${id}.`, { location: 'fileId', locationType: 'parameter' });

/** Throws 400 if the request lacks the `fields` parameter. */
export function requireResponseMask(call: Pick<HandlerCall, 'responseMask' | 'reject'>): void {
  if (call.responseMask === undefined)
    call.reject('required', "The 'fields' parameter is required for this method.", { location: 'fields', locationType: 'parameter' });
}
