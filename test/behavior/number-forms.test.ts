/** The mock accepts numbers in every form of the protobuf JSON mapping and returns the documented form. */
import { describe, expect, test } from 'vitest';
import { validateDisksInsertRequest } from '../../generated/compute-v1/src/validators.js';
import { validateResourceRecordSetsCreateRequest } from '../../generated/dns-v1/src/validators.js';
import { summarizeError, startMock, type MockClient } from './request.js';

const zone = '/compute/v1/projects/p/zones/a';
const sets = '/dns/v1/projects/p/managedZones/z/rrsets';
const record = { name: 'www.example.com.', type: 'A', rrdatas: ['192.0.2.1'] };
const createWeightedRecord = (weight: unknown): object => ({
  name: 'w.example.com.',
  type: 'A',
  routingPolicy: { wrr: { items: [{ weight, rrdatas: [] }] } },
});

const serveDns = (): MockClient =>
  startMock('dns', { seed: { resources: { '/dns/v1/projects/p/managedZones/z': { name: 'z', dnsName: 'example.com.' } } } });

describe('integers documented as text', () => {
  test.each([
    ['50', '50'],
    ['"50"', '50'],
    ['5e1', '50'],
    ['"50.0"', '50'],
    ['9223372036854775807', '9223372036854775807'],
  ])('accept %s and store "%s"', async (value, returned) => {
    const { send } = startMock('compute');
    expect((await send(`POST ${zone}/disks`, `{"name":"d","sizeGb":${value}}`)).status).toBe(200);
    expect((await send(`GET ${zone}/disks/d`)).body['sizeGb']).toBe(returned);
  });

  test.each(['9223372036854775808', '1.5', '"many"', 'true', '1e30'])('reject %s with 400', async (value) => {
    const response = await startMock('compute').send(`POST ${zone}/disks`, `{"name":"d","sizeGb":${value}}`);
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'sizeGb' });
  });

  test.each([
    ['sizeGb', '1.5', 'the number 1.5'],
    ['sizeGb', 'true', 'the boolean true'],
    ['physicalBlockSizeBytes', '[]', 'an array'],
  ])('say that %s must be an integer if it is %s', async (field, sent, received) => {
    const { body } = await startMock('compute').send(`POST ${zone}/disks`, `{"name":"d","${field}":${sent}}`);
    expect(body['error']).toMatchObject({ message: `Invalid value for '${field}': must be an integer (received ${received})` });
  });

  test('accept numbers in a seed', async () => {
    const { send } = startMock('compute', { seed: { resources: { [`${zone}/disks/d`]: { name: 'd', sizeGb: 50 } } } });
    expect((await send(`GET ${zone}/disks/d`)).body['sizeGb']).toBe('50');
  });
});

describe('numbers', () => {
  test.each([
    ['"300"', 300],
    ['"3e2"', 300],
    ['300.0', 300],
  ])('accept %s and store %j', async (value, returned) => {
    const { send } = serveDns();
    expect((await send(`POST ${sets}`, JSON.stringify(record).replace('{', `{"ttl":${value},`))).body['ttl']).toBe(returned);
  });

  test.each(['"1.5"', '1.5', '2147483648', '"2147483648"', '""', '"NaN"'])('reject %s with 400', async (value) => {
    const response = await serveDns().send(`POST ${sets}`, JSON.stringify(record).replace('{', `{"ttl":${value},`));
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'ttl' });
  });

  test.each([
    ['0.5', 200, 0.5],
    ['Infinity', 200, 'Infinity'],
    ['-Infinity', 400],
    ['NaN', 400],
    ['1e999', 400],
  ])('of type double: %j returns %i', async (weight, status, returned?: unknown) => {
    const { send } = serveDns();
    const response = await send(`POST ${sets}`, createWeightedRecord(weight));
    expect(response.status).toBe(status);
    if (returned !== undefined) expect(response.body).toMatchObject(createWeightedRecord(returned));
  });

  test.each(['2', '2.0', '2e0'])('accept a parameter of %s as 2', async (text) => {
    expect((await serveDns().send(`GET ${sets}?maxResults=${text}`)).status).toBe(200);
  });

  test.each(['1.5', '2147483648', 'two', '%22two%22'])('reject a parameter of %s with 400', async (text) => {
    expect(summarizeError(await serveDns().send(`GET ${sets}?maxResults=${text}`))).toEqual({
      status: 400,
      reason: 'invalid',
      location: 'maxResults',
    });
  });
});

describe('a request validator', () => {
  const createRequest = (requestBody: object): object => ({ project: 'p', managedZone: 'z', requestBody });
  const ttl = (value: unknown): object => createRequest({ ...record, ttl: value });
  const weight = (value: unknown): object => createRequest(createWeightedRecord(value));
  const validForms = [ttl('300'), ttl(3e2), weight('0.5'), weight('Infinity')];
  const invalidRequests = [ttl('1.5'), ttl(2_147_483_648), ttl('2147483648'), ttl('NaN'), weight('-1'), weight('NaN'), weight('-Infinity')];

  test.each([true, false])('accepts all forms of an API that uses ProtoJSON, and nothing else, if strict is %s', (strict) => {
    const isValid = (request: object): boolean => validateResourceRecordSetsCreateRequest(request, { strict });
    expect(validForms.filter((request) => !isValid(request))).toEqual([]);
    expect(invalidRequests.filter(isValid)).toEqual([]);
    const disk = { project: 'p', zone: 'a', requestBody: { name: 'd', sizeGb: 50 } };
    expect(validateDisksInsertRequest(disk, { strict })).toBe(true);
  });

  test('says that a 64-bit integer must be an integer', () => {
    const disk = { project: 'p', zone: 'a', requestBody: { name: 'd', sizeGb: 1.5 } };
    expect(validateDisksInsertRequest(disk)).toBe(false);
    expect(validateDisksInsertRequest.errors?.[0]?.message).toBe('must be an integer (received the number 1.5)');
  });
});
