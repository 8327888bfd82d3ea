/** What requests accept beyond the declared types: `undefined`, read-only lists, and what was received; checked by the compiler (`npm run check:types`). */
import { expectTypeOf, test } from 'vitest';
import type { ComputeClient, Subnetwork } from '../../generated/compute-v1/src/index.js';
import type { DnsClient, ResourceRecordSet } from '../../generated/dns-v1/src/index.js';
import type { MergePatch } from '../../templates/runtime/merge-patch-type.js';
import type { RequestBody } from '../../templates/runtime/request-body.js';

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

test('an optional field may be undefined, at any depth; a required one may not', () => {
  expectTypeOf<{ name: 'z'; note: undefined; rules: { targets: []; rate: undefined }[] }>().toExtend<Body>();
  expectTypeOf<{ name: 'z'; parent: { name: 'y'; labels: undefined } }>().toExtend<Body>();
  expectTypeOf<{ name: undefined }>().not.toExtend<Body>();
  expectTypeOf<{ note: string }>().not.toExtend<Body>();
});

test('lists may be read-only, at any depth', () => {
  expectTypeOf<{ readonly name: 'z'; readonly rules: readonly [{ readonly targets: readonly ['a', 'b'] }] }>().toExtend<Body>();
});

test('what is received can be sent back, and fields keep their types', () => {
  expectTypeOf<Zone>().toExtend<Body>();
  expectTypeOf<Body['state']>().toEqualTypeOf<Zone['state'] | undefined>();
  expectTypeOf<{ name: 'z'; note: 1 }>().not.toExtend<Body>();
  // @ts-expect-error no such field
  expectTypeOf<Body>().toEqualTypeOf({ name: 'z', nmae: 'z' });
});

test('a merge patch leaves a field that is undefined as it is', () => {
  expectTypeOf<{ name: undefined; note: null; rules: readonly [{ targets: readonly ['a'] }] }>().toExtend<MergePatch<Zone>>();
});

test('methods accept undefined for every optional parameter and body field, and lists of `as const`', () => {
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

test('a response is mutable where the server does not set it', () => {
  expectTypeOf<Subnetwork['secondaryIpRanges']>().toExtend<unknown[] | undefined>();
});
