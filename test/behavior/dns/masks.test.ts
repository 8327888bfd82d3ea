/** `fields` accepts the fields of the specification at any depth, even in an open message. */
import { describe, expect, test } from 'vitest';
import { summarizeError, startMock } from '../request.js';

const project = '/dns/v1/projects/p';
const zone = `${project}/managedZones/z`;
const errorProject = '/v1beta1/projects/p';
const dnsResources = {
  [zone]: { name: 'z', dnsName: 'example.com.' },
  [`${project}/managedZones/y`]: { name: 'y', dnsName: 'example.org.' },
};

describe('a mask with an unknown field is rejected', () => {
  test.each([
    ['GET', `${project}/managedZones`, 'zzz'],
    ['GET', `${project}/managedZones`, 'managedZones/zzz'],
    ['GET', `${project}/managedZones`, 'managedZones/dnssecConfig/zzz'],
    ['GET', `${project}/managedZones`, 'managedZones/name/zzz'],
    ['GET', `${zone}/rrsets`, 'rrsets(name,zzz)'],
    ['GET', `${zone}/changes`, 'changes/additions/zzz'],
    ['GET', project, 'quota/zzz'],
    ['POST', `${zone}:getIamPolicy`, 'zzz'],
    ['POST', `${zone}:testIamPermissions`, 'zzz'],
  ])('%s %s?fields=%s', async (verb, path, mask) => {
    const { send } = startMock('dns', { seed: { resources: dnsResources } });
    const response = await send(`${verb} ${path}?fields=${mask}`, verb === 'POST' ? {} : undefined);
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'fields' });
  });

  test.each([
    ['events', 'zzz'],
    ['events?', 'errorEvents/zzz'],
    ['events?', 'errorEvents/message/zzz'],
    ['events?', 'errorEvents/context/httpRequest/zzz'],
    ['groupStats?', 'errorGroupStats/group/zzz'],
  ])('GET %s fields=%s', async (method, mask) => {
    const { send } = startMock('errorReporting');
    expect(summarizeError(await send(`GET ${errorProject}/${method.replace('?', '')}?fields=${mask}`))).toMatchObject({
      status: 400,
      location: 'fields',
    });
  });
});

describe('a mask with known fields is accepted', () => {
  test.each([
    ['nextPageToken', {}],
    ['managedZones/name', { managedZones: [{ name: 'y' }, { name: 'z' }] }],
    ['managedZones(name,cloudLoggingConfig/enableLogging)', { managedZones: [{ name: 'y' }, { name: 'z' }] }],
  ])('%s', async (mask, expected) => {
    const { send } = startMock('dns', { seed: { resources: dnsResources } });
    expect((await send(`GET ${project}/managedZones?fields=${mask}`)).body).toEqual(expected);
  });

  test('a field that is not specified, but that the response contains', async () => {
    const handlers = { 'dns.managedZones.list': async () => ({ managedZones: [{}, { extra: { a: 1, b: 2 } }] }) };
    const { send } = startMock('dns', { handlers });
    const { body } = await send(`GET ${project}/managedZones?fields=managedZones(extra/a)`);
    expect(body).toEqual({ managedZones: [{}, { extra: { a: 1 } }] });
  });

  test('the labels of a zone can have any key', async () => {
    const { send } = startMock('dns', { seed: { resources: dnsResources } });
    expect((await send(`GET ${zone}?fields=labels/anything`)).status).toBe(200);
  });
});
