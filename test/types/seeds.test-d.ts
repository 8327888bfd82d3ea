/** Types of seeds (checked by `npm run check:types`). `test/installed/seeds.test.ts` covers the positions of errors and completions. */
import { expectTypeOf, test } from 'vitest';
import { createMock as createComputeMock, defineSeed as defineComputeSeed } from '../../generated/compute-v1/src/mock.js';
import { createMock, defineSeed, type Seed, type SeedDocument } from '../../generated/dns-v1/src/mock.js';
import { defineSeed as defineEventSeed } from '../../generated/errorreporting-v1beta1/src/mock.js';

test('accepts partial bodies of the type that each path identifies', () => {
  const seed = defineSeed({
    resources: {
      '/dns/v1/projects/p': { id: 'p' },
      '/dns/v1/projects/p/managedZones/z': { dnsName: 'a.', dnssecConfig: { state: 'on' } },
      '/dns/v1/projects/p/managedZones/z/rrsets/a./A': { ttl: 300, rrdatas: ['192.0.2.1'] },
    },
    iamPolicies: { '/dns/v1/projects/p/managedZones/z': { bindings: [{ role: 'r', members: ['user:a@example.com'] }] } },
    ancestors: { 'projects/p': ['folders/f'] },
  });
  expectTypeOf(seed).toEqualTypeOf<SeedDocument>();
  void (() => [createMock({ seed }), createMock({ seed: [seed, seed] }), createMock({ seed: new Set([seed]) }), createMock().seed(seed)]);
});

test('rejects a field of another path, at its position', () => {
  defineSeed({
    resources: {
      // @ts-expect-error a field of a record set
      '/dns/v1/projects/p/managedZones/z': { ttl: 300 },
      // @ts-expect-error a field of a zone
      '/dns/v1/projects/p/managedZones/z/rrsets/a./A': { dnsName: 'a.' },
      '/dns/v1/projects/p/policies/p': {
        // @ts-expect-error enableLogging
        enableLoging: true,
      },
    },
    iamPolicies: {
      // @ts-expect-error bindings
      '/dns/v1/projects/p/managedZones/z': { binding: [] },
    },
  });
});

test('rejects a path of no resource, and a template', () => {
  defineSeed({
    resources: {
      // @ts-expect-error managedZones
      '/dns/v1/projects/p/managedZone/z': {},
      // @ts-expect-error a collection
      '/dns/v1/projects/p/managedZones': {},
      // @ts-expect-error a path of another API
      '/compute/v1/projects/p/zones/z/disks/d': {},
      // @ts-expect-error a variable
      '/dns/v1/projects/p/managedZones/{managedZone}': {},
    },
    // @ts-expect-error policies have no policy
    iamPolicies: { '/dns/v1/projects/p/policies/p': {} },
  });
  const createMisspelled = () =>
    createMock({
      seed: {
        resources: {
          // @ts-expect-error managedZones
          '/dns/v1/projects/p/managedZone/z': {},
        },
        // @ts-expect-error policies have no policy
        iamPolicies: { '/dns/v1/projects/p/policies/p': {} },
      },
    });
  void createMisspelled;
  // @ts-expect-error disks
  void (() => createComputeMock().seed({ resources: { '/compute/v1/projects/p/zones/z/disk/d': {} } }));
});

test('rejects a misspelled member of a token, of an event, and an owner that is no project', () => {
  // @ts-expect-error scopes
  defineComputeSeed({ tokens: { t: { scope: [] } } });
  // @ts-expect-error message
  defineEventSeed({ events: { 'projects/p': [{ mesage: 'no such file' }] } });
  // @ts-expect-error projects
  defineEventSeed({ events: { 'project/p': [] } });
  // @ts-expect-error projects
  defineSeed({ ancestors: { 'project/p': ['folders/f'] } });
});

test('completes the scopes and permissions of tokens, and accepts others', () => {
  type Token = NonNullable<ReturnType<typeof getTokens>>[string];
  const getTokens = (seed: Parameters<typeof defineComputeSeed>[0]) => seed.tokens;
  expectTypeOf<Extract<NonNullable<Token['scopes']>[number], '{scope_base}/compute.readonly'>>().not.toBeNever();
  expectTypeOf<Extract<NonNullable<Token['permissions']>[number], 'compute.sslPolicies.list'>>().not.toBeNever();
  defineComputeSeed({ tokens: { t: { scopes: ['another'], permissions: ['another'], user: 'reader@example.com' } } });
});

test('accepts documents whose paths are not literals, such as exported ones', () => {
  const path: string = '/dns/v1/projects/p/managedZones/z';
  defineSeed({ resources: { [path]: { anything: 1 } } });
  void ((document: SeedDocument) => defineSeed(document));
  expectTypeOf<SeedDocument>().toExtend<Seed>();
});
