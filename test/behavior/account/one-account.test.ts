/** Mocks of several APIs share what one account has. */
import { describe, expect, test } from 'vitest';
import { openAccount, spreadsheet } from './open-account.js';

describe('a spreadsheet', () => {
  test('that Drive creates opens in Sheets, and is deleted there', async () => {
    const { create, sheets, drive } = await openAccount();
    const id = await create({ name: 'Budget', mimeType: spreadsheet });
    expect(await sheets(`GET ${id}?fields=properties.title,sheets.properties.title`)).toEqual({
      properties: { title: 'Budget' },
      sheets: [{ properties: { title: 'Sheet1' } }],
    });
    await drive(`DELETE files/${id}`);
    await expect(sheets(`GET ${id}`)).rejects.toThrow('404 Requested entity was not found.');
  });

  test('that Sheets creates is a file of Drive', async () => {
    const { mock, open, search, drive } = await openAccount();
    const id = await open('Budget');
    expect(await search(`mimeType = '${spreadsheet}' and 'root' in parents and 'me' in owners`)).toEqual(['Budget']);
    await mock.clock.advance(1000);
    await drive(`PATCH files/${id}`, { trashed: true });
    expect(await search('trashed = true')).toEqual(['Budget']);
  });

  test('has one title, and the time of its last change', async () => {
    const { mock, open, sheets, drive } = await openAccount();
    const id = await open('Budget');
    await drive(`PATCH files/${id}`, { name: 'Plan' });
    expect(await sheets(`GET ${id}?fields=properties.title`)).toEqual({ properties: { title: 'Plan' } });
    await mock.clock.advance(60_000);
    await sheets(`PUT ${id}/values/A1?valueInputOption=RAW`, { values: [['x']] });
    expect(await drive(`GET files/${id}?fields=modifiedTime`)).toEqual({ modifiedTime: '2026-01-02T03:05:05.678Z' });
    const requests = [{ updateSpreadsheetProperties: { properties: { title: 'Goals' }, fields: 'title' } }];
    await sheets(`POST ${id}:batchUpdate`, { requests });
    expect(await drive(`GET files/${id}`)).toMatchObject({ name: 'Goals' });
  });

  test('is copied, imported, and exported with its cells', async () => {
    const { upload, drive, sheets, download } = await openAccount();
    const id = await upload({ name: 'Budget', mimeType: spreadsheet }, '');
    await sheets(`PUT ${id}/values/A1?valueInputOption=USER_ENTERED`, {
      values: [
        ['name', 'of, "it"'],
        ['1/2/2026', 12.5],
      ],
    });
    const { id: copy } = await drive(`POST files/${id}/copy`, {});
    expect(await download(`files/${copy as string}/export?mimeType=text/csv`)).toBe('name,"of, ""it"""\r\n1/2/2026,12.5');
  });

  test('in a seed is a file, too', async () => {
    const seed = { resources: { '/v4/spreadsheets/s1': { properties: { title: 'Budget' } } } };
    const { drive, search } = await openAccount(undefined, { seed });
    expect(await drive('GET files/s1')).toMatchObject({ name: 'Budget', mimeType: spreadsheet });
    expect(await search("name = 'Budget'")).toEqual(['Budget']);
  });
});
