/** The search language of lists. */
import { expect, test } from 'vitest';
import { openGmail } from './open-gmail.js';

const day = 24 * 60 * 60;
/** 2026-01-02T03:04:05Z. */
const now = 1767323045;

async function openMailbox() {
  const gmail = await openGmail();
  const { receive, send } = gmail;
  const { id: work } = await send('POST labels', { name: 'Work/Big Plan' });
  const at = (daysAgo: number): string => new Date((now - daysAgo * day) * 1000).toUTCString();
  const add = (headers: readonly string[], body: readonly string[], labelIds: readonly string[]) =>
    receive([...headers, '', ...body], labelIds);
  await add(
    ['From: Ann Lee <ann@example.com>', 'To: me@example.com', 'Subject: Lunch', 'Message-ID: <1@example.com>', `Date: ${at(1)}`],
    ['See you at the harbor'],
    ['INBOX', 'UNREAD'],
  );
  await add(
    ['From: bob@example.org', 'To: team@example.com', 'Cc: Ann <ann@example.com>', 'Subject: Plan', `Date: ${at(10)}`],
    ['The budget'],
    ['INBOX', 'STARRED', String(work)],
  );
  await add(
    ['From: shop@example.net', 'Subject: Receipt', `Date: ${at(100)}`, 'Content-Type: multipart/mixed; boundary=b'],
    ['--b', 'Content-Type: image/png', 'Content-Disposition: attachment; filename=scan.png', '', 'x', '--b--'],
    ['CATEGORY_UPDATES'],
  );
  await add(['From: ann@example.com', 'Subject: Old', `Date: ${at(1000)}`], ['Nothing'], ['TRASH']);
  return gmail;
}

test('queries select by headers, labels, times, attachments, and words', async () => {
  const { search } = await openMailbox();
  const expected: Readonly<Record<string, string>> = {
    '': 'Lunch Plan Receipt',
    'from:ann': 'Lunch',
    'from:ann@example.com': 'Lunch',
    'from:"Ann Lee"': 'Lunch',
    'from:an': '',
    'to:ann@example.com': 'Plan',
    'cc:ann': 'Plan',
    'subject:(lunch plan)': '',
    'subject:{lunch plan}': 'Lunch Plan',
    'in:inbox': 'Lunch Plan',
    'in:inbox is:unread': 'Lunch',
    'is:read': 'Plan Receipt',
    'is:starred OR is:unread': 'Lunch Plan',
    'label:work-big-plan': 'Plan',
    'label:inbox -label:starred': 'Lunch',
    'category:updates': 'Receipt',
    'has:attachment': 'Receipt',
    'filename:png': 'Receipt',
    'has:userlabels': 'Plan',
    'newer_than:7d': 'Lunch',
    'older_than:1m': 'Receipt',
    'after:2025/12/31': 'Lunch',
    'before:2025/12/31': 'Plan Receipt',
    [`after:${now - 11 * day} before:${now - 2 * day}`]: 'Plan',
    'rfc822msgid:1@example.com': 'Lunch',
    'rfc822msgid:<1@example.com>': 'Lunch',
    harbor: 'Lunch',
    '"the harbor"': 'Lunch',
    '"harbor the"': '',
    'budget OR harbor': 'Lunch Plan',
    '-from:ann -from:bob': 'Receipt',
    '-{from:ann from:bob}': 'Receipt',
    '(from:ann subject:lunch) OR from:shop': 'Lunch Receipt',
    'in:trash': 'Old',
    'in:anywhere from:ann': 'Lunch Old',
    'larger:1M': '',
    'smaller:10K is:unread': 'Lunch',
  };
  const found: Record<string, string> = {};
  for (const query of Object.keys(expected)) found[query] = (await search(query)).join(' ');
  expect(found).toEqual(expected);
});

test('an operator that the mock does not know is not implemented', async () => {
  const { fail } = await openMailbox();
  expect(await fail('GET messages?q=has:youtube')).toBe("501 The mock doesn't implement 'has:youtube' in 'q'.");
  expect(await fail('GET threads?q=is:muted')).toBe("501 The mock doesn't implement 'is:muted' in 'q'.");
});
