/** What programs do with spreadsheets: they read and write values, and change sheets. */
import { describe, expect, test } from 'vitest';
import { openAccount, type Account, type Body } from './open-account.js';

interface Sheet {
  /** Writes values as if a user had typed them. */
  type(range: string, values: unknown[][]): Promise<Body>;
  /** Returns the values of a range. */
  read(range: string, parameters?: string): Promise<unknown>;
  /** Sends requests of a batch update, and returns the replies. */
  change(...requests: object[]): Promise<unknown>;
  readonly account: Account;
  readonly id: string;
}

async function openSheet(): Promise<Sheet> {
  const account = await openAccount(['sheets']);
  const id = await account.open();
  return {
    account,
    id,
    type: (range, values) => account.sheets(`PUT ${id}/values/${encodeURIComponent(range)}?valueInputOption=USER_ENTERED`, { values }),
    read: async (range, parameters = '') => (await account.sheets(`GET ${id}/values/${encodeURIComponent(range)}?${parameters}`))['values'],
    change: async (...requests) => (await account.sheets(`POST ${id}:batchUpdate`, { requests }))['replies'],
  };
}

describe('values', () => {
  test('are entered as a user types them', async () => {
    const { type, read } = await openSheet();
    const typed = ['7', '1,234.5', '12.5%', '$3', '2026-01-02', '1/2/2026 10:30', '10:30 PM', 'true', "'007", '1e3', 'plain', '-.5'];
    const shown = ['7', '1,234.50', '12.50%', '$3', '2026-01-02', '1/2/2026 10:30', '10:30 PM', 'TRUE', '007', '1.00E+03', 'plain', '-0.5'];
    await type('A1', [typed]);
    expect(await read('A1:L1')).toEqual([shown]);
    expect(await read('A1:L1', 'valueRenderOption=UNFORMATTED_VALUE')).toEqual([
      [7, 1234.5, 0.125, 3, 46024, 46024.4375, 0.9375, true, '007', 1000, 'plain', -0.5],
    ]);
    expect(await read('E1', 'valueRenderOption=UNFORMATTED_VALUE&dateTimeRenderOption=FORMATTED_STRING')).toEqual([['2026-01-02']]);
  });

  test('are stored as they are with RAW', async () => {
    const { account, id, read } = await openSheet();
    await account.sheets(`PUT ${id}/values/A1?valueInputOption=RAW`, { values: [['1', 1, true, null, '=1+1']] });
    expect(await read('A1:E1', 'valueRenderOption=UNFORMATTED_VALUE')).toEqual([['1', 1, true, '', '=1+1']]);
  });

  test('that depend on formulas are not implemented, and formulas are kept', async () => {
    const { type, read } = await openSheet();
    await type('A1', [['=1+1', 'x']]);
    expect(await read('A1:B1', 'valueRenderOption=FORMULA')).toEqual([['=1+1', 'x']]);
    await expect(read('A1:B1')).rejects.toThrow('501');
  });

  test.each([
    [
      'Sheet1!A1:B2',
      'Sheet1!A1:B2',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'sheet1',
      'Sheet1!A1:Z1000',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['B:B', 'Sheet1!B1:B1000', [['b'], ['d']]],
    ['2:2', 'Sheet1!A2:Z2', [['c', 'd']]],
    ['A2:B', 'Sheet1!A2:B1000', [['c', 'd']]],
    ["'Sheet1'!R2C1:R2C2", 'Sheet1!A2:B2', [['c', 'd']]],
    ['C3', 'Sheet1!C3', undefined],
  ])('of the range %s', async (range, full, values) => {
    const { account, id, type } = await openSheet();
    await type('A1', [
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(await account.sheets(`GET ${id}/values/${encodeURIComponent(range)}`)).toEqual({
      range: full,
      majorDimension: 'ROWS',
      ...(values && { values }),
    });
  });

  test('of an unknown range, or outside of the grid, are rejected', async () => {
    const { read, type } = await openSheet();
    await expect(read('Nowhere!A1')).rejects.toThrow('400 Unable to parse range: Nowhere!A1');
    await expect(read('A1001')).rejects.toThrow('400 Range (A1001) exceeds grid limits. Max rows: 1000, max columns: 26');
    await expect(type('A1:A1', [['a'], ['b']])).rejects.toThrow('400');
  });

  test('are appended after the last table in the range', async () => {
    const { account, id, type } = await openSheet();
    await type('A1', [
      ['a', 'b', 'c'],
      ['x', 'y', 'z'],
    ]);
    await type('B4', [
      ['m', 'n', 'o'],
      ['p', 'q', 'r'],
      ['s', 't', 'u'],
    ]);
    const append = async (range: string): Promise<unknown> => {
      const before = await account.mock.sequence();
      const { tableRange, updates } = await account.sheets(`POST ${id}/values/${range}:append?valueInputOption=RAW`, { values: [['new']] });
      await account.mock.rewind(before);
      return [tableRange, (updates as Record<string, string>)['updatedRange']];
    };
    expect(await append('Sheet1')).toEqual(['Sheet1!B4:D6', 'Sheet1!B7']);
    expect(await append('A1')).toEqual(['Sheet1!A1:C2', 'Sheet1!A3']);
    expect(await append('E4')).toEqual([undefined, 'Sheet1!E4']);
  });

  test('are updated, read, and cleared in batches', async () => {
    const { account, id } = await openSheet();
    const data = [
      { range: 'A1:B1', values: [['a', 'b']] },
      { range: 'A3', majorDimension: 'COLUMNS', values: [['c', 'd']] },
    ];
    expect(await account.sheets(`POST ${id}/values:batchUpdate`, { valueInputOption: 'RAW', data })).toMatchObject({
      totalUpdatedRows: 3,
      totalUpdatedCells: 4,
      totalUpdatedSheets: 1,
    });
    const { valueRanges } = await account.sheets(`GET ${id}/values:batchGet?ranges=A1:B1&ranges=A3:A4&majorDimension=COLUMNS`);
    expect(valueRanges).toMatchObject([{ values: [['a'], ['b']] }, { values: [['c', 'd']] }]);
    expect(await account.sheets(`POST ${id}/values:batchClear`, { ranges: ['A1:B1', 'A4'] })).toMatchObject({
      clearedRanges: ['Sheet1!A1:B1', 'Sheet1!A4'],
    });
  });
});

describe('a batch update', () => {
  test('adds, renames, moves, copies, and deletes sheets', async () => {
    const { account, id, change } = await openSheet();
    const [{ addSheet }] = (await change({ addSheet: { properties: { title: 'People' } } })) as [
      { addSheet: { properties: { sheetId: number } } },
    ];
    const { sheetId } = addSheet.properties;
    await change(
      { updateSheetProperties: { properties: { sheetId, title: 'Team', index: 0 }, fields: 'title,index' } },
      { duplicateSheet: { sourceSheetId: 0, newSheetName: 'Copy' } },
      { deleteSheet: { sheetId: 0 } },
    );
    const { sheets } = await account.sheets(`GET ${id}?fields=sheets.properties(title,index)`);
    expect(sheets).toEqual([{ properties: { title: 'Copy', index: 0 } }, { properties: { title: 'Team', index: 1 } }]);
    await expect(change({ deleteSheet: { sheetId: 7 } })).rejects.toThrow('400 Invalid requests[0].deleteSheet: No sheet with id: 7');
    await expect(change({ addSheet: { properties: { title: 'Team' } } })).rejects.toThrow('A sheet with the name "Team" already exists.');
  });

  test('inserts and deletes cells, which shifts the cells after them', async () => {
    const { type, read, change } = await openSheet();
    await type('A1', [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 1 };
    await change({ deleteRange: { range, shiftDimension: 'ROWS' } });
    expect(await read('A1:B3')).toEqual([
      ['b', '1'],
      ['c', '2'],
      ['', '3'],
    ]);
    await change({ insertRange: { range, shiftDimension: 'COLUMNS' } });
    expect(await read('A1:C1')).toEqual([['', 'b', '1']]);
    await change({ mergeCells: { range: { ...range, endRowIndex: 2 }, mergeType: 'MERGE_ALL' } });
    await expect(change({ deleteRange: { range, shiftDimension: 'ROWS' } })).rejects.toThrow('501');
  });

  test('inserts, deletes, and moves rows and columns with what refers to them', async () => {
    const { account, id, type, read, change } = await openSheet();
    await type('A1', [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    const range = { sheetId: 0, startRowIndex: 1, endRowIndex: 3, startColumnIndex: 0, endColumnIndex: 2 };
    await change(
      { addNamedRange: { namedRange: { name: 'Rest', range } } },
      { insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 2 } } },
    );
    expect(await read('A1:B4')).toEqual([['a', '1'], [], ['b', '2'], ['c', '3']]);
    expect(await read('Rest')).toEqual([
      ['b', '2'],
      ['c', '3'],
    ]);
    await change(
      { deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 2 } } },
      { moveDimension: { source: { sheetId: 0, dimension: 'COLUMNS', startIndex: 0, endIndex: 1 }, destinationIndex: 2 } },
    );
    expect(await read('Sheet1')).toEqual([
      ['2', 'b'],
      ['3', 'c'],
    ]);
    expect(await account.sheets(`GET ${id}?fields=sheets.properties.gridProperties.rowCount`)).toEqual({
      sheets: [{ properties: { gridProperties: { rowCount: 999 } } }],
    });
  });

  test('formats, merges, and sorts cells', async () => {
    const { account, id, type, read, change } = await openSheet();
    await type('A1', [
      ['b', 2],
      ['a', 10],
      ['', 3],
    ]);
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 3, startColumnIndex: 0, endColumnIndex: 2 };
    await change(
      { sortRange: { range, sortSpecs: [{ dimensionIndex: 0, sortOrder: 'ASCENDING' }] } },
      {
        repeatCell: {
          range: { ...range, endRowIndex: 1 },
          cell: { userEnteredFormat: { backgroundColor: { red: 0.5 } } },
          fields: 'userEnteredFormat.backgroundColor',
        },
      },
      { mergeCells: { range: { ...range, startRowIndex: 2 }, mergeType: 'MERGE_ALL' } },
    );
    expect(await read('Sheet1')).toEqual([
      ['a', '10'],
      ['b', '2'],
    ]);
    const { sheets } = await account.sheets(`GET ${id}?ranges=A1:B1&includeGridData=true`);
    expect(sheets).toMatchObject([
      {
        merges: [{ startRowIndex: 2, endRowIndex: 3, startColumnIndex: 0, endColumnIndex: 2 }],
        data: [
          {
            rowData: [
              {
                values: [
                  {
                    userEnteredValue: { stringValue: 'a' },
                    effectiveValue: { stringValue: 'a' },
                    formattedValue: 'a',
                    userEnteredFormat: { backgroundColor: { red: 0.49803922 }, backgroundColorStyle: { rgbColor: { red: 0.49803922 } } },
                    effectiveFormat: { horizontalAlignment: 'LEFT', textFormat: { fontFamily: 'Arial', bold: false } },
                  },
                  { effectiveValue: { numberValue: 10 }, effectiveFormat: { horizontalAlignment: 'RIGHT' } },
                ],
              },
            ],
            rowMetadata: [{ pixelSize: 21 }],
            columnMetadata: [{ pixelSize: 100 }, { pixelSize: 100 }],
          },
        ],
      },
    ]);
  });

  test('changes nothing if a request is invalid, and does not implement all kinds', async () => {
    const { read, change, type } = await openSheet();
    await type('A1', [['a']]);
    const clear = { updateCells: { range: { sheetId: 0 }, fields: 'userEnteredValue' } };
    await expect(change(clear, { deleteSheet: { sheetId: 0 } })).rejects.toThrow("You can't remove all the sheets in a document.");
    expect(await read('A1')).toEqual([['a']]);
    await expect(change({ randomizeRange: { range: { sheetId: 0 } } })).rejects.toThrow('501');
  });
});

test('a seed can provide cells as responses contain them', async () => {
  const data = [{ rowData: [{ values: [{ userEnteredValue: { numberValue: 5 } }] }] }];
  const seed = {
    resources: { '/v4/spreadsheets/s1': { properties: { title: 'Budget' }, sheets: [{ properties: { title: 'Q1' }, data }] } },
  };
  const { sheets } = await openAccount(['sheets'], { seed });
  expect(await sheets('GET s1/values/Q1!A1')).toMatchObject({ values: [['5']] });
});
