/** Record sets that are given to a mock are judged as those that are made by a call. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../templates/runtime/mock/index.js';
import { serve } from '../ask.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const seedOf = (name: string, type: string, more: JsonObject): { readonly resources: Readonly<Record<string, JsonObject>> } => ({
  resources: {
    [`${zone}/rrsets/${name}/${type}`]: { name, type, ttl: 300, ...more },
    [zone]: { name: 'z', dnsName: 'example.com.' },
  },
});

test.each([
  ['data that is none of its type', seedOf('www.example.com.', 'A', { rrdatas: ['x'] }), "rrdatas[0]': 'x'"],
  ['two canonical names', seedOf('www.example.com.', 'CNAME', { rrdatas: ['a.example.', 'b.example.'] }), "rrdatas': a CNAME record set"],
  ['a name outside of the zone', seedOf('www.badexample.com.', 'A', { rrdatas: ['192.0.2.1'] }), "neither 'example.com.' nor a name below"],
])('%s is refused, at the start and later', async (_, seed, told) => {
  expect(() => serve('dns', { seed })).toThrow(told);
  const { mock, send } = serve('dns');
  await expect(mock.seed(seed)).rejects.toThrow(told);
  expect((await send(`GET ${zone}`)).status).toBe(404);
});

test.each([
  ['its own name', seedOf('example.com.', 'A', { rrdatas: ['192.0.2.1'] })],
  ['a name below, in any case', seedOf('WWW.Example.com.', 'A', { rrdatas: ['192.0.2.1'] })],
])('%s is taken', async (_, seed) => {
  expect((await serve('dns', { seed }).send(`GET ${zone}`)).status).toBe(200);
  const { mock, send } = serve('dns');
  await mock.seed(seed);
  expect((await send(`GET ${zone}`)).status).toBe(200);
});

test('a record set is judged beside the zone that stands there already', async () => {
  const { mock } = serve('dns', { seed: { resources: { [zone]: { name: 'z', dnsName: 'example.com.' } } } });
  const resources = { [`${zone}/rrsets/www.example.org./A`]: { name: 'www.example.org.', type: 'A', ttl: 1, rrdatas: ['192.0.2.1'] } };
  await expect(mock.seed({ resources })).rejects.toThrow("neither 'example.com.'");
});
