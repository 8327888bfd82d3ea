/** Validators have the interface of Standard Schema, so that libraries use them without an adapter. */
import { sValidator } from '@hono/standard-validator';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { initTRPC, TRPCError } from '@trpc/server';
import { Hono } from 'hono';
import { expect, expectTypeOf, test } from 'vitest';
import type { Subnetwork } from '../../../../generated/compute-v1/src/types.js';
import { validateDisksInsertRequest, validateSubnetwork } from '../../../../generated/compute-v1/src/validators.js';

const wrong = { name: 'a', secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: 'none' }] };
const message = 'must match format "cidr-ipv4": an IPv4 range such as 10.0.0.0/24';
const path = ['secondaryIpRanges', 0, 'ipCidrRange'];

test('returns the value, or the issues with their paths', () => {
  const { version, vendor, validate } = validateSubnetwork['~standard'];
  expect([version, vendor]).toEqual([1, 'discogen']);
  const valid = { name: 'a' };
  expect(validate(valid)).toEqual({ value: valid });
  expect(validate(wrong)).toEqual({ issues: [{ message, path }] });
});

test('the path contains a missing or an unknown member', () => {
  const { issues = [] } = validateDisksInsertRequest['~standard'].validate({ project: 'p', requestBody: { color: 'red' } });
  expect(issues.map((issue) => issue.path)).toEqual(expect.arrayContaining([['zone'], ['requestBody', 'color']]));
});

test('has the types of the specification', () => {
  expectTypeOf(validateSubnetwork).toExtend<StandardSchemaV1<Subnetwork, Subnetwork>>();
  expectTypeOf<StandardSchemaV1.InferOutput<typeof validateSubnetwork>>().toEqualTypeOf<Subnetwork>();
});

test('tRPC validates the input of a procedure', async () => {
  const { procedure, router, createCallerFactory } = initTRPC.create();
  const routes = router({ insert: procedure.input(validateDisksInsertRequest).mutation(({ input }) => input.requestBody?.name) });
  const { insert } = createCallerFactory(routes)({});
  expect(await insert({ project: 'p', zone: 'z', requestBody: { name: 'a' } })).toBe('a');
  const error = await insert({ project: 'p', zone: 'z', requestBody: { name: 5 as unknown as string } }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(TRPCError);
  expect(error).toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ path: ['requestBody', 'name'] }] } });
});

test('Hono validates a body', async () => {
  const app = new Hono().post('/', sValidator('json', validateSubnetwork), (context) => context.text(context.req.valid('json').name ?? ''));
  const post = (body: object) =>
    app.request('/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  expect(await (await post({ name: 'a' })).text()).toBe('a');
  const response = await post(wrong);
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ error: [{ message, path }] })]);
});
