/** Two packages in one program, and a second copy of the runtime. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as compute from '../../../../generated/compute-v1/src/index.js';
import * as dns from '../../../../generated/dns-v1/src/index.js';
import { managedZonesGet, createClient } from '../../../../generated/dns-v1/src/methods.js';
import { minimalScopes, subnetworksPatch, sslPoliciesList } from '../../../../generated/compute-v1/src/methods.js';
import type * as Errors from '../../../../runtime/errors.js';
import { script } from './support.js';

/** The query makes it a second copy of the module. */
const copiedModule = `${join(import.meta.dirname, '../../../../runtime/errors.ts')}?copy`;
const { ApiError, toApiError } = (await import(copiedModule)) as typeof Errors;

describe('errors', () => {
  const error = toApiError({ methodId: 'm', httpMethod: 'GET', url: 'https://h/' }, { status: 404, headers: {}, body: {} });

  test('of one copy of the runtime are instances of the classes of another', () => {
    expect(ApiError).not.toBe(compute.ApiError);
    expect(error).toBeInstanceOf(compute.ApiError);
    expect(error).toBeInstanceOf(compute.DiscogenError);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(compute.OperationError);
    expect(error).not.toBeInstanceOf(compute.NetworkError);
  });
  test.each([null, undefined, 'ApiError', { name: 'ApiError' }, new Error('x'), Object.create(null)])('do not include %s', (value) => {
    expect((value as unknown) instanceof compute.ApiError).toBe(false);
  });
  test('match a subclass only for its own instances', () => {
    class CustomError extends compute.ApiError {}
    expect(error instanceof CustomError).toBe(false);
    expect(new CustomError(error) instanceof CustomError).toBe(true);
    expect(new CustomError(error) instanceof dns.ApiError).toBe(true);
  });
});

describe('method functions', () => {
  test('accept a plain client and a client with bound methods', async () => {
    const { fetch, sent } = script({ body: { name: 'z' } });
    const options = { rootUrl: 'http://h/', fetch };
    const zone = { project: 'p', managedZone: 'z' };
    expect(await managedZonesGet(createClient(options), zone)).toEqual({ name: 'z' });
    expect(await managedZonesGet(dns.createDnsClient(options), zone)).toEqual({ name: 'z' });
    expect(sent.map(({ url }) => url)).toEqual(Array(2).fill('http://h/dns/v1/projects/p/managedZones/z'));
  });
  test('expose their scopes', () => {
    expect(subnetworksPatch.scopes).toEqual(['{scope_base}/compute', '{scope_base}/cloud-platform']);
    expect(minimalScopes([sslPoliciesList])).toEqual(['{scope_base}/compute.readonly']);
    expect(minimalScopes([sslPoliciesList, subnetworksPatch])).toEqual(['{scope_base}/compute']);
  });
});
