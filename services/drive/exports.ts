/** Imports content into documents of editors, and exports it. The mock doesn't convert between formats. */
import { toBase64, type HandlerCall, type Json, type JsonObject, type MediaContent } from '../../mock/service.js';
import { exportCsv, importCsv, copyCells } from '../sheets/csv.js';
import { getText, isNativeType, rejectInvalid, spreadsheetType, type DriveCall } from './call.js';
import { getId, getImportKey, requireFile } from './files.js';

interface ImportedContent {
  readonly type: string;
  readonly data: string;
}

const hasSheets = (call: DriveCall): boolean => call.apis.includes('sheets');
const getMediaType = (type: string): string => type.replace(/;.*/s, '').trim().toLowerCase();

/** Stores the content of a document. A table becomes the cells of a spreadsheet if the mock has Sheets. */
export function importContent(call: DriveCall, file: JsonObject, { type, bytes }: MediaContent): void {
  const media = getMediaType(type);
  if (file['mimeType'] === spreadsheetType && hasSheets(call) && (media === 'text/csv' || media === 'text/tab-separated-values')) {
    importCsv(call, getId(file), { text: new TextDecoder().decode(bytes), separator: media === 'text/csv' ? ',' : '\t' });
    return;
  }
  const imported: ImportedContent = { type: media, data: toBase64(bytes) };
  call.rows('drive').put(getImportKey(getId(file)), imported);
}

/** Copies what a document contains. */
export function copyImport(call: DriveCall, source: JsonObject, target: JsonObject): void {
  const imported = call.rows('drive').get<Json>(getImportKey(getId(source)));
  if (imported !== undefined) call.rows('drive').put(getImportKey(getId(target)), imported);
  if (source['mimeType'] === spreadsheetType && hasSheets(call)) copyCells(call, getId(source), getId(target));
}

export function exportFile(call: HandlerCall): Response {
  const file = requireFile(call, getText(call, 'fileId') ?? '');
  const mimeType = getText(call, 'mimeType') ?? rejectInvalid(call, 'mimeType');
  if (!isNativeType(file['mimeType']))
    return call.reject('forbidden', 'Export only supports Docs Editors files.', {
      location: 'mimeType',
      locationType: 'parameter',
      code: 403,
    });
  const media = getMediaType(mimeType);
  const imported = call.rows('drive').get<ImportedContent & JsonObject>(getImportKey(getId(file)));
  if (imported?.type === media)
    return new Response(
      Uint8Array.from(atob(imported.data), (character) => character.charCodeAt(0)),
      { headers: { 'content-type': mimeType } },
    );
  const separator = { 'text/csv': ',', 'text/tab-separated-values': '\t' }[media];
  if (file['mimeType'] === spreadsheetType && separator !== undefined && hasSheets(call))
    return new Response(exportCsv(call, getId(file), separator), { headers: { 'content-type': mimeType } });
  return call.reject(
    'notImplemented',
    `The mock exports a document only in the format in which it was imported, and spreadsheets as text/csv. It can't export this one as ${mimeType}.`,
  );
}
