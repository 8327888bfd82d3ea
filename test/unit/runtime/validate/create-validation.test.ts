import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, createDnsClient, ParameterError, type DnsClient, type InvalidResponse } from '../../../../generated/dns-v1/src/index.js';
import * as module from '../../../../generated/dns-v1/src/validators.js';
import { defineListMethod, addPageTokenToBody } from '../../../../runtime/client/index.js';
import type { MethodDescriptor } from '../../../../runtime/descriptor.js';
import { createValidation } from '../../../../runtime/validate/create-validation.js';
import { connect, catchError, script } from '../client/support.js';
import type { ScriptedResponse, Script, Values } from '../client/support.js';

const { validators } = module;
const invalidResponses: InvalidResponse[] = [];
const onInvalid = (invalid: InvalidResponse): void => void invalidResponses.push(invalid);
beforeEach(() => void invalidResponses.splice(0));

type Options = Parameters<typeof createDnsClient>[0]['validate'];
function createClient(validate: Options, ...responses: ScriptedResponse[]): Script & { dns: DnsClient } {
  const { fetch, sent } = script(...responses);
  return { fetch, sent, dns: createDnsClient({ rootUrl: 'http://h/', fetch, validate }) };
}
const zone = { project: 'p', managedZone: 'z' };
const validZone = { name: 'z', dnsName: 'example.com.' };
const invalidResponse = { body: { name: 5, visibility: 'something new', unknown: true } };

describe('a request', () => {
  test.each<[string, Options]>([
    ['validators', validators],
    ['the module of the validators', module],
    ['validators with options', { validators, fatal: true }],
  ])('that is invalid is rejected and not sent with %s', async (_, validate) => {
    const { dns, sent } = createClient(validate, {});
    const requestBody = { ...validZone, visibility: 5 as unknown as string };
    const error = await catchError(ParameterError, dns.managedZones.create({ project: 'p', requestBody }));
    expect(error).toMatchObject({
      parameter: 'requestBody',
      errors: expect.arrayContaining([expect.objectContaining({ instancePath: '/requestBody/visibility' })]) as unknown,
    });
    expect(error.message).toBe('dns.managedZones.create: requestBody.visibility must be a string (received a number)');
    expect(sent).toEqual([]);
  });

  test('of a list that is invalid is not sent', async () => {
    const { dns, sent } = createClient(validators, {});
    await catchError(ParameterError, dns.managedZones.list({ project: 'p', maxResults: 'many' as unknown as number }));
    expect(sent).toEqual([]);
  });

  test('that is valid is sent unchanged, also with a field mask', async () => {
    const { dns, sent } = createClient(validators, { body: validZone });
    await dns.managedZones.create({ project: 'p', requestBody: validZone });
    await dns.managedZones.get({ ...zone, fields: ['name'] });
    expect(sent.map(({ body }) => body)).toEqual([JSON.stringify(validZone), undefined]);
  });
});

test('validates a page token in the body if the method takes one', async () => {
  const validatedRequests: unknown[] = [];
  const validateRequest = Object.assign((value: unknown) => validatedRequests.push(value) > 0, { errors: null });
  const acceptResponse = Object.assign(() => true, { errors: null });
  const descriptor: MethodDescriptor = {
    id: 'logs.entries.list',
    httpMethod: 'POST',
    path: 'v2/entries:list',
    body: 'optional',
    list: { items: 'entries', in: 'body' },
  };
  const list = defineListMethod<Values, { entries: number[] }, number>(descriptor, addPageTokenToBody);
  const { fetch } = script({ body: { entries: [1], nextPageToken: 't' } }, { body: { entries: [2] } });
  const entries: number[] = [];
  const params = { requestBody: { filter: 'f' }, fields: ['entries'] as const };
  for await (const entry of list(
    connect(fetch, { validate: createValidation({ [descriptor.id]: [validateRequest, acceptResponse] }) }),
    params,
  ))
    entries.push(entry as number);
  expect(entries).toEqual([1, 2]);
  const fields = 'entries,nextPageToken';
  expect(validatedRequests).toEqual([
    { fields, requestBody: { filter: 'f' } },
    { fields, requestBody: { filter: 'f', pageToken: 't' } },
  ]);
});

describe('a response', () => {
  test('that is invalid is reported and returned unchanged', async () => {
    const { dns } = createClient({ validators, onInvalid }, invalidResponse);
    expect(await dns.managedZones.get(zone)).toEqual(invalidResponse.body);
    expect(invalidResponses).toEqual([
      { methodId: 'dns.managedZones.get', errors: [expect.objectContaining({ instancePath: '/name', keyword: 'type' })] },
    ]);
  });

  test('that is invalid is printed to the console without a handler', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await createClient(validators, invalidResponse).dns.managedZones.get(zone);
    expect(warn.mock.calls).toEqual([
      ['dns.managedZones.get: the response does not match the description: name must be a string (received a number)'],
    ]);
    warn.mockRestore();
  });

  test('with many errors leads to a message with the first five', async () => {
    const responseWithManyErrors = {
      body: { ...invalidResponse.body, kind: 1, description: 2, dnsName: 3, id: [], creationTime: 4, labels: 5 },
    };
    const error = await catchError(
      ApiError,
      createClient({ validators, onInvalid, fatal: true }, responseWithManyErrors).dns.managedZones.get(zone),
    );
    expect(invalidResponses[0]?.errors).toHaveLength(7);
    expect(error.message.match(/ must be /g)).toHaveLength(5);
    expect(error.message).toMatch(/; 2 more$/);
  });

  test('that is invalid rejects the call if `fatal` is set', async () => {
    const { dns } = createClient({ validators, onInvalid, fatal: true }, invalidResponse);
    expect(await catchError(ApiError, dns.managedZones.get(zone))).toMatchObject({
      reason: 'invalidResponse',
      status: 200,
      httpMethod: 'GET',
      url: 'http://h/dns/v1/projects/p/managedZones/z',
      details: invalidResponses[0]?.errors,
    });
  });

  test('with unknown fields is accepted', async () => {
    const { dns } = createClient(
      { validators, onInvalid, fatal: true },
      { body: { ...validZone, visibility: 'something new', unknown: true } },
    );
    expect(await dns.managedZones.get(zone)).toMatchObject({ unknown: true });
    expect(invalidResponses).toEqual([]);
  });

  test('with an error status is not validated', async () => {
    await catchError(ApiError, createClient({ validators, onInvalid }, { status: 404, body: {} }).dns.managedZones.get(zone));
    expect(invalidResponses).toEqual([]);
  });
});
