/** The service module of Google Sheets. */
import { defineBuiltIn, getTextMember, type FollowCall, type JsonObject, type ResourceChange } from '../../mock/service.js';
import { deleteCells } from './grid.js';
import { spreadsheetHandlers } from './spreadsheet-handlers.js';
import { createProperties, createSpreadsheet, getSpreadsheetPath, getSpreadsheetTitle, renderSpreadsheet } from './spreadsheets.js';
import { valuesHandlers } from './values-handlers.js';

const spreadsheet = '/v4/spreadsheets/{spreadsheetId}';

const valuesParameters = { majorDimension: true, valueRenderOption: true, dateTimeRenderOption: true } as const;
const writeParameters = {
  includeValuesInResponse: true,
  responseDateTimeRenderOption: true,
  responseValueRenderOption: true,
  valueInputOption: true,
} as const;

const spreadsheetType = 'application/vnd.google-apps.spreadsheet';

/** Completes a new or seeded spreadsheet. */
const completeSpreadsheet = ({ properties }: JsonObject): JsonObject => ({
  properties: createProperties((properties ?? {}) as JsonObject),
});

/** Keeps spreadsheets in step with the files of Drive. */
function followFile({ path: filePath, resource, previous }: ResourceChange, call: FollowCall): void {
  const id = getTextMember(resource ?? previous, 'id') ?? '';
  const path = getSpreadsheetPath(id);
  const stored = call.state.get(path);
  if (getTextMember(resource, 'mimeType') !== spreadsheetType) {
    if (!stored) return;
    // A seed can contain the spreadsheet, and the file without its type.
    if (resource && !previous) return void call.state.put(filePath, { ...resource, mimeType: spreadsheetType });
    call.state.delete(path);
    deleteCells(call, id);
    return;
  }
  const title = getTextMember(resource, 'name') ?? '';
  if (!stored) call.state.put(path, createSpreadsheet(id, title));
  else if (getSpreadsheetTitle(stored) !== title)
    call.state.put(path, { ...stored, properties: { ...(stored['properties'] as JsonObject), title } });
}

export const sheetsServices: object = defineBuiltIn({
  api: 'sheets',
  handlers: { ...spreadsheetHandlers, ...valuesHandlers },
  parameters: {
    'sheets.spreadsheets.get': { includeGridData: true, ranges: true },
    'sheets.spreadsheets.values.get': valuesParameters,
    'sheets.spreadsheets.values.batchGet': { ...valuesParameters, ranges: true },
    'sheets.spreadsheets.values.update': writeParameters,
    'sheets.spreadsheets.values.append': { ...writeParameters, insertDataOption: true },
  },
  complete: { [spreadsheet]: completeSpreadsheet },
  render: { [spreadsheet]: renderSpreadsheet },
  follow: { drive: { '/drive/v3/files/{fileId}': followFile } },
});
