/** Removed, omitted, and invalid fields in request bodies. */
import { describe, expect, test } from 'vitest';
import { behavior as api } from '../../../generated/dns-v1/src/behavior.js';
import { createMockServer, type JsonObject } from '../../../mock/index.js';
import { createMockClient, readMessage, summarizeError, startMock } from '../request.js';

const project = '/dns/v1/projects/p';
const zone = `${project}/managedZones/z`;
const recordSet = `${zone}/rrsets/www.example.com./A`;
const resources: Readonly<Record<string, JsonObject>> = {
  [zone]: {
    name: 'z',
    dnsName: 'example.com.',
    description: 'd',
    labels: { a: '1', b: '2' },
    dnssecConfig: { state: 'off', nonExistence: 'nsec' },
  },
  [recordSet]: { name: 'www.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] },
  [`${project}/policies/s`]: { name: 's', description: 'd', enableLogging: true },
  [`${project}/responsePolicies/r`]: { responsePolicyName: 'r', labels: { a: '1' } },
  [`${project}/responsePolicies/r/rules/u`]: { ruleName: 'u', dnsName: 'x.example.', behavior: 'bypassResponsePolicy' },
};

describe('null in a patch removes a field', () => {
  test.each<[path: string, patch: JsonObject, at: readonly string[], left?: JsonObject]>([
    [zone, { description: null }, ['description']],
    [zone, { labels: null }, ['labels']],
    [zone, { labels: { a: null } }, ['labels'], { b: '2' }],
    [zone, { dnssecConfig: null }, ['dnssecConfig']],
    [zone, { dnssecConfig: { nonExistence: null } }, ['dnssecConfig'], { state: 'off' }],
    [recordSet, { rrdatas: null, routingPolicy: { wrr: { items: [] } } }, ['rrdatas']],
    [`${project}/policies/s`, { enableLogging: null }, ['enableLogging']],
    [`${project}/responsePolicies/r`, { labels: null }, ['labels']],
    [`${project}/responsePolicies/r/rules/u`, { behavior: null }, ['behavior']],
  ])('%s %j', async (path, patch, [field = ''], remaining) => {
    const { send } = startMock('dns', { seed: { resources } });
    expect(await send(`PATCH ${path}`, patch)).toMatchObject({ status: 200 });
    const { [field]: current } = (await send(`GET ${path}`)).body;
    if (remaining === undefined) expect(current).toBeUndefined();
    else expect(current).toMatchObject(remaining);
  });
});

describe('a method without a request body', () => {
  test.each([`DELETE ${recordSet}`, `GET ${recordSet}`])('rejects a body: %s', async (line) => {
    const response = await startMock('dns', { seed: { resources } }).send(line, {});
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'requestBody' });
    expect(readMessage(response)).toMatch(/takes no request body/);
  });
});

describe('null in a new resource equals an absent field at any depth', () => {
  test.each<[path: string, body: JsonObject]>([
    [`${project}/managedZones`, { name: 'n', dnsName: 'n.example.', dnssecConfig: { state: null } }],
    [`${zone}/rrsets`, { name: 'a.example.com.', type: 'A', rrdatas: ['192.0.2.1'], routingPolicy: null }],
    [`${zone}/changes`, { additions: [{ name: 'a.example.com.', type: 'A', ttl: 5, rrdatas: ['192.0.2.1'], routingPolicy: null }] }],
    [`${zone}:setIamPolicy`, { policy: { bindings: [{ role: 'r', members: [], condition: null }], etag: null } }],
  ])('POST %s %j', async (path, body) => {
    const { send } = startMock('dns', { seed: { resources } });
    expect(await send(`POST ${path}`, body)).toMatchObject({ status: 200 });
  });

  test('in an event report, too', async () => {
    const body = { eventTime: null, message: 'x', serviceContext: { service: 's', version: null } };
    expect((await startMock('errorReporting').send('POST /v1beta1/projects/p/events:report', body)).status).toBe(200);
  });

  test('but null is rejected as the value of a map', async () => {
    const response = await startMock('dns').send(`POST ${project}/managedZones`, { name: 'n', dnsName: 'n.example.', labels: { a: null } });
    expect(summarizeError(response)).toMatchObject({ status: 400, location: 'labels.a' });
  });
});

describe('server-generated fields', () => {
  test('are set after an update that omits them and after a patch that removes them', async () => {
    const { send } = startMock('dns');
    await send(`POST ${project}/managedZones`, { name: 'z', dnsName: 'example.com.', dnssecConfig: { state: 'on' } });
    await send(`PUT ${zone}`, { name: 'z', dnsName: 'example.com.' });
    expect((await send(`GET ${zone}`)).body).toMatchObject({ cloudLoggingConfig: {}, nameServers: { length: 4 } });
    await send(`PATCH ${zone}`, { dnssecConfig: { state: 'on' }, cloudLoggingConfig: null });
    await send(`PATCH ${zone}`, { dnssecConfig: { nonExistence: null } });
    expect((await send(`GET ${zone}`)).body).toMatchObject({ cloudLoggingConfig: {}, dnssecConfig: { nonExistence: 'nsec3' } });
  });
});

describe('a zone with an empty DNS name', () => {
  const body = { name: 'ok', dnsName: '' };

  test('is rejected', async () => {
    const response = await startMock('dns').send(`POST ${project}/managedZones`, body);
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'dnsName' });
  });

  test('is rejected even without a pattern, because its record sets need a name', async () => {
    const methods = api.methods.map(({ validate: _, ...method }) => method);
    const response = await createMockClient(createMockServer([{ ...api, methods }])).send(`POST ${project}/managedZones`, body);
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'required', location: 'dnsName' });
  });
});
