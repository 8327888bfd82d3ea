import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, createDnsClient, ParameterError, type DnsClient, type InvalidResponse } from '../../../../generated/dns-v1/src/index.js';
import * as module from '../../../../generated/dns-v1/src/validators.js';
import { defineListMethod, addPageTokenToBody } from '../../../../templates/runtime/client/index.js';
import type { MethodDescriptor } from '../../../../templates/runtime/descriptor.js';
import { createValidation } from '../../../../templates/runtime/validate/create-validation.js';
import { connect, catchError, script } from '../client/support.js';
import type { Answer, Script, Values } from '../client/support.js';

const { validators } = module;
const found: InvalidResponse[] = [];
const onInvalid = (invalid: InvalidResponse): void => void found.push(invalid);
beforeEach(() => void found.splice(0));

type Options = Parameters<typeof createDnsClient>[0]['validate'];
function client(validate: Options, ...answers: Answer[]): Script & { dns: DnsClient } {
  const { fetch, sent } = script(...answers);
  return { fetch, sent, dns: createDnsClient({ rootUrl: 'http://h/', fetch, validate }) };
}
const zone = { project: 'p', managedZone: 'z' };
const name = { name: 'z', dnsName: 'example.com.' };
const wrong = { body: { name: 5, visibility: 'something new', unknown: true } };

describe('a request', () => {
  test.each<[string, Options]>([
    ['validators', validators],
    ['the module of the validators', module],
    ['validators with options', { validators, fatal: true }],
  ])('that is invalid is not sent, with %s', async (_, validate) => {
    const { dns, sent } = client(validate, {});
    const requestBody = { ...name, visibility: 5 as unknown as string };
    const error = await catchError(ParameterError, dns.managedZones.create({ project: 'p', requestBody }));
    expect(error).toMatchObject({
      parameter: 'requestBody',
      errors: expect.arrayContaining([expect.objectContaining({ instancePath: '/requestBody/visibility' })]) as unknown,
    });
    expect(error.message).toBe('dns.managedZones.create: requestBody.visibility must be a string (received a number)');
    expect(sent).toEqual([]);
  });

  test('that is invalid is not sent for a list either', async () => {
    const { dns, sent } = client(validators, {});
    await catchError(ParameterError, dns.managedZones.list({ project: 'p', maxResults: 'many' as unknown as number }));
    expect(sent).toEqual([]);
  });

  test('that is valid is sent unchanged, with masks', async () => {
    const { dns, sent } = client(validators, { body: name });
    await dns.managedZones.create({ project: 'p', requestBody: name });
    await dns.managedZones.get({ ...zone, fields: ['name'] });
    expect(sent.map(({ body }) => body)).toEqual([JSON.stringify(name), undefined]);
  });
});

test('a page token is validated if the method takes one', async () => {
  const judged: unknown[] = [];
  const judge = Object.assign((value: unknown) => judged.push(value) > 0, { errors: null });
  const right = Object.assign(() => true, { errors: null });
  const descriptor: MethodDescriptor = {
    id: 'logs.entries.list',
    httpMethod: 'POST',
    path: 'v2/entries:list',
    body: 1,
    list: { items: 'entries', in: 'body' },
  };
  const list = defineListMethod<Values, { entries: number[] }, number>(descriptor, addPageTokenToBody);
  const { fetch } = script({ body: { entries: [1], nextPageToken: 't' } }, { body: { entries: [2] } });
  const entries: number[] = [];
  const given = { requestBody: { filter: 'f' }, fields: ['entries'] as const };
  for await (const entry of list(connect(fetch, { validate: createValidation({ [descriptor.id]: [judge, right] }) }), given))
    entries.push(entry as number);
  expect(entries).toEqual([1, 2]);
  const fields = 'entries,nextPageToken';
  expect(judged).toEqual([
    { fields, requestBody: { filter: 'f' } },
    { fields, requestBody: { filter: 'f', pageToken: 't' } },
  ]);
});

describe('a response', () => {
  test('that is invalid is reported and returned unchanged', async () => {
    const { dns } = client({ validators, onInvalid }, wrong);
    expect(await dns.managedZones.get(zone)).toEqual(wrong.body);
    expect(found).toEqual([
      { methodId: 'dns.managedZones.get', errors: [expect.objectContaining({ instancePath: '/name', keyword: 'type' })] },
    ]);
  });

  test('is reported on the console without a handler', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await client(validators, wrong).dns.managedZones.get(zone);
    expect(warn.mock.calls).toEqual([
      ['dns.managedZones.get: the response does not match the description: name must be a string (received a number)'],
    ]);
    warn.mockRestore();
  });

  test('with many errors is reported with the first few', async () => {
    const many = { body: { ...wrong.body, kind: 1, description: 2, dnsName: 3, id: [], creationTime: 4, labels: 5 } };
    const error = await catchError(ApiError, client({ validators, onInvalid, fatal: true }, many).dns.managedZones.get(zone));
    expect(found[0]?.errors).toHaveLength(7);
    expect(error.message.match(/ must be /g)).toHaveLength(5);
    expect(error.message).toMatch(/; 2 more$/);
  });

  test('rejects the call in strict mode', async () => {
    const { dns } = client({ validators, onInvalid, fatal: true }, wrong);
    expect(await catchError(ApiError, dns.managedZones.get(zone))).toMatchObject({
      reason: 'invalidResponse',
      status: 200,
      httpMethod: 'GET',
      url: 'http://h/dns/v1/projects/p/managedZones/z',
      details: found[0]?.errors,
    });
  });

  test('with unknown fields is accepted', async () => {
    const { dns } = client({ validators, onInvalid, fatal: true }, { body: { ...name, visibility: 'something new', unknown: true } });
    expect(await dns.managedZones.get(zone)).toMatchObject({ unknown: true });
    expect(found).toEqual([]);
  });

  test('with an error status is not validated', async () => {
    await catchError(ApiError, client({ validators, onInvalid }, { status: 404, body: {} }).dns.managedZones.get(zone));
    expect(found).toEqual([]);
  });
});
