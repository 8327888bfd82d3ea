/** Types of generated mocks (checked by `npm run check:types`). */
import { expectTypeOf, test } from 'vitest';
import type { ManagedZone, ManagedZonesCreateParams } from '../../generated/dns-v1/src/index.js';
import { createMock as createComputeMock } from '../../generated/compute-v1/src/mock.js';
import { compose, createMock, type MethodId } from '../../generated/dns-v1/src/mock.js';

type Rule<Mock extends { readonly faults: { add(rule: never): unknown } }> = Parameters<Mock['faults']['add']>[0];
type Dns = ReturnType<typeof createMock>;

test('accepts a method ID of the mock or a prefix in a fault', () => {
  expectTypeOf<'dns.managedZones.get'>().toExtend<MethodId>();
  expectTypeOf<{ method: 'dns.managedZones.get' }>().toExtend<Rule<Dns>>();
  expectTypeOf<{ method: 'dns.managedZones.*' }>().toExtend<Rule<Dns>>();
  expectTypeOf<{ method: 'dns.managedZone.get' }>().not.toExtend<Rule<Dns>>();
  expectTypeOf<{ method: 'compute.projects.get' }>().not.toExtend<Rule<Dns>>();
  expectTypeOf<Rule<ReturnType<Dns['session']>>>().toEqualTypeOf<Rule<Dns>>();
});

test('options and members of a fault accept undefined', () => {
  expectTypeOf<{ seed: undefined; auth: undefined; now: undefined; handlers: undefined }>().toExtend<
    NonNullable<Parameters<typeof createMock>[0]>
  >();
  expectTypeOf<{ port: undefined; host: undefined }>().toExtend<NonNullable<Parameters<Dns['listen']>[0]>>();
  expectTypeOf<{ method: undefined; times: undefined; operation: undefined }>().toExtend<Rule<Dns>>();
});

test('types a handler by its method', () => {
  const mock = createMock({
    handlers: {
      'dns.managedZones.get': async (call, next) => {
        expectTypeOf(call.parameters.managedZone).toEqualTypeOf<string>();
        expectTypeOf(await next()).toEqualTypeOf<ManagedZone>();
        return { name: call.parameters.managedZone };
      },
    },
  });
  mock.on('dns.managedZones.create', (call, next) => {
    expectTypeOf(call.requestBody).toEqualTypeOf<ManagedZonesCreateParams['requestBody']>();
    return next();
  });
  // @ts-expect-error an unknown method
  createMock({ handlers: { 'dns.managedZone.get': () => ({}) } });
  // @ts-expect-error an unknown method
  mock.on('dns.managedZone.get', () => ({}));
  // @ts-expect-error a response of another type
  mock.on('dns.managedZones.get', () => ({ name: 1 }));
});

test('accepts the methods of all mocks in a composed mock', () => {
  const mock = compose(createMock(), createComputeMock());
  expectTypeOf<{ method: 'dns.managedZones.get' }>().toExtend<Rule<typeof mock>>();
  expectTypeOf<{ method: 'compute.projects.get' }>().toExtend<Rule<typeof mock>>();
  expectTypeOf<{ method: 'dns.managedZone.get' }>().not.toExtend<Rule<typeof mock>>();
});

test('offers the functions that depend on one session in a session', () => {
  expectTypeOf<Exclude<keyof Dns, keyof ReturnType<Dns['session']>>>().toEqualTypeOf<'on' | 'support' | '~methods' | '~resources'>();
});
