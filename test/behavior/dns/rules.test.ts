/** Rules of zones and record sets: apex, names, types, data, and keys. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createMock } from '../../../generated/dns-v1/src/mock.js';
import type { AnyMock, MockOptions } from '../../../mock/index.js';

const zones = '/dns/v1/projects/p/managedZones';
const addressRecord = { name: 'www.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] };

let mock: AnyMock;
const send = async (line: string, body?: unknown): Promise<readonly [status: number, body: Record<string, unknown>]> => {
  const [method = '', path = ''] = line.split(' ');
  const response = await mock.handle({ method, url: `http://x${path}`, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return [response.status, JSON.parse(response.body) as Record<string, unknown>];
};
const change = (body: unknown): ReturnType<typeof send> => send(`POST ${zones}/z/changes`, body);
const start = async (options: MockOptions = {}, zone: object = {}): Promise<void> => {
  mock = createMock(options);
  await send(`POST ${zones}`, { name: 'z', dnsName: 'example.com.', ...zone });
};

beforeEach(() => start());

describe('a change is rejected as a whole', () => {
  it.each([
    ['a name outside of the zone', { name: 'www.example.org.' }, 'additions[0].name'],
    ['a name that only ends like the zone', { name: 'www.badexample.com.' }, 'additions[0].name'],
    ['a negative ttl', { ttl: -1 }, 'additions[0].ttl'],
    ['data of another type', { rrdatas: ['mail.example.com.'] }, 'additions[0].rrdatas[0]'],
    ['a name without its final dot', { name: 'nodot.example.com' }, 'additions[0].name'],
    ['an empty label', { name: 'a..example.com.' }, 'additions[0].name'],
    ['a label that is too long', { name: `${'a'.repeat(64)}.example.com.` }, 'additions[0].name'],
    [
      'data of another type with a weight',
      { rrdatas: [], routingPolicy: { wrr: { items: [{ weight: 1, rrdatas: ['x'] }] } } },
      'additions[0].routingPolicy.wrr.items[0].rrdatas[0]',
    ],
    [
      'data of another type of a place',
      { rrdatas: [], routingPolicy: { geo: { items: [{ rrdatas: ['192.0.2.1', 'x'] }] } } },
      'additions[0].routingPolicy.geo.items[0].rrdatas[1]',
    ],
    ['records next to a routing policy', { routingPolicy: { wrr: { items: [] } } }, 'additions[0].routingPolicy'],
    ['two CNAME records', { type: 'CNAME', rrdatas: ['a.example.com.', 'b.example.com.'] }, 'additions[0].rrdatas'],
  ])('for %s', async (_, invalidFields, location) => {
    const [status, body] = await change({
      additions: [
        { ...addressRecord, ...invalidFields },
        { ...addressRecord, name: 'two.example.com.' },
      ],
    });
    expect([status, body]).toMatchObject([400, { error: { errors: [{ reason: 'invalid', location }] } }]);
    expect((await send(`GET ${zones}/z/rrsets`))[1]['rrsets']).toHaveLength(2);
  });

  it('for a CNAME next to another type, in the zone or in the same change', async () => {
    const alias = { ...addressRecord, type: 'CNAME', rrdatas: ['other.example.com.'] };
    expect((await change({ additions: [addressRecord, alias] }))[0]).toBe(400);
    await change({ additions: [addressRecord] });
    expect((await change({ additions: [alias] }))[0]).toBe(400);
    expect((await send(`POST ${zones}/z/rrsets`, alias))[0]).toBe(400);
    expect((await change({ deletions: [addressRecord], additions: [alias] }))[0]).toBe(200);
  });
});

describe('records in several spellings', () => {
  const text = { name: 'text.example.com.', type: 'TXT', ttl: 60, rrdatas: ['one', 'two words'] };
  const stored = { ...text, rrdatas: ['"one"', '"two" "words"'] };

  it('are stored as quoted text in every form', async () => {
    expect((await send(`POST ${zones}/z/rrsets`, text))[1]).toMatchObject(stored);
    const path = `${zones}/z/rrsets/text.example.com./TXT`;
    expect((await send(`PATCH ${path}`, { rrdatas: ['three'] }))[1]).toMatchObject({ rrdatas: ['"three"'] });
    const [, changed] = await change({ deletions: [{ ...text, rrdatas: ['three'] }], additions: [text] });
    expect(changed).toMatchObject({ deletions: [{ rrdatas: ['"three"'] }], additions: [stored] });
    expect((await send(`GET ${path}`))[1]).toMatchObject(stored);
    expect((await change({ deletions: [stored] }))[0]).toBe(200);
  });

  it('can be added as plain text and deleted in the returned form, as ACME clients do', async () => {
    const challenges = (...rrdatas: readonly string[]): unknown => ({ ...text, rrdatas });
    await change({ additions: [challenges('one')] });
    await change({ deletions: [challenges('"one"')], additions: [challenges('"one"', 'two')] });
    await change({ deletions: [challenges('"one"', '"two"')], additions: [challenges('"two"')] });
    expect((await send(`GET ${zones}/z/rrsets?name=${text.name}&type=TXT`))[1]).toMatchObject({ rrsets: [{ rrdatas: ['"two"'] }] });
    await change({ deletions: [challenges('"two"')] });
    expect((await send(`GET ${zones}/z/rrsets?name=${text.name}&type=TXT`))[1]).toMatchObject({ rrsets: [] });
  });

  it('are quoted text in seeds and in response policies', async () => {
    await start({
      seed: { resources: { [`${zones}/s`]: { name: 's', dnsName: 'example.com.' }, [`${zones}/s/rrsets/text.example.com./TXT`]: text } },
    });
    expect((await send(`GET ${zones}/s/rrsets/text.example.com./TXT`))[1]).toMatchObject(stored);
    await send('POST /dns/v1/projects/p/responsePolicies', { responsePolicyName: 'r' });
    const rule = { ruleName: 'n', dnsName: 'text.example.com.', localData: { localDatas: [text] } };
    expect((await send('POST /dns/v1/projects/p/responsePolicies/r/rules', rule))[1]).toMatchObject({
      localData: { localDatas: [stored] },
    });
  });

  it.each([
    ['AAAA', ['2001:db8::1', '::1'], ['0:0:0:0:0:0:0:1', '2001:DB8:0:0::1']],
    ['MX', ['10 mail.example.com.'], ['10 Mail.Example.com.']],
    ['CNAME', ['other.example.com.'], ['Other.EXAMPLE.com.']],
    ['SRV', ['0 5 5060 sip.example.com.'], ['0  5 5060 Sip.example.com.']],
    ['TXT', ['"case counts"'], ['"Case counts"'], 412],
  ])('are deleted in any spelling: %s', async (type, rrdatas, otherSpelling, status = 200) => {
    const record = { name: 'www.example.com.', type, ttl: 300, rrdatas };
    expect((await change({ additions: [record] }))[1]).toMatchObject({ additions: [{ rrdatas }] });
    expect((await change({ deletions: [{ ...record, rrdatas: otherSpelling }] }))[0]).toBe(status);
  });
});

describe('the apex', () => {
  it('can be replaced but not deleted', async () => {
    const [, soa] = await send(`GET ${zones}/z/rrsets/example.com./SOA`);
    expect((await change({ deletions: [soa] }))[0]).toBe(400);
    expect((await send(`DELETE ${zones}/z/rrsets/example.com./NS`))[0]).toBe(400);
    expect((await change({ deletions: [soa], additions: [{ ...soa, ttl: 60 }] }))[0]).toBe(200);
  });

  it('does not block the deletion of the zone', async () => {
    await change({ additions: [addressRecord] });
    expect(await send(`DELETE ${zones}/z`)).toMatchObject([400, { error: { errors: [{ reason: 'containerNotEmpty' }] } }]);
    await change({ deletions: [addressRecord] });
    expect(await send(`DELETE ${zones}/z`)).toEqual([200, {}]);
  });

  it('has four name servers in a private zone, too', async () => {
    await start({}, { visibility: 'private' });
    expect((await send(`GET ${zones}/z`))[1]['nameServers']).toHaveLength(4);
  });

  it('has the seeded records in a seeded zone', async () => {
    mock = createMock({ seed: { resources: { [`${zones}/z`]: { name: 'z', dnsName: 'example.com.' } } } });
    expect((await send(`GET ${zones}/z/rrsets`))[1]).toMatchObject({ rrsets: [] });
    expect((await send(`GET ${zones}/z`))[1]['nameServers']).toHaveLength(4);
    expect((await send(`DELETE ${zones}/z`))[0]).toBe(200);
  });
});

describe('delays', () => {
  it('a change is pending and then done, and the first change of a zone is done', async () => {
    await start({ operationDelay: 1000 });
    expect((await change({ additions: [addressRecord] }))[1]).toMatchObject({ id: '1', status: 'pending' });
    await mock.clock.advance(1000);
    expect((await send(`GET ${zones}/z/changes`))[1]['changes']).toMatchObject([
      { id: '0', status: 'done' },
      { id: '1', status: 'done' },
    ]);
    expect(await send(`GET ${zones}/z/rrsets/www.example.com./A`)).toMatchObject([200, addressRecord]);
  });

  it('an operation of the zone is pending and then done, and has a name', async () => {
    await start({ operationDelay: 1000 });
    const [, operation] = await send(`PATCH ${zones}/z?clientOperationId=mine`, { description: 'new' });
    expect(operation).toMatchObject({ id: 'mine', status: 'pending', zoneContext: { newValue: { description: 'new' } } });
    await mock.clock.advance(1000);
    expect((await send(`GET ${zones}/z/operations/mine`))[1]).toMatchObject({ status: 'done' });
    expect((await send(`PATCH ${zones}/z?clientOperationId=mine`, { description: 'newer' }))[0]).toBe(409);
  });
});

describe('DNSSEC keys', () => {
  const listKeys = async (): Promise<readonly unknown[]> => (await send(`GET ${zones}/z/dnsKeys`))[1]['dnsKeys'] as readonly unknown[];

  it('exist while the zone is signed', async () => {
    expect(await listKeys()).toEqual([]);
    await send(`PATCH ${zones}/z`, { dnssecConfig: { state: 'on' } });
    expect(await listKeys()).toMatchObject([
      { type: 'keySigning', algorithm: 'rsasha256', keyLength: 2048, isActive: true },
      { type: 'zoneSigning', keyLength: 1024 },
    ]);
    await send(`PATCH ${zones}/z`, { dnssecConfig: { state: 'off' } });
    expect(await listKeys()).toEqual([]);
  });

  it('have the types that the zone requests', async () => {
    const defaultKeySpecs = [{ keyType: 'keySigning', algorithm: 'ecdsap256sha256', keyLength: 256 }];
    await start({}, { dnssecConfig: { state: 'on', defaultKeySpecs } });
    expect(await listKeys()).toMatchObject([
      { algorithm: 'ecdsap256sha256', publicKey: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/) as unknown },
    ]);
  });

  it('contain the requested digests', async () => {
    await start({}, { dnssecConfig: { state: 'on' } });
    const [, key] = await send(`GET ${zones}/z/dnsKeys/0?digestType=sha1,sha384`);
    expect(key['digests']).toMatchObject([{ type: 'sha1' }, { type: 'sha384' }]);
  });
});

it('an exported state restores everything that was created with a zone', async () => {
  await send(`PATCH ${zones}/z`, { dnssecConfig: { state: 'on' } });
  await change({ additions: [addressRecord] });
  const state = await mock.state();
  const otherSpelling = createMock();
  await otherSpelling.seed(state);
  expect(await otherSpelling.state()).toEqual({ ...state, clock: expect.anything() as unknown });
});

describe('a zone can be addressed by its number', () => {
  it('in the paths of its children', async () => {
    const [, { id }] = await send(`GET ${zones}/z`);
    const byNumber = `${zones}/${String(id)}`;
    expect(await send(`POST ${byNumber}/changes`, { additions: [addressRecord] })).toMatchObject([200, { id: '1' }]);
    expect(await send(`GET ${zones}/z/rrsets/www.example.com./A`)).toMatchObject([200, addressRecord]);
    expect(await send(`GET ${byNumber}/rrsets?name=www.example.com.`)).toMatchObject([200, { rrsets: [addressRecord] }]);
    expect(await send(`DELETE ${byNumber}/rrsets/www.example.com./A`)).toMatchObject([200, {}]);
    expect(await send(`DELETE ${byNumber}`)).toMatchObject([200, {}]);
    expect(await send(`GET ${zones}/z`)).toMatchObject([404, {}]);
  });

  it('unless a zone has the number as its name', async () => {
    const policies = '/dns/v1/projects/p/policies';
    const [, { id }] = await send(`POST ${policies}`, { name: 's', description: 'by its name' });
    expect(await send(`GET ${policies}/${String(id)}`)).toMatchObject([200, { name: 's' }]);
    await mock.seed({ resources: { [`${policies}/${String(id)}`]: { name: String(id), description: 'numbered' } } });
    expect(await send(`GET ${policies}/${String(id)}`)).toMatchObject([200, { description: 'numbered' }]);
  });
});
