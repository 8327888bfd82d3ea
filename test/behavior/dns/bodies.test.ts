/** What bodies of requests take away, leave out and may not be. */
import { describe, expect, test } from 'vitest';
import { behavior as api } from '../../../generated/dns-v1/src/behavior.js';
import { createMockServer, type JsonObject } from '../../../templates/runtime/mock/index.js';
import { asking, messageOf, refusalOf, serve } from '../ask.js';

const project = '/dns/v1/projects/p';
const zone = `${project}/managedZones/z`;
const set = `${zone}/rrsets/www.example.com./A`;
const resources: Readonly<Record<string, JsonObject>> = {
  [zone]: {
    name: 'z',
    dnsName: 'example.com.',
    description: 'd',
    labels: { a: '1', b: '2' },
    dnssecConfig: { state: 'off', nonExistence: 'nsec' },
  },
  [set]: { name: 'www.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] },
  [`${project}/policies/s`]: { name: 's', description: 'd', enableLogging: true },
  [`${project}/responsePolicies/r`]: { responsePolicyName: 'r', labels: { a: '1' } },
  [`${project}/responsePolicies/r/rules/u`]: { ruleName: 'u', dnsName: 'x.example.', behavior: 'bypassResponsePolicy' },
};

describe('null in a patch takes a field away', () => {
  test.each<[path: string, patch: JsonObject, at: readonly string[], left?: JsonObject]>([
    [zone, { description: null }, ['description']],
    [zone, { labels: null }, ['labels']],
    [zone, { labels: { a: null } }, ['labels'], { b: '2' }],
    [zone, { dnssecConfig: null }, ['dnssecConfig']],
    [zone, { dnssecConfig: { nonExistence: null } }, ['dnssecConfig'], { state: 'off' }],
    [set, { rrdatas: null, routingPolicy: { wrr: { items: [] } } }, ['rrdatas']],
    [`${project}/policies/s`, { enableLogging: null }, ['enableLogging']],
    [`${project}/responsePolicies/r`, { labels: null }, ['labels']],
    [`${project}/responsePolicies/r/rules/u`, { behavior: null }, ['behavior']],
  ])('%s %j', async (path, patch, [field = ''], left) => {
    const { send } = serve('dns', { seed: { resources } });
    expect(await send(`PATCH ${path}`, patch)).toMatchObject({ status: 200 });
    const { [field]: now } = (await send(`GET ${path}`)).body;
    if (left === undefined) expect(now).toBeUndefined();
    else expect(now).toMatchObject(left);
  });
});

describe('a method that takes no body', () => {
  test.each([`DELETE ${set}`, `GET ${set}`])('%s says so', async (line) => {
    const told = await serve('dns', { seed: { resources } }).send(line, {});
    expect(refusalOf(told)).toEqual({ status: 400, reason: 'invalid', location: 'requestBody' });
    expect(messageOf(told)).toMatch(/takes no request body/);
  });
});

describe('null in a new body is as if nothing were said, at any depth', () => {
  test.each<[path: string, body: JsonObject]>([
    [`${project}/managedZones`, { name: 'n', dnsName: 'n.example.', dnssecConfig: { state: null } }],
    [`${zone}/rrsets`, { name: 'a.example.com.', type: 'A', rrdatas: ['192.0.2.1'], routingPolicy: null }],
    [`${zone}/changes`, { additions: [{ name: 'a.example.com.', type: 'A', ttl: 5, rrdatas: ['192.0.2.1'], routingPolicy: null }] }],
    [`${zone}:setIamPolicy`, { policy: { bindings: [{ role: 'r', members: [], condition: null }], etag: null } }],
  ])('POST %s %j', async (path, body) => {
    const { send } = serve('dns', { seed: { resources } });
    expect(await send(`POST ${path}`, body)).toMatchObject({ status: 200 });
  });

  test('of a report too', async () => {
    const body = { eventTime: null, message: 'x', serviceContext: { service: 's', version: null } };
    expect((await serve('errorReporting').send('POST /v1beta1/projects/p/events:report', body)).status).toBe(200);
  });

  test('but the values of a map are none of its fields', async () => {
    const told = await serve('dns').send(`POST ${project}/managedZones`, { name: 'n', dnsName: 'n.example.', labels: { a: null } });
    expect(refusalOf(told)).toMatchObject({ status: 400, location: 'labels.a' });
  });
});

describe('what the server fills in', () => {
  test('is there after a replacement that leaves it out, and after a patch that takes it away', async () => {
    const { send } = serve('dns');
    await send(`POST ${project}/managedZones`, { name: 'z', dnsName: 'example.com.', dnssecConfig: { state: 'on' } });
    await send(`PUT ${zone}`, { name: 'z', dnsName: 'example.com.' });
    expect((await send(`GET ${zone}`)).body).toMatchObject({ cloudLoggingConfig: {}, nameServers: { length: 4 } });
    await send(`PATCH ${zone}`, { dnssecConfig: { state: 'on' }, cloudLoggingConfig: null });
    await send(`PATCH ${zone}`, { dnssecConfig: { nonExistence: null } });
    expect((await send(`GET ${zone}`)).body).toMatchObject({ cloudLoggingConfig: {}, dnssecConfig: { nonExistence: 'nsec3' } });
  });
});

describe('a zone whose DNS name is empty', () => {
  const body = { name: 'ok', dnsName: '' };

  test('is refused', async () => {
    const told = await serve('dns').send(`POST ${project}/managedZones`, body);
    expect(refusalOf(told)).toEqual({ status: 400, reason: 'invalid', location: 'dnsName' });
  });

  test('also where no pattern says so: what comes with it would have no name', async () => {
    const methods = api.methods.map(({ validate: _, ...method }) => method);
    const told = await asking(createMockServer([{ ...api, methods }])).send(`POST ${project}/managedZones`, body);
    expect(refusalOf(told)).toEqual({ status: 400, reason: 'required', location: 'dnsName' });
  });
});
