/** What a mailbox contains beside messages: threads, labels, drafts, its profile, and its history. */
import { describe, expect, test } from 'vitest';
import { encode, openGmail, type Message } from './open-gmail.js';

const question = [
  'From: ann@example.com',
  'Subject: Lunch?',
  'Message-ID: <1@example.com>',
  'Date: Thu, 01 Jan 2026 12:00:00 +0000',
  '',
  'At noon',
];
const answer = ['To: ann@example.com', 'Subject: Re: Lunch?', 'In-Reply-To: <1@example.com>', '', 'Yes'];

describe('a thread', () => {
  test('consists of messages that refer to each other with the same subject', async () => {
    const { receive, send } = await openGmail();
    const { id, threadId } = await receive(question);
    const sent = await send('POST messages/send', { raw: encode(answer) });
    expect(sent['threadId']).toBe(threadId);
    await receive([...answer.slice(0, 1), 'Subject: Dinner?', 'References: <1@example.com>', '', 'x']);
    expect((await send('GET threads'))['threads']).toMatchObject([{ snippet: 'Yes' }, { snippet: 'x' }].reverse());
    const { messages } = (await send(`GET threads/${threadId}?format=minimal`)) as unknown as { messages: Message[] };
    expect(messages.map((message) => message.id)).toEqual([id, sent['id']]);
    expect(await send('GET threads?q=subject:dinner')).toMatchObject({ resultSizeEstimate: 1 });
  });

  test('can be named by a new message with its subject', async () => {
    const { receive, send, fail } = await openGmail();
    const { threadId } = await receive(question);
    const add = (subject: string): Promise<object> => send('POST messages', { threadId, raw: encode([`Subject: ${subject}`, '', 'x']) });
    expect(await add('RE: Fwd: Lunch?')).toMatchObject({ threadId });
    expect(await add('Dinner?')).not.toMatchObject({ threadId });
    expect(await fail('POST messages', { threadId: 'ff', raw: encode(answer) })).toBe('404 Requested entity was not found.');
  });

  test('is labeled, moved to the trash, and deleted as a whole', async () => {
    const { receive, send } = await openGmail();
    const { threadId } = await receive(question);
    await receive(answer);
    const changed = await send(`POST threads/${threadId}/modify`, { addLabelIds: ['STARRED'], removeLabelIds: ['UNREAD'] });
    expect(changed).toMatchObject({ id: threadId, messages: [{ labelIds: ['INBOX', 'STARRED'] }, { labelIds: ['INBOX', 'STARRED'] }] });
    await send(`POST threads/${threadId}/trash`);
    expect(await send('GET threads')).toEqual({ resultSizeEstimate: 0 });
    await send(`DELETE threads/${threadId}`);
    expect(await send('GET profile')).toMatchObject({ messagesTotal: 0 });
  });
});

describe('labels', () => {
  test('are those of every mailbox and those of the user, which have numbers', async () => {
    const { send } = await openGmail();
    const created = await send('POST labels', { name: 'Team' });
    const label = { id: 'Label_1', name: 'Team', type: 'user', messageListVisibility: 'show', labelListVisibility: 'labelShow' };
    expect(created).toEqual(label);
    const { labels } = (await send('GET labels')) as unknown as { labels: { id: string; type: string }[] };
    expect(labels.filter(({ type }) => type === 'user')).toEqual([label]);
    expect(labels.map(({ id }) => id)).toEqual(expect.arrayContaining(['INBOX', 'SENT', 'DRAFT', 'TRASH', 'SPAM', 'UNREAD', 'STARRED']));
  });

  test('count their messages and threads', async () => {
    const { receive, send } = await openGmail();
    await receive(question);
    await receive(answer, ['INBOX']);
    expect(await send('GET labels/INBOX')).toMatchObject({ messagesTotal: 2, messagesUnread: 1, threadsTotal: 1, threadsUnread: 1 });
    expect(await send('GET labels/SENT')).toMatchObject({ name: 'SENT', messagesTotal: 0 });
  });

  test('are renamed, and removed from their messages when they are deleted', async () => {
    const { receive, send, fail } = await openGmail();
    await send('POST labels', { name: 'Team' });
    const { id } = await receive(question, ['Label_1']);
    expect(await send('PATCH labels/Label_1', { name: 'Club' })).toMatchObject({ name: 'Club', labelListVisibility: 'labelShow' });
    expect(await fail('POST labels', { name: 'club' })).toBe('409 Label name exists or conflicts');
    await send('DELETE labels/Label_1');
    expect(await send(`GET messages/${id}`)).not.toHaveProperty('labelIds');
    expect(await fail('GET labels/Label_1')).toBe('404 Requested entity was not found.');
    expect(await fail('DELETE labels/INBOX')).toBe('400 Invalid delete request');
  });
});

describe('a draft', () => {
  const draft = { message: { raw: encode(['To: bob@example.com', 'Subject: Hi', '', 'Hello']) } };

  test('has a message, which each update replaces', async () => {
    const { send, fail } = await openGmail();
    const created = (await send('POST drafts', draft)) as unknown as { id: string; message: Message };
    expect(created.message.labelIds).toEqual(['DRAFT']);
    const raw = encode(['To: bob@example.com', 'Subject: Hello', '', 'x']);
    const updated = (await send(`PUT drafts/${created.id}`, { message: { raw } })) as unknown as { message: Message };
    expect(updated.message.id).not.toBe(created.message.id);
    expect(await send(`GET drafts/${created.id}?format=raw`)).toMatchObject({ id: created.id, message: { raw } });
    expect(await fail(`GET messages/${created.message.id}`)).toMatch(/^404/);
    expect(await send('GET drafts')).toEqual({
      drafts: [{ id: created.id, message: { id: updated.message.id, threadId: updated.message.threadId } }],
      resultSizeEstimate: 1,
    });
  });

  test('becomes another message when it is sent', async () => {
    const { send, fail } = await openGmail();
    const { id, message } = (await send('POST drafts', draft)) as unknown as { id: string; message: Message };
    const sent = await send('POST drafts/send', { id });
    expect(sent).toMatchObject({ labelIds: ['SENT'] });
    expect(sent['id']).not.toBe(message.id);
    expect(await fail(`GET drafts/${id}`)).toMatch(/^404/);
    expect(await send('GET messages')).toMatchObject({ messages: [{ id: sent['id'] }], resultSizeEstimate: 1 });
  });

  test('is deleted permanently', async () => {
    const { send } = await openGmail();
    const { id } = await send('POST drafts', draft);
    await send(`DELETE drafts/${String(id)}`);
    expect(await send('GET drafts')).toEqual({ resultSizeEstimate: 0 });
    expect(await send('GET messages')).toEqual({ resultSizeEstimate: 0 });
  });
});

describe('the history', () => {
  test('lists what has changed since an ID', async () => {
    const { receive, send } = await openGmail();
    const { historyId } = await send('GET profile');
    const { id, threadId } = await receive(question);
    await send(`POST messages/${id}/modify`, { addLabelIds: ['STARRED'], removeLabelIds: ['UNREAD'] });
    await send(`DELETE messages/${id}`);
    const list = (query = ''): Promise<object> => send(`GET history?startHistoryId=${String(historyId)}${query}`);
    const message = { id, threadId };
    expect(await list()).toEqual({
      history: [
        { id: '2', messages: [message], messagesAdded: [{ message: { ...message, labelIds: ['INBOX', 'UNREAD'] } }] },
        {
          id: '3',
          messages: [message],
          labelsAdded: [{ message: { ...message, labelIds: ['INBOX', 'STARRED'] }, labelIds: ['STARRED'] }],
          labelsRemoved: [{ message: { ...message, labelIds: ['INBOX', 'STARRED'] }, labelIds: ['UNREAD'] }],
        },
        { id: '4', messages: [message], messagesDeleted: [{ message: { ...message, labelIds: ['INBOX', 'STARRED'] } }] },
      ],
      historyId: '4',
    });
    expect(await list('&historyTypes=messageDeleted')).toMatchObject({ history: [{ id: '4' }] });
    expect(await list('&labelId=UNREAD&historyTypes=labelRemoved')).toMatchObject({ history: [{ id: '3' }] });
    expect(await list('&labelId=SENT')).toEqual({ historyId: '4' });
    expect(await send('GET history?startHistoryId=4')).toEqual({ historyId: '4' });
  });

  test('is available for a week', async () => {
    const { mock, receive, fail, send } = await openGmail();
    await receive(question);
    await mock.clock.advance(8 * 24 * 60 * 60 * 1000);
    await receive(answer);
    expect(await fail('GET history?startHistoryId=1')).toBe('404 Requested entity was not found.');
    expect(await send('GET history?startHistoryId=2')).toMatchObject({ history: [{ id: '3' }] });
    expect(await fail('GET history?startHistoryId=99')).toMatch(/^404/);
  });
});

test('a mailbox can send as its own address, which has a signature, and as others', async () => {
  const { send, fail } = await openGmail();
  await send('POST settings/sendAs', { sendAsEmail: 'team@example.com' });
  await send('PATCH settings/sendAs/me@example.com', { signature: 'Me' });
  const { sendAs } = await send('GET settings/sendAs');
  expect(sendAs).toEqual([
    { sendAsEmail: 'me@example.com', isPrimary: true, isDefault: true, signature: 'Me' },
    { sendAsEmail: 'team@example.com' },
  ]);
  expect(await fail('DELETE settings/sendAs/me@example.com')).toBe('400 Cannot delete primary send-as address.');
});

test('me and the address of the user are one mailbox, and other addresses are others', async () => {
  const { receive, send } = await openGmail();
  await receive(question);
  expect(await send('GET /gmail/v1/users/me@example.com/profile')).toMatchObject({ emailAddress: 'me@example.com', messagesTotal: 1 });
  expect(await send('GET /gmail/v1/users/bob@example.com/profile')).toMatchObject({ emailAddress: 'bob@example.com', messagesTotal: 0 });
});
