/** What programs do with files: they find, move, copy, share, and delete them. */
import { describe, expect, test } from 'vitest';
import { folder, openAccount, spreadsheet } from './open-account.js';

describe('a file', () => {
  test('has four fields, and others on request', async () => {
    const { drive, upload } = await openAccount(['drive']);
    const id = await upload({ name: 'notes.txt' }, 'hello');
    expect(await drive(`GET files/${id}`)).toEqual({ kind: 'drive#file', id, name: 'notes.txt', mimeType: 'text/plain' });
    expect(await drive(`GET files/${id}?fields=size,md5Checksum,sha1Checksum,fileExtension,parents,ownedByMe,webViewLink`)).toMatchObject({
      size: '5',
      md5Checksum: '5d41402abc4b2a76b9719d911017c592',
      sha1Checksum: 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d',
      fileExtension: 'txt',
      ownedByMe: true,
      webViewLink: `https://drive.google.com/file/d/${id}/view?usp=drivesdk`,
    });
    await expect(drive('GET files/none')).rejects.toThrow('404 File not found: none.');
  });

  test('is in one folder, that of the user by default', async () => {
    const { drive, upload, create, search } = await openAccount(['drive']);
    const id = await upload({ name: 'a.txt' }, 'a');
    const { id: root } = await drive('GET files/root');
    expect(await drive(`GET files/${id}?fields=parents`)).toEqual({ parents: [root] });
    const inner = await create({ name: 'In', mimeType: folder });
    await drive(`PATCH files/${id}?addParents=${inner}&removeParents=root`, {});
    expect(await search("'root' in parents")).toEqual(['In']);
    expect(await search(`'${inner}' in parents`)).toEqual(['a.txt']);
    await expect(drive(`PATCH files/${inner}?addParents=${inner}`, {})).rejects.toThrow('403');
  });

  test('is copied with its content', async () => {
    const { drive, upload, download } = await openAccount(['drive']);
    const id = await upload({ name: 'a.txt', description: 'first' }, 'hello');
    const copy = await drive(`POST files/${id}/copy?fields=id,name,description`, {});
    expect(copy).toMatchObject({ name: 'Copy of a.txt', description: 'first' });
    expect(await download(`files/${copy['id'] as string}?alt=media`)).toBe('hello');
  });

  test('is trashed and restored with its folder, and deleted for good', async () => {
    const { drive, upload, create, search } = await openAccount(['drive']);
    const inner = await create({ name: 'In', mimeType: folder });
    const id = await upload({ name: 'a.txt', parents: [inner] }, 'a');
    await drive(`PATCH files/${inner}`, { trashed: true });
    expect(await search('trashed = true')).toEqual(['a.txt', 'In']);
    expect(await drive(`GET files/${id}?fields=trashed,explicitlyTrashed`)).toEqual({ trashed: true, explicitlyTrashed: false });
    await drive(`PATCH files/${inner}`, { trashed: false });
    expect(await search('trashed = true')).toEqual([]);
    await drive(`PATCH files/${id}`, { trashed: true });
    await drive('DELETE files/trash');
    expect(await search('name contains "a"')).toEqual([]);
    await drive(`DELETE files/${inner}`);
    await expect(drive(`GET files/${inner}`)).rejects.toThrow('404');
  });

  test('can be given an ID that the service generated', async () => {
    const { drive } = await openAccount(['drive']);
    const { ids } = await drive('GET files/generateIds?count=1');
    const [id] = ids as unknown as string[];
    expect(await drive('POST files', { id, name: 'a' })).toMatchObject({ id });
    await expect(drive('POST files', { id, name: 'b' })).rejects.toThrow('409 A file already exists with the provided ID.');
    await expect(drive('POST files', { id: 'mine', name: 'b' })).rejects.toThrow('400 The provided file ID is not usable.');
  });

  test('that a shortcut names keeps its type', async () => {
    const { drive, upload } = await openAccount(['drive']);
    const targetId = await upload({ name: 'a.txt' }, 'a');
    const shortcut = { name: 'S', mimeType: 'application/vnd.google-apps.shortcut', shortcutDetails: { targetId } };
    expect(await drive('POST files?fields=shortcutDetails', shortcut)).toEqual({
      shortcutDetails: { targetId, targetMimeType: 'text/plain' },
    });
  });
});

describe('a query', () => {
  test.each([
    ["name = 'A.TXT'", ['a.txt']],
    ["name contains 'plan'", ['my plan']],
    ["name contains 'lan'", []],
    ["name contains 'o\\'brien'", ["o'brien.csv"]],
    [`mimeType = '${folder}' or name = "a.txt"`, ['a.txt', 'my plan']],
    [`not mimeType = '${folder}' and (starred = true or name != 'a.txt')`, ["o'brien.csv"]],
    ["mimeType contains 'text/'", ['a.txt', "o'brien.csv"]],
    ["modifiedTime > '2026-01-01T00:00:00' and createdTime <= '2027-01-01'", ['a.txt', 'my plan', "o'brien.csv"]],
    ["properties has { key='team' and value='red' }", ["o'brien.csv"]],
    ["'me' in owners and sharedWithMe = false", ['a.txt', 'my plan', "o'brien.csv"]],
    ["'ann@example.com' in readers", ['my plan']],
  ])('%s', async (query, expected) => {
    const { upload, create, search, drive } = await openAccount(['drive']);
    await upload({ name: 'a.txt' }, 'a');
    await upload({ name: "o'brien.csv", properties: { team: 'red' } }, 'b');
    const id = await create({ name: 'my plan', mimeType: folder });
    await drive(`POST files/${id}/permissions`, { type: 'user', role: 'writer', emailAddress: 'ann@example.com' });
    expect(await search(query)).toEqual(expected);
  });

  test.each(['nonsense ==', "name > 'a'", 'trashed = 1', "size = '1'", "modifiedTime > 'today'", "name = 'a' and", "('a' in parents"])(
    'is invalid: %s',
    async (query) => {
      const { search } = await openAccount(['drive']);
      await expect(search(query)).rejects.toThrow('400 Invalid Value');
    },
  );

  test('for words in the content is not implemented', async () => {
    const { search } = await openAccount(['drive']);
    await expect(search("fullText contains 'hello'")).rejects.toThrow('501');
  });

  test('selects pages in an order', async () => {
    const { upload, create, search, drive } = await openAccount(['drive']);
    for (const name of ['b10', 'b9', 'A']) await upload({ name }, name);
    await create({ name: 'z', mimeType: folder });
    expect(await search('trashed = false', 'orderBy=folder,name_natural%20desc')).toEqual(['z', 'b10', 'b9', 'A']);
    const { nextPageToken } = await drive('GET files?orderBy=name&pageSize=3');
    expect(await search('trashed = false', `orderBy=name&pageSize=3&pageToken=${encodeURIComponent(nextPageToken as string)}`)).toEqual([
      'z',
    ]);
    await expect(search('trashed = false', 'orderBy=size')).rejects.toThrow('400');
  });
});

describe('an account', () => {
  test('counts what it stores, and says who asks', async () => {
    const { drive, upload } = await openAccount(['drive']);
    await upload({ name: 'a.txt' }, 'hello');
    const { user, storageQuota } = await drive('GET about?fields=user,storageQuota');
    expect(storageQuota).toMatchObject({ usage: '5', usageInDriveTrash: '0' });
    expect(user).toMatchObject({ me: true });
    await expect(drive('GET about')).rejects.toThrow("400 The 'fields' parameter is required for this method.");
  });

  test('lists its changes since a token', async () => {
    const { drive, upload, create } = await openAccount(['drive']);
    await create({ name: 'before' });
    const { startPageToken } = await drive('GET changes/startPageToken');
    const id = await upload({ name: 'a.txt' }, 'a');
    const gone = await create({ name: 'gone' });
    await drive(`PATCH files/${id}`, { name: 'b.txt' });
    await drive(`DELETE files/${gone}`);
    const { changes, newStartPageToken } = await drive(`GET changes?pageToken=${startPageToken as string}`);
    expect(changes).toMatchObject([
      { fileId: id, removed: false, file: { name: 'b.txt' } },
      { fileId: gone, removed: true },
    ]);
    expect(await drive(`GET changes?pageToken=${newStartPageToken as string}`)).toMatchObject({ changes: [] });
  });

  test('shares files and folders', async () => {
    const { drive, create } = await openAccount(['drive']);
    const inner = await create({ name: 'In', mimeType: folder });
    const id = await create({ name: 'a', parents: [inner] });
    await drive(`POST files/${inner}/permissions`, { type: 'anyone', role: 'reader' });
    const { permissions } = await drive(`GET files/${id}/permissions`);
    expect(permissions).toMatchObject([{ id: 'anyoneWithLink', role: 'reader' }, { role: 'owner' }]);
    expect(await drive(`GET files/${id}?fields=shared`)).toEqual({ shared: true });
    await drive(`DELETE files/${inner}/permissions/anyoneWithLink`);
    expect(await drive(`GET files/${id}?fields=shared`)).toEqual({ shared: false });
  });

  test('has shared drives, whose files have no owner', async () => {
    const { drive, create, search } = await openAccount(['drive']);
    const { id } = await drive('POST drives?requestId=1', { name: 'Team' });
    const file = await create({ name: 'a', parents: [id] });
    expect(await drive(`GET files/${file}?fields=driveId,owners`)).toEqual({ driveId: id });
    expect(await search('trashed = false')).toEqual([]);
    expect(await search('trashed = false', `corpora=drive&driveId=${id as string}&includeItemsFromAllDrives=true`)).toEqual(['a']);
    expect(await drive(`GET drives?q=${encodeURIComponent("name contains 'te'")}`)).toMatchObject({ drives: [{ name: 'Team' }] });
    await expect(drive(`DELETE drives/${id as string}`)).rejects.toThrow('403');
  });
});

describe('a document of an editor', () => {
  test('is exported in the format in which it was imported, and has no content', async () => {
    const { upload, download, drive } = await openAccount(['drive']);
    const id = await upload({ name: 'Letter', mimeType: 'application/vnd.google-apps.document' }, 'Dear Ann');
    expect(await download(`files/${id}/export?mimeType=text/plain`)).toBe('Dear Ann');
    await expect(drive(`GET files/${id}/export?mimeType=application/pdf`)).rejects.toThrow('501');
    await expect(drive(`GET files/${id}?alt=media`)).rejects.toThrow('403 Only files with binary content can be downloaded.');
  });

  test('is a spreadsheet without cells if the mock lacks Sheets', async () => {
    const { create, drive } = await openAccount(['drive']);
    const id = await create({ name: 'Budget', mimeType: spreadsheet });
    await expect(drive(`GET files/${id}/export?mimeType=text/csv`)).rejects.toThrow('501');
  });
});
