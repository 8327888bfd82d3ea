/** The limits of a mock in bytes, and of what responses report. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createMock } from '../../../../../generator/index.js';
import type { JsonObject } from '../../../../../mock/index.js';
import { root } from '../../../../packages/support.js';
import { createTestMock, dns, readMessage, type HttpResult } from '../../fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';

describe('the history', () => {
  const description = (letter: string): string => letter.repeat(10_000);

  it('drops the oldest states of the session with most replaced resources first', async () => {
    const { mock, send } = createTestMock({ maxHistoryBytes: 100_000 });
    const [small, large] = [{ 'x-mock-session': 'small' }, { 'x-mock-session': 'large' }];
    for (const headers of [small, large]) await send(`POST ${zones}`, { name: 'z', dnsName: 'example.com.' }, headers);
    await send(`PATCH ${zones}/z`, { description: description('a') }, small);
    for (let index = 0; index < 100; index++) await send(`PATCH ${zones}/z`, { description: description(`${index % 10}`) }, large);
    await expect(mock.session('small').rewind(1)).resolves.toMatchObject({ sequence: 4 });
    const sequence = await mock.session('large').sequence();
    const [, oldest] = await mock
      .session('large')
      .rewind(1)
      .then(String, (error: Error) => /keeps (\d+) to/.exec(error.message) ?? []);
    expect(sequence - Number(oldest)).toBeGreaterThan(4);
    expect(sequence - Number(oldest)).toBeLessThan(10);
    await mock.session('large').rewind(Number(oldest));
    expect((await send(`GET ${zones}/z`, undefined, large)).body['description']).toBe(description(`${(Number(oldest) - 3) % 10}`));
  });

  it('keeps any number of states that replace little, and counts what a rewind replaces', async () => {
    const { mock, send } = createTestMock({ maxHistoryBytes: 100_000 });
    for (let index = 0; index < 100; index++) await send(`POST ${zones}`, { name: `z${index}`, dnsName: `z${index}.example.` });
    await mock.rewind(1);
    await mock.rewind(101);
    expect((await send(`GET ${zones}/z99`)).status).toBe(200);
    await mock.seed({ resources: { [`${zones}/big`]: { dnsName: 'big.example.', description: 'x'.repeat(200_000) } } });
    const sequence = await mock.sequence();
    await mock.reset();
    await expect(mock.rewind(sequence)).rejects.toThrow('keeps');
  });
});

describe('a response', () => {
  it('contains the first 20 errors and their number', async () => {
    const { send } = createTestMock();
    const rules = Array.from({ length: 25 }, () => ({ status: 1 }));
    const { error } = (await send('POST /__admin/faults', rules)).body as { error: { message: string; errors: unknown[] } };
    expect(error.errors).toHaveLength(20);
    expect(error.message).toMatch(/^\[0\]: status must be .* \(the first of many errors; the response contains 20 of them\)$/);
  });

  it('states that an invalid body has many errors', async () => {
    const mock = await createMock([join(root, 'test/load/depot.json')]);
    const fields = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`unknown${index}`, 1]));
    const response = await mock.handle({ method: 'POST', url: '/depot/v1/buckets', body: JSON.stringify(fields) });
    const { error } = JSON.parse(response.body) as { error: { message: string; errors: unknown[] } };
    expect(response.status).toBe(400);
    expect(error.errors).toHaveLength(20);
    expect(error.message).toBe("Unknown field 'unknown0' (the first of 1000 or more errors; the response contains 20 of them)");
  });

  it('truncates long names of the request', async () => {
    const { send } = createTestMock();
    const { body } = await send('POST /__admin/faults', [{ ['x'.repeat(1_000_000)]: 1 }]);
    expect(JSON.stringify(body).length).toBeLessThan(10_000);
  });
});

describe('faults', () => {
  it('are at most 1,000 in a session', async () => {
    const { mock, send } = createTestMock();
    const createRules = (length: number): JsonObject[] => Array.from({ length }, () => ({ status: 503 }));
    expect((await send('PUT /__admin/faults', createRules(1001))).status).toBe(400);
    expect((await send('PUT /__admin/faults', createRules(999))).status).toBe(200);
    await mock.faults.add({ status: 500 });
    const message = 'A session can have at most 1000 fault rules (received 1001).';
    await expect(mock.faults.add({ status: 500 })).rejects.toThrow(message);
    const response = await send('POST /__admin/faults', createRules(1));
    expect([response.status, readMessage(response)]).toEqual([400, message]);
    expect(await mock.faults.list()).toHaveLength(1000);
  });
});

describe('bodies in flight', () => {
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };

  it('count with their decompressed size until the response', async () => {
    const { send } = createTestMock({ maxBody: 50_000, maxBodies: 80_000 });
    const sendState = (): Promise<HttpResult> => send('PUT /__admin/state', gzipSync('{}'.padEnd(50_000)), headers);
    expect((await Promise.all([sendState(), sendState()])).map(({ status }) => status).sort()).toEqual([200, 503]);
    expect((await sendState()).status).toBe(200);
  });

  it('limit the body of each control request', async () => {
    const { send } = createTestMock({ maxBody: 1000, maxBodies: 2000 });
    expect((await send('PUT /__admin/state', '{}'.padEnd(2000))).status).toBe(200);
    const response = await send('PUT /__admin/state', '{}'.padEnd(2001));
    expect([response.status, readMessage(response)]).toEqual([413, expect.stringContaining('--max-bodies')]);
  });
});

describe('a batch', () => {
  it.each(['/batch', '/batch/dns/v1', '/custom/many', '/__admin/reset'])('rejects a call to %s', async (path) => {
    const { mock } = createTestMock({}, [{ ...dns, batchPath: 'custom/many' }]);
    const body = `--x\r\nContent-Type: application/http\r\n\r\nPOST ${path} HTTP/1.1\r\n\r\n--x--`;
    const headers = { 'content-type': 'multipart/mixed; boundary=x' };
    const response = await mock.handle({ method: 'POST', url: 'http://mock.test/custom/many', headers, body });
    expect([response.status, response.body]).toEqual([400, expect.stringContaining(`can't contain a call to '${path}'`)]);
    expect(mock.requests).toEqual([]);
  });
});
