/** Types of generated packages (checked by `npm run check:types`). */
import { expectTypeOf, test } from 'vitest';
import {
  createComputeClient,
  type HttpHealthCheck,
  type Operation,
  type Snapshot,
  type SnapshotInput,
  type SslPolicy,
  type Subnetwork,
} from '../../generated/compute-v1/src/index.js';
import { createDnsClient, type DnsClient, type ManagedZone } from '../../generated/dns-v1/src/index.js';
import { createErrorReportingClient } from '../../generated/errorreporting-v1beta1/src/index.js';
import { validateSubnetwork } from '../../generated/compute-v1/src/validators.js';
import { sslPoliciesList, subnetworksPatch } from '../../generated/compute-v1/src/methods.js';

type Compute = ReturnType<typeof createComputeClient>;
type Arguments<F extends (...args: never[]) => unknown> = Parameters<F>[0];

test('requires an address that has no default', () => {
  expectTypeOf<{ fetch: typeof fetch }>().not.toExtend<Parameters<typeof createDnsClient>[0]>();
  expectTypeOf<{ rootUrl: string }>().toExtend<Parameters<typeof createDnsClient>[0]>();
});

test('requires path parameters but not query parameters', () => {
  type Get = Arguments<DnsClient['managedZones']['get']>;
  expectTypeOf<{ project: string }>().not.toExtend<Get>();
  expectTypeOf<{ project: string; managedZone: string }>().toExtend<Get>();
  type List = Arguments<Compute['sslPolicies']['list']>;
  expectTypeOf<{ project: string }>().toExtend<List>();
  expectTypeOf<{ project: string; maxResults: string }>().not.toExtend<List>();
});

test('keeps the name of a dotted path variable', () => {
  type Update = Arguments<ReturnType<typeof createErrorReportingClient>['projects']['groups']['update']>;
  expectTypeOf<Update['group.name']>().toEqualTypeOf<string>();
});

test('returns a list call that can be awaited as a page and iterated as items', () => {
  type Call = ReturnType<Compute['sslPolicies']['list']>;
  expectTypeOf<Awaited<Call>['items']>().toEqualTypeOf<SslPolicy[] | undefined>();
  expectTypeOf<Call>().toExtend<AsyncIterable<SslPolicy>>();
  expectTypeOf<Awaited<ReturnType<typeof sslPoliciesList>>['nextPageToken']>().toEqualTypeOf<string | undefined>();
});

test('returns an operation from a mutating method', () => {
  expectTypeOf<Awaited<ReturnType<Compute['subnetworks']['patch']>>>().toEqualTypeOf<Operation>();
  expectTypeOf<Awaited<ReturnType<typeof subnetworksPatch>>>().toEqualTypeOf<Operation>();
});

test('keeps the literals of enums and accepts other strings', () => {
  expectTypeOf<Subnetwork['role']>().toEqualTypeOf<'ACTIVE' | 'BACKUP' | (string & {}) | undefined>();
  expectTypeOf<'public' | 'something new'>().toExtend<ManagedZone['visibility']>();
  expectTypeOf<1>().not.toExtend<ManagedZone['visibility']>();
});

test('omits output-only fields in inputs and requires the required ones', () => {
  expectTypeOf<SnapshotInput>().not.toHaveProperty('status');
  expectTypeOf<SnapshotInput['name']>().toEqualTypeOf<string>();
  expectTypeOf<Snapshot>().toExtend<SnapshotInput>();
});

test('represents 64-bit numbers and bytes as strings, and constants as literals', () => {
  expectTypeOf<Snapshot['diskSizeGb']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<NonNullable<Subnetwork['fingerprint']>>().toEqualTypeOf<string>();
  expectTypeOf<HttpHealthCheck['kind']>().toEqualTypeOf<'compute#httpHealthCheck' | undefined>();
});

test('requires the fingerprint in a subnetwork patch and allows null in a merge patch', () => {
  type Patch = Arguments<Compute['subnetworks']['patch']>['requestBody'];
  expectTypeOf<{ role: 'ACTIVE' }>().not.toExtend<Patch>();
  expectTypeOf<{ role: 'ACTIVE'; fingerprint: string }>().toExtend<Patch>();
  type Merge = Arguments<Compute['httpHealthChecks']['patch']>['requestBody'];
  expectTypeOf<{ host: null }>().toExtend<Merge>();
});

test('narrows with a validator', () => {
  const value: unknown = {};
  if (validateSubnetwork(value)) expectTypeOf(value).toEqualTypeOf<Subnetwork>();
});
