/** Resources without documented fields: create, read, list, patch, update, delete; policies; atomic changes. */
import { describe, expect, it } from 'vitest';
import { bench, readReason } from './fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';

describe('a zone', () => {
  it('is created, read, patched, replaced, and deleted', async () => {
    const { send } = bench();
    const created = await send(`POST ${zones}`, { name: 'z', dnsName: 'example.com.', extra: { kept: true } });
    expect(created).toMatchObject({ status: 200, body: { name: 'z', dnsName: 'example.com.', extra: { kept: true } } });
    expect((await send(`GET ${zones}/z`)).body).toEqual(created.body);
    expect((await send(`PATCH ${zones}/z`, { description: 'ours', extra: null })).body).toEqual({
      name: 'z',
      dnsName: 'example.com.',
      description: 'ours',
    });
    expect((await send(`PUT ${zones}/z`, { name: 'z', dnsName: 'example.org.' })).body).toEqual({ name: 'z', dnsName: 'example.org.' });
    expect(await send(`DELETE ${zones}/z`)).toMatchObject({ status: 200, body: {} });
    expect(await send(`GET ${zones}/z`)).toMatchObject({ status: 404 });
  });

  it('is rejected with an existing name, without a name, and with a name other than in its path', async () => {
    const { send } = bench();
    await send(`POST ${zones}`, { name: 'z' });
    const again = await send(`POST ${zones}`, { name: 'z' });
    expect([again.status, readReason(again)]).toEqual([409, 'alreadyExists']);
    const nameless = await send(`POST ${zones}`, {});
    expect([nameless.status, readReason(nameless)]).toEqual([400, 'required']);
    const renamed = await send(`PATCH ${zones}/z`, { name: 'other' });
    expect([renamed.status, readReason(renamed)]).toEqual([400, 'invalid']);
  });

  it('has children only while it exists', async () => {
    const { send } = bench();
    const body = { name: 'www.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] };
    expect((await send(`POST ${zones}/z/rrsets`, body)).status).toBe(404);
    await send(`POST ${zones}`, { name: 'z' });
    expect((await send(`POST ${zones}/z/rrsets`, body)).status).toBe(200);
    expect((await send(`GET ${zones}/z/rrsets/www.example.com./A`)).body).toEqual(body);
    expect((await send(`GET ${zones}/z/rrsets`)).body).toEqual({ rrsets: [body] });
    await send(`DELETE ${zones}/z`);
    expect((await send(`GET ${zones}/z/rrsets`)).status).toBe(404);
    await send(`POST ${zones}`, { name: 'z' });
    expect((await send(`GET ${zones}/z/rrsets`)).body).toEqual({ rrsets: [] });
  });
});

describe('the operations of a zone', () => {
  it('record its changes with the old and the new state', async () => {
    const { send, mock } = bench({ operationDelay: 1000 });
    await send(`POST ${zones}`, { name: 'z' });
    await send(`PATCH ${zones}/z`, { description: 'x' });
    await send(`PATCH ${zones}/z`, { name: 'other' });
    const { operations } = (await send(`GET ${zones}/z/operations`)).body;
    expect(operations).toMatchObject([
      { id: '0', type: 'INSERT', status: 'pending', startTime: '2026-01-01T12:00:00.000Z', zoneContext: { newValue: { name: 'z' } } },
      {
        id: '1',
        type: 'UPDATE',
        user: 'anonymous@example.com',
        zoneContext: { oldValue: { name: 'z' }, newValue: { name: 'z', description: 'x' } },
      },
    ]);
    await mock.clock.advance(1000);
    expect((await send(`GET ${zones}/z/operations/1`)).body).toMatchObject({ status: 'done' });
  });
});

describe('an access policy', () => {
  it('is read, set, and rejected with a stale etag', async () => {
    const { send } = bench();
    await send(`POST ${zones}`, { name: 'z' });
    const first = await send(`POST ${zones}/z:getIamPolicy`, {});
    expect(first.body).toMatchObject({ version: 1, bindings: [] });
    const bindings = [{ role: 'roles/viewer', members: ['user:a@example.com'] }];
    const set = await send(`POST ${zones}/z:setIamPolicy`, { policy: { bindings, etag: first.body['etag'] } });
    expect(set.body).toMatchObject({ bindings });
    const stale = await send(`POST ${zones}/z:setIamPolicy`, { policy: { bindings: [], etag: first.body['etag'] } });
    expect(stale.status).toBe(409);
    await send(`PATCH ${zones}/z`, { description: 'x' });
    expect((await send(`POST ${zones}/z:getIamPolicy`, {})).body).toEqual(set.body);
    expect((await send(`POST ${zones}/z:testIamPermissions`, { permissions: ['a.b'] })).body).toEqual({ permissions: ['a.b'] });
    await send(`DELETE ${zones}/z`);
    expect((await send(`POST ${zones}/z:getIamPolicy`, {})).status).toBe(404);
    await send(`POST ${zones}`, { name: 'z' });
    expect((await send(`POST ${zones}/z:getIamPolicy`, {})).body).toMatchObject({ bindings: [] });
  });
});

describe('a change', () => {
  const a = { name: 'a.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] };
  const b = { ...a, name: 'b.example.com.' };

  it('applies as a whole and is stored', async () => {
    const { send } = bench();
    await send(`POST ${zones}`, { name: 'z' });
    const change = await send(`POST ${zones}/z/changes`, { additions: [a, b] });
    expect(change.body).toMatchObject({ id: '0', status: 'done', startTime: '2026-01-01T12:00:00.000Z', additions: [a, b] });
    expect((await send(`GET ${zones}/z/changes/0`)).body).toEqual(change.body);
    const replaced = await send(`POST ${zones}/z/changes`, { deletions: [a], additions: [{ ...a, ttl: 60 }] });
    expect(replaced.status).toBe(200);
    expect((await send(`GET ${zones}/z/rrsets/a.example.com./A`)).body).toEqual({ ...a, ttl: 60 });
    for (let count = 2; count < 12; count++) await send(`POST ${zones}/z/changes`, { additions: [{ ...b, name: `${count}.` }] });
    const { changes } = (await send(`GET ${zones}/z/changes`)).body as { changes: readonly { id: string }[] };
    expect(changes.map(({ id }) => Number(id))).toEqual(Array.from({ length: 12 }, (_, index) => index));
    expect((await send(`GET ${zones}/z/changes/11`)).status).toBe(200);
  });

  it.each([
    ['an addition that exists', { additions: [b, a] }, 409, 'alreadyExists'],
    ['a deletion of other data', { additions: [b], deletions: [{ ...a, ttl: 1 }] }, 412, 'conditionNotMet'],
    ['the deletion of a missing record set', { additions: [b], deletions: [{ ...a, type: 'AAAA' }] }, 404, 'notFound'],
    ['the same addition twice', { additions: [b, b] }, 400, 'invalid'],
    ['an empty change', {}, 400, 'required'],
    ['a record set without a type', { additions: [{ name: 'x.' }] }, 400, 'required'],
  ])('changes nothing for %s', async (_, body, status, reason) => {
    const { send } = bench();
    await send(`POST ${zones}`, { name: 'z' });
    await send(`POST ${zones}/z/rrsets`, a);
    const told = await send(`POST ${zones}/z/changes`, body);
    expect([told.status, readReason(told)]).toEqual([status, reason]);
    expect((await send(`GET ${zones}/z/rrsets`)).body).toEqual({ rrsets: [a] });
    expect((await send(`GET ${zones}/z/changes`)).body).toEqual({ changes: [] });
  });

  it('is pending until its time', async () => {
    const { send, mock } = bench({ operationDelay: 1000 });
    await send(`POST ${zones}`, { name: 'z' });
    expect((await send(`POST ${zones}/z/changes`, { additions: [a] })).body).toMatchObject({ status: 'pending' });
    await mock.clock.advance(1000);
    expect((await send(`GET ${zones}/z/changes/0`)).body).toMatchObject({ status: 'done' });
  });
});
