/** The mock sets the fields that the types of responses declare as always present. */
import { expect, test } from 'vitest';
import { getPresentFields } from '../../generator/emit/present-fields.js';
import { buildModel } from '../../generator/model/build.js';
import type { Api, Resource } from '../../generator/model/model.js';
import type { JsonObject } from '../../templates/runtime/mock/index.js';
import { specificationOf } from '../rules/support/specifications.js';
import { startMock } from './request.js';

const api = { dns: modelOf('dns'), compute: modelOf('compute'), osConfig: modelOf('osconfig') };

/** Required fields of a seed other than the names in its path. */
const required: Readonly<Record<string, JsonObject>> = {
  ManagedZone: { dnsName: 'example.com.' },
  Change: { additions: [{ name: 'b.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] }] },
  Subnetwork: { network: 'global/networks/n', ipCidrRange: '10.0.0.0/24' },
};
const values: Readonly<Record<string, string>> = { name: 'www.example.com.', type: 'A' };

function modelOf(name: Parameters<typeof specificationOf>[0]): Api {
  return buildModel(specificationOf(name).value as JsonObject, { variables: {} });
}

function pathOf({ path }: Resource): string {
  return `/${path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'x1')}`;
}

test.each(['dns', 'compute', 'osConfig'] as const)('%s: each seeded resource has its always-present fields', async (name) => {
  const { schemas, resources } = api[name];
  const seeded = resources.flatMap((resource) => {
    const schema = schemas.find(({ id }) => id === resource.schema);
    const fields = schema === undefined ? [] : [...getPresentFields(schema, api[name])];
    return fields.length === 0 ? [] : [{ path: pathOf(resource), body: required[resource.schema ?? ''] ?? {}, fields }];
  });
  const { send } = startMock(name, { seed: { resources: Object.fromEntries(seeded.map(({ path, body }) => [path, body])) } });
  for (const { path, fields } of seeded) {
    const { body } = await send(`GET ${path}`);
    expect({ path, missing: fields.filter((field) => body[field] === undefined) }).toEqual({ path, missing: [] });
  }
  expect(seeded.length).toBeGreaterThan(0);
});
