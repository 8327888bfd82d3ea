/** The mock sets the fields that the types of responses declare as always present. */
import { expect, test } from 'vitest';
import { buildModel } from '../../generator/model/build.js';
import type { Api, Resource } from '../../generator/model/model.js';
import type { JsonObject } from '../../mock/index.js';
import { getSpecification } from '../rules/support/specifications.js';
import { startMock } from './request.js';

const models = { dns: buildApiModel('dns'), compute: buildApiModel('compute'), osConfig: buildApiModel('osconfig') };

/** Required fields of seeded resources other than the names in their paths. */
const requiredFields: Readonly<Record<string, JsonObject>> = {
  ManagedZone: { dnsName: 'example.com.' },
  Change: { additions: [{ name: 'b.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] }] },
  Subnetwork: { network: 'global/networks/n', ipCidrRange: '10.0.0.0/24' },
};
const values: Readonly<Record<string, string>> = { name: 'www.example.com.', type: 'A' };

function buildApiModel(name: Parameters<typeof getSpecification>[0]): Api {
  return buildModel(getSpecification(name).value as JsonObject, { variables: {} });
}

function buildPath({ path }: Resource): string {
  return `/${path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'x1')}`;
}

test.each(['dns', 'compute', 'osConfig'] as const)('%s: each seeded resource has its always-present fields', async (name) => {
  const { schemas, resources } = models[name];
  const seededResources = resources.flatMap((resource) => {
    const type = schemas.find(({ id }) => id === resource.schema)?.type;
    const fields = type?.kind === 'object' ? type.fields.flatMap((field) => (field.present ? [field.name] : [])) : [];
    return fields.length === 0 ? [] : [{ path: buildPath(resource), body: requiredFields[resource.schema ?? ''] ?? {}, fields }];
  });
  const { send } = startMock(name, { seed: { resources: Object.fromEntries(seededResources.map(({ path, body }) => [path, body])) } });
  for (const { path, fields } of seededResources) {
    const { body } = await send(`GET ${path}`);
    expect({ path, missing: fields.filter((field) => body[field] === undefined) }).toEqual({ path, missing: [] });
  }
  expect(seededResources.length).toBeGreaterThan(0);
});
