/** Domain names are compared case-insensitively (RFC 4343) everywhere. Record sets are sets. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { readNames, summarizeError, startMock, type MockClient } from '../request.js';

const zones = '/dns/v1/projects/p/managedZones';
const zone = `${zones}/z`;
const createRecordSet = (name: string, type = 'A', rrdatas: readonly string[] = ['192.0.2.1', '192.0.2.2']): JsonObject => ({
  name,
  type,
  ttl: 300,
  rrdatas,
});
const createAlias = (name: string): JsonObject => createRecordSet(name, 'CNAME', ['other.example.com.']);

async function start(dnsName = 'example.com.'): Promise<MockClient> {
  const client = startMock('dns');
  await client.send(`POST ${zones}`, { name: 'z', dnsName });
  return client;
}

describe('names are case-insensitive', () => {
  test.each<[what: string, zoneName: string, present: readonly JsonObject[], line: string, body: JsonObject, status: number]>([
    ['a CNAME next to addresses', 'example.com.', [createRecordSet('WWW.example.com.')], 'rrsets', createAlias('www.example.com.'), 400],
    ['addresses next to a CNAME', 'example.com.', [createAlias('www.example.com.')], 'rrsets', createRecordSet('Www.Example.com.'), 400],
    ['a CNAME at the apex', 'Example.com.', [], 'rrsets', createAlias('example.com.'), 400],
    ['the same set again', 'example.com.', [createRecordSet('WWW.example.com.')], 'rrsets', createRecordSet('www.example.com.'), 409],
    [
      'twice in a change',
      'example.com.',
      [],
      'changes',
      { additions: [createRecordSet('t.example.com.'), createRecordSet('T.example.com.')] },
      400,
    ],
    [
      'a deletion',
      'example.com.',
      [createRecordSet('WWW.example.com.')],
      'changes',
      { deletions: [createRecordSet('www.example.com.')] },
      200,
    ],
    [
      'a replacement',
      'example.com.',
      [createRecordSet('w.example.com.')],
      'changes',
      { deletions: [createRecordSet('W.example.com.')], additions: [createRecordSet('W.example.com.')] },
      200,
    ],
  ])('%s', async (_, zoneName, existingSets, line, body, status) => {
    const { send } = await start(zoneName);
    for (const recordSet of existingSets) expect((await send(`POST ${zone}/rrsets`, recordSet)).status).toBe(200);
    expect((await send(`POST ${zone}/${line}`, body)).status).toBe(status);
  });

  test('in a path, and the response contains lower case', async () => {
    const { send } = await start();
    await send(`POST ${zone}/rrsets`, createRecordSet('WWW.example.com.'));
    for (const name of ['www.example.com.', 'WWW.EXAMPLE.com.'])
      expect((await send(`GET ${zone}/rrsets/${name}/A`)).body).toMatchObject({ name: 'www.example.com.' });
    expect((await send(`PATCH ${zone}/rrsets/www.example.com./A`, { name: 'Www.example.com.', ttl: 5 })).status).toBe(200);
  });

  test('in the filter parameters of a list', async () => {
    const { send } = await start('Example.com.');
    await send(`POST ${zone}/rrsets`, createRecordSet('WWW.example.com.'));
    expect(readNames(await send(`GET ${zone}/rrsets?name=www.example.com.`), 'rrsets')).toEqual(['www.example.com.']);
    expect(readNames(await send(`GET ${zones}?dnsName=example.com.`), 'managedZones')).toEqual(['z']);
    expect(readNames(await send(`GET ${zones}?dnsName=example.org.`), 'managedZones')).toEqual([]);
  });

  test('in a restored state', async () => {
    const { send, mock } = await start();
    await send(`POST ${zone}/rrsets`, createRecordSet('WWW.example.com.'));
    const restored = startMock('dns', { seed: await mock.state() });
    expect((await restored.send(`GET ${zone}/rrsets/www.example.com./A`)).body).toMatchObject({ name: 'www.example.com.' });
  });
});

describe('a deletion matches', () => {
  test.each<[what: string, change: JsonObject, status: number]>([
    ['records in another order', { rrdatas: ['192.0.2.2', '192.0.2.1'] }, 200],
    ['signatures that are empty', { signatureRrdatas: [] }, 200],
    ['not fewer records', { rrdatas: ['192.0.2.1'] }, 412],
    ['not a repeated record', { rrdatas: ['192.0.2.1', '192.0.2.1'] }, 412],
    ['not another ttl', { ttl: 1 }, 412],
  ])('%s', async (_, change, status) => {
    const { send } = await start();
    await send(`POST ${zone}/rrsets`, createRecordSet('www.example.com.'));
    expect((await send(`POST ${zone}/changes`, { deletions: [{ ...createRecordSet('www.example.com.'), ...change }] })).status).toBe(
      status,
    );
  });
});

describe('a page token is valid only for the filter of its list', () => {
  test.each([
    [`${zone}/rrsets`, 'type=A', 'type=NS'],
    [`${zone}/rrsets`, 'type=A', ''],
    [`${zone}/rrsets`, '', 'name=a.example.com.'],
    [zones, 'dnsName=example.com.', ''],
    [zones, '', 'dnsName=example.com.'],
  ])('%s %s', async (path, first, second) => {
    const { send } = await start();
    for (const name of ['a', 'b']) {
      await send(`POST ${zone}/rrsets`, createRecordSet(`${name}.example.com.`));
      await send(`POST ${zones}`, { name, dnsName: 'example.com.' });
    }
    const listPage = (query: string, token = ''): ReturnType<MockClient['send']> =>
      send(`GET ${path}?maxResults=1&${query}&pageToken=${token}`);
    const token = encodeURIComponent(String((await listPage(first)).body['nextPageToken']));
    expect((await listPage(first, token)).status).toBe(200);
    expect(summarizeError(await listPage(second, token))).toEqual({ status: 400, reason: 'invalid', location: 'pageToken' });
  });
});

test('names and record data are stored in canonical form, and deletions match any notation', async () => {
  const { send } = await start('Example.COM.');
  expect((await send(`GET ${zone}`)).body).toMatchObject({ dnsName: 'example.com.' });
  const sent = createRecordSet('Www.Example.com.', 'AAAA', ['2001:0DB8:0:0::1']);
  const stored = { name: 'www.example.com.', rrdatas: ['2001:db8::1'] };
  expect((await send(`POST ${zone}/changes`, { additions: [sent] })).body).toMatchObject({ additions: [stored] });
  expect((await send(`GET ${zone}/rrsets/WWW.example.com./AAAA`)).body).toMatchObject(stored);
  expect((await send(`POST ${zone}/changes`, { deletions: [sent] })).body).toMatchObject({ deletions: [stored] });
  expect((await send(`POST ${zone}/rrsets`, createRecordSet('a.example.com.', 'A', ['192.0.02.1']))).status).toBe(400);
});

test('pages continue after any name, even in the middle of a surrogate pair', async () => {
  const client = startMock('dns');
  const names = ['a', 'a/b', 'b\\d800', '\u{ffff}', '\u{d800}', '\u{1f600}'];
  for (const name of names) await client.send('POST /dns/v1/projects/p/policies', { name });
  const listedNames: unknown[] = [];
  let token = '';
  do {
    const { body } = await client.send(`GET /dns/v1/projects/p/policies?maxResults=1${token === '' ? '' : `&pageToken=${token}`}`);
    listedNames.push(...((body['policies'] ?? []) as readonly JsonObject[]).map(({ name }) => name));
    token = (body['nextPageToken'] as string | undefined) ?? '';
  } while (token !== '');
  expect(listedNames).toEqual(names);
});
