/** Resources without documented fields, access policies, and batch changes. */
import { describe, expect, it } from 'vitest';
import { createTestMock, readReason } from './fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';

describe('a zone', () => {
  it('is created, read, patched, replaced, and deleted', async () => {
    const { send } = createTestMock();
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

  it('is rejected with an existing name, without a name, and with a name that differs from its path', async () => {
    const { send } = createTestMock();
    await send(`POST ${zones}`, { name: 'z' });
    const duplicate = await send(`POST ${zones}`, { name: 'z' });
    expect([duplicate.status, readReason(duplicate)]).toEqual([409, 'alreadyExists']);
    const nameless = await send(`POST ${zones}`, {});
    expect([nameless.status, readReason(nameless)]).toEqual([400, 'required']);
    const renamed = await send(`PATCH ${zones}/z`, { name: 'other' });
    expect([renamed.status, readReason(renamed)]).toEqual([400, 'invalid']);
  });

  it('has children only while it exists', async () => {
    const { send } = createTestMock();
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
    const { send, mock } = createTestMock({ operationDelay: 1000 });
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
  it('can be read and set, and rejects a stale etag', async () => {
    const { send } = createTestMock();
    await send(`POST ${zones}`, { name: 'z' });
    const first = await send(`POST ${zones}/z:getIamPolicy`, {});
    expect(first.body).toMatchObject({ version: 1, bindings: [] });
    const bindings = [{ role: 'roles/viewer', members: ['user:a@example.com'] }];
    const update = await send(`POST ${zones}/z:setIamPolicy`, { policy: { bindings, etag: first.body['etag'] } });
    expect(update.body).toMatchObject({ bindings });
    const stale = await send(`POST ${zones}/z:setIamPolicy`, { policy: { bindings: [], etag: first.body['etag'] } });
    expect(stale.status).toBe(409);
    await send(`PATCH ${zones}/z`, { description: 'x' });
    expect((await send(`POST ${zones}/z:getIamPolicy`, {})).body).toEqual(update.body);
    expect((await send(`POST ${zones}/z:testIamPermissions`, { permissions: ['a.b'] })).body).toEqual({ permissions: ['a.b'] });
    await send(`DELETE ${zones}/z`);
    expect((await send(`POST ${zones}/z:getIamPolicy`, {})).status).toBe(404);
    await send(`POST ${zones}`, { name: 'z' });
    expect((await send(`POST ${zones}/z:getIamPolicy`, {})).body).toMatchObject({ bindings: [] });
  });
});

describe('a change', () => {
  const recordA = { name: 'a.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] };
  const recordB = { ...recordA, name: 'b.example.com.' };

  it('is applied as a whole and stored', async () => {
    const { send } = createTestMock();
    await send(`POST ${zones}`, { name: 'z' });
    const change = await send(`POST ${zones}/z/changes`, { additions: [recordA, recordB] });
    expect(change.body).toMatchObject({ id: '0', status: 'done', startTime: '2026-01-01T12:00:00.000Z', additions: [recordA, recordB] });
    expect((await send(`GET ${zones}/z/changes/0`)).body).toEqual(change.body);
    const replaced = await send(`POST ${zones}/z/changes`, { deletions: [recordA], additions: [{ ...recordA, ttl: 60 }] });
    expect(replaced.status).toBe(200);
    expect((await send(`GET ${zones}/z/rrsets/a.example.com./A`)).body).toEqual({ ...recordA, ttl: 60 });
    for (let count = 2; count < 12; count++) await send(`POST ${zones}/z/changes`, { additions: [{ ...recordB, name: `${count}.` }] });
    const { changes } = (await send(`GET ${zones}/z/changes`)).body as { changes: readonly { id: string }[] };
    expect(changes.map(({ id }) => Number(id))).toEqual(Array.from({ length: 12 }, (_, index) => index));
    expect((await send(`GET ${zones}/z/changes/11`)).status).toBe(200);
  });

  it.each([
    ['an addition that exists', { additions: [recordB, recordA] }, 409, 'alreadyExists'],
    ['a deletion of other data', { additions: [recordB], deletions: [{ ...recordA, ttl: 1 }] }, 412, 'conditionNotMet'],
    ['the deletion of a missing record set', { additions: [recordB], deletions: [{ ...recordA, type: 'AAAA' }] }, 404, 'notFound'],
    ['the same addition twice', { additions: [recordB, recordB] }, 400, 'invalid'],
    ['an empty change', {}, 400, 'required'],
    ['a record set without a type', { additions: [{ name: 'x.' }] }, 400, 'required'],
  ])('changes nothing for %s', async (_, body, status, reason) => {
    const { send } = createTestMock();
    await send(`POST ${zones}`, { name: 'z' });
    await send(`POST ${zones}/z/rrsets`, recordA);
    const response = await send(`POST ${zones}/z/changes`, body);
    expect([response.status, readReason(response)]).toEqual([status, reason]);
    expect((await send(`GET ${zones}/z/rrsets`)).body).toEqual({ rrsets: [recordA] });
    expect((await send(`GET ${zones}/z/changes`)).body).toEqual({ changes: [] });
  });

  it('is pending until the delay ends', async () => {
    const { send, mock } = createTestMock({ operationDelay: 1000 });
    await send(`POST ${zones}`, { name: 'z' });
    expect((await send(`POST ${zones}/z/changes`, { additions: [recordA] })).body).toMatchObject({ status: 'pending' });
    await mock.clock.advance(1000);
    expect((await send(`GET ${zones}/z/changes/0`)).body).toMatchObject({ status: 'done' });
  });
});
