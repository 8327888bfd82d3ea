/** What programs do with messages: their structure, formats, attachments, labels, and how they are sent. */
import { describe, expect, test } from 'vitest';
import { decode, encode, openGmail, toBase64Url, type Message } from './open-gmail.js';

const lunch = [
  'From: Ann <ann@example.com>',
  'To: me@example.com',
  'Subject: Lunch?',
  'Message-ID: <lunch@example.com>',
  'Date: Thu, 01 Jan 2026 12:00:00 +0000',
  '',
  'At noon & later',
  '',
];

describe('a received message', () => {
  test('has its headers, its text, and what the service derives from them', async () => {
    const { receive } = await openGmail();
    const message = await receive(lunch);
    expect(message).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      threadId: message.id,
      labelIds: ['INBOX', 'UNREAD'],
      snippet: 'At noon &amp; later',
      payload: {
        partId: '',
        mimeType: 'text/plain',
        filename: '',
        headers: [
          { name: 'From', value: 'Ann <ann@example.com>' },
          { name: 'To', value: 'me@example.com' },
          { name: 'Subject', value: 'Lunch?' },
          { name: 'Message-ID', value: '<lunch@example.com>' },
          { name: 'Date', value: 'Thu, 01 Jan 2026 12:00:00 +0000' },
        ],
        body: { size: 17, data: toBase64Url('At noon & later\r\n') },
      },
      sizeEstimate: lunch.join('\r\n').length,
      historyId: '2',
      internalDate: '1767268800000',
    });
  });

  test('is returned in four formats', async () => {
    const { receive, send } = await openGmail();
    const { id } = await receive(lunch);
    expect(Object.keys(await send(`GET messages/${id}?format=minimal`))).toEqual([
      'id',
      'threadId',
      'labelIds',
      'snippet',
      'sizeEstimate',
      'historyId',
      'internalDate',
    ]);
    const { payload } = await send(`GET messages/${id}?format=metadata&metadataHeaders=subject&metadataHeaders=To`);
    expect(payload).toEqual({
      mimeType: 'text/plain',
      headers: [
        { name: 'To', value: 'me@example.com' },
        { name: 'Subject', value: 'Lunch?' },
      ],
    });
    const { raw } = await send(`GET messages/${id}?format=raw`);
    expect(raw).toBe(encode(lunch));
  });

  test('has the time of its arrival or of its header', async () => {
    const { send } = await openGmail();
    const insert = async (method: string): Promise<unknown> => {
      const { id } = await send(`POST ${method}`, { raw: encode(lunch) });
      return (await send(`GET messages/${String(id)}?format=minimal`))['internalDate'];
    };
    expect(await insert('messages')).toBe(String(Date.UTC(2026, 0, 2, 3, 4, 5)));
    expect(await insert('messages?internalDateSource=dateHeader')).toBe(String(Date.UTC(2026, 0, 1, 12)));
    expect(await insert('messages/import')).toBe(String(Date.UTC(2026, 0, 1, 12)));
  });

  test('can be uploaded as media, alone or with its labels', async () => {
    const { fetch, send } = await openGmail();
    const upload = async (type: string, contentType: string, body: string): Promise<Message> => {
      const path = `/upload/gmail/v1/users/me/messages?uploadType=${type}`;
      const response = await fetch(path, { method: 'POST', body, headers: { 'content-type': contentType } });
      const { id } = (await response.json()) as Message;
      return (await send(`GET messages/${id}`)) as unknown as Message;
    };
    const content = lunch.join('\r\n');
    const alone = await upload('media', 'message/rfc822', content);
    expect(alone).not.toHaveProperty('labelIds');
    expect(decode(alone.payload.body.data)).toBe('At noon & later\r\n');
    const parts = ['application/json', '{"labelIds":["INBOX"]}', 'message/rfc822', content];
    const body = `--b\r\nContent-Type: ${parts[0]}\r\n\r\n${parts[1]}\r\n--b\r\nContent-Type: ${parts[2]}\r\n\r\n${parts[3]}\r\n--b--`;
    expect(await upload('multipart', 'multipart/related; boundary=b', body)).toMatchObject({ labelIds: ['INBOX'] });
  });

  test('is rejected without content, and with an unknown label', async () => {
    const { fail } = await openGmail();
    expect(await fail('POST messages', {})).toBe("400 Required value 'raw' is missing.");
    expect(await fail('POST messages', { raw: encode(lunch), labelIds: ['Label_9'] })).toBe('400 Invalid label: Label_9');
  });
});

const report = [
  'From: ann@example.com',
  'Subject: =?UTF-8?B?UsOpc3Vtw6k=?=',
  'Content-Type: multipart/mixed; boundary=outer',
  '',
  '--outer',
  'Content-Type: multipart/alternative; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Caf=E9',
  '--inner',
  'Content-Type: text/html',
  '',
  '<p>Caf&eacute;</p>',
  '--inner--',
  '--outer',
  'Content-Type: application/pdf; name="year end.pdf"',
  'Content-Transfer-Encoding: base64',
  'Content-Disposition: attachment; filename="year end.pdf"',
  '',
  'JVBERi0=',
  '--outer--',
  '',
];

test('the parts of a message have numbers, decoded text, and attachments, which are read one by one', async () => {
  const { receive, send, fail } = await openGmail();
  const { id, payload } = await receive(report);
  expect(payload.headers.find(({ name }) => name === 'Subject')?.value).toBe('Résumé');
  const [alternative, attachment] = payload.parts ?? [];
  expect(alternative).toMatchObject({ partId: '0', mimeType: 'multipart/alternative', body: { size: 0 } });
  expect(alternative?.parts?.map(({ partId, body }) => [partId, decode(body.data)])).toEqual([
    ['0.0', 'Café'],
    ['0.1', '<p>Caf&eacute;</p>'],
  ]);
  expect(attachment).toMatchObject({ partId: '1', mimeType: 'application/pdf', filename: 'year end.pdf', body: { size: 5 } });
  const { attachmentId = '' } = attachment?.body ?? {};
  expect(await send(`GET messages/${id}/attachments/${attachmentId}`)).toEqual({ size: 5, data: 'JVBERi0=' });
  expect(await fail(`GET messages/${id}/attachments/none`)).toBe('400 Invalid attachment token');
});

describe('labels of messages', () => {
  test('are added and removed, in one message or many', async () => {
    const { receive, send, fail } = await openGmail();
    const one = await receive(lunch);
    const other = await receive(lunch);
    const changed = await send(`POST messages/${one.id}/modify`, { addLabelIds: ['STARRED'], removeLabelIds: ['UNREAD'] });
    expect(changed).toEqual({ id: one.id, threadId: one.threadId, labelIds: ['INBOX', 'STARRED'] });
    await send('POST messages/batchModify', { ids: [one.id, other.id, 'ffff'], removeLabelIds: ['INBOX'] });
    expect((await send(`GET messages/${one.id}`))['labelIds']).toEqual(['STARRED']);
    expect((await send(`GET messages/${other.id}`))['labelIds']).toEqual(['UNREAD']);
    expect(await fail(`POST messages/${one.id}/modify`, { addLabelIds: ['SENT'] })).toBe('400 Invalid label: SENT');
  });

  test('include the trash, which lists leave out', async () => {
    const { receive, send } = await openGmail();
    const { id } = await receive(lunch);
    expect(await send(`POST messages/${id}/trash`)).toMatchObject({ labelIds: ['UNREAD', 'TRASH'] });
    expect(await send('GET messages')).toEqual({ resultSizeEstimate: 0 });
    expect(await send('GET messages?includeSpamTrash=true')).toMatchObject({ messages: [{ id }] });
    expect(await send('GET messages?labelIds=TRASH')).toMatchObject({ messages: [{ id }] });
    expect(await send(`POST messages/${id}/untrash`)).toMatchObject({ labelIds: ['UNREAD'] });
  });
});

test('a message is deleted permanently, alone or with others', async () => {
  const { fetch, receive, send, fail } = await openGmail();
  const [one, two, three] = [await receive(lunch), await receive(lunch), await receive(lunch)];
  expect((await fetch(`/gmail/v1/users/me/messages/${one.id}`, { method: 'DELETE' })).status).toBe(204);
  await send('POST messages/batchDelete', { ids: [two.id, three.id] });
  expect(await send('GET messages')).toEqual({ resultSizeEstimate: 0 });
  expect(await fail(`GET messages/${one.id}`)).toBe('404 Requested entity was not found.');
  expect(await fail('GET messages/nothing')).toBe('400 Invalid id value');
});

describe('a sent message', () => {
  test('gets the headers that it lacks, and is in the mailbox of its sender', async () => {
    const { send } = await openGmail();
    const { id } = await send('POST messages/send', { raw: encode(['To: bob@example.com', 'Subject: Hi', '', 'Hello']) });
    const message = (await send(`GET messages/${String(id)}`)) as unknown as Message;
    expect(message.labelIds).toEqual(['SENT']);
    expect(Object.fromEntries(message.payload.headers.map(({ name, value }) => [name, value]))).toEqual({
      From: 'me@example.com',
      'Message-ID': expect.stringMatching(/^<.+@mail\.gmail\.com>$/) as string,
      Date: 'Fri, 02 Jan 2026 03:04:05 +0000',
      To: 'bob@example.com',
      Subject: 'Hi',
    });
  });

  test('to oneself arrives in the inbox', async () => {
    const { send } = await openGmail();
    const sent = await send('POST messages/send', { raw: encode(['To: Bob <bob@example.com>, ME@example.com', '', 'Hello']) });
    expect(sent['labelIds']).toEqual(['UNREAD', 'SENT', 'INBOX']);
  });

  test('needs a recipient', async () => {
    const { fail } = await openGmail();
    expect(await fail('POST messages/send', { raw: encode(['Subject: Hi', '', 'Hello']) })).toBe('400 Recipient address required');
  });
});

test('lists have pages, the latest message first', async () => {
  const { receive, send, fail } = await openGmail();
  const ids: string[] = [];
  for (const day of ['01', '03', '02']) ids.push((await receive([`Date: Thu, ${day} Jan 2026 12:00:00 +0000`, '', 'x'])).id);
  const first = await send('GET messages?maxResults=2');
  expect(first).toMatchObject({ messages: [{ id: ids[1] }, { id: ids[2] }], resultSizeEstimate: 3 });
  const next = `GET messages?maxResults=2&pageToken=${String(first['nextPageToken'])}`;
  expect((await send(next))['messages']).toEqual([{ id: ids[0], threadId: ids[0] }]);
  expect(await fail(`${next}&q=x`)).toMatch(/^400/);
});

test('a seed can contain whole messages, for an address or for whoever calls', async () => {
  const resources = {
    '/gmail/v1/users/me/messages/a1': { id: 'a1', raw: encode(lunch), labelIds: ['INBOX'] },
    '/gmail/v1/users/me@example.com/messages/a2': { id: 'a2', raw: encode(report), labelIds: ['INBOX'] },
  };
  const { search, send } = await openGmail({ seed: { resources } });
  expect(await search('in:inbox')).toEqual(['Résumé', 'Lunch?']);
  expect(await send('GET /gmail/v1/users/me@example.com/messages/a1')).toMatchObject({ threadId: 'a1', snippet: 'At noon &amp; later' });
});
