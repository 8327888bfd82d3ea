/** Request types accept `undefined`, read-only lists, and responses (checked by `npm run check:types`). */
import { expectTypeOf, test } from 'vitest';
import type { ComputeClient, Subnetwork } from '../../generated/compute-v1/src/index.js';
import type { DnsClient, ResourceRecordSet } from '../../generated/dns-v1/src/index.js';
import type { MergePatch, RequestBody } from '../../runtime/body-types.js';

type Arguments<F extends (...args: never[]) => unknown> = Parameters<F>[0];

interface Zone {
  readonly name: string;
  note?: string;
  state?: 'ON' | 'OFF' | (string & {});
  rules?: { targets: string[]; rate?: number }[];
  labels?: { [key: string]: string };
  parent?: Zone;
  anything?: unknown;
}
type Body = RequestBody<Zone>;

test('accepts undefined for an optional field at any depth, but not for a required one', () => {
  expectTypeOf<{ name: 'z'; note: undefined; rules: { targets: []; rate: undefined }[] }>().toExtend<Body>();
  expectTypeOf<{ name: 'z'; parent: { name: 'y'; labels: undefined } }>().toExtend<Body>();
  expectTypeOf<{ name: undefined }>().not.toExtend<Body>();
  expectTypeOf<{ note: string }>().not.toExtend<Body>();
});

test('accepts read-only lists at any depth', () => {
  expectTypeOf<{ readonly name: 'z'; readonly rules: readonly [{ readonly targets: readonly ['a', 'b'] }] }>().toExtend<Body>();
});

test('accepts a response as a request and keeps the types of its fields', () => {
  expectTypeOf<Zone>().toExtend<Body>();
  expectTypeOf<Body['state']>().toEqualTypeOf<Zone['state'] | undefined>();
  expectTypeOf<{ name: 'z'; note: 1 }>().not.toExtend<Body>();
  // @ts-expect-error no such field
  expectTypeOf<Body>().toEqualTypeOf({ name: 'z', nmae: 'z' });
});

test('treats an undefined field of a merge patch as unchanged', () => {
  expectTypeOf<{ name: undefined; note: null; rules: readonly [{ targets: readonly ['a'] }] }>().toExtend<MergePatch<Zone>>();
});

test('accepts undefined for optional parameters and body fields, and lists with `as const`', () => {
  expectTypeOf<{ project: 'p'; maxResults: undefined; fields: undefined }>().toExtend<Arguments<ComputeClient['sslPolicies']['list']>>();
  expectTypeOf<{ project: undefined }>().not.toExtend<Arguments<ComputeClient['sslPolicies']['list']>>();
  type Create = Arguments<DnsClient['resourceRecordSets']['create']>;
  expectTypeOf<{
    project: 'p';
    managedZone: 'z';
    clientOperationId: undefined;
    requestBody: { name: 'a.'; type: 'A'; ttl: undefined; rrdatas: readonly ['192.0.2.1'] };
  }>().toExtend<Create>();
  expectTypeOf<ResourceRecordSet & { name: string; type: string }>().toExtend<Create['requestBody']>();
  expectTypeOf<Subnetwork & { fingerprint: string }>().toExtend<Arguments<ComputeClient['subnetworks']['patch']>['requestBody']>();
});

test('makes a response mutable except for output-only fields', () => {
  expectTypeOf<Subnetwork['secondaryIpRanges']>().toExtend<unknown[] | undefined>();
});
