/** The manifest of each service module lists what the module implements. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildModel } from '../../../generator/model/build.js';
import { serviceManifests } from '../../../services/index.js';
import type { Service } from '../../../mock/engine/service-module.js';

const folder = join(import.meta.dirname, '../../../services');
const names = Object.keys(serviceManifests);

test('each folder of services/ is in the table', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(names);
});

const published = Object.entries(serviceManifests).flatMap(([name, { document }]) =>
  document === undefined ? [] : [[name, document] as const],
);

test.each(published)('a published document of %s gets the module, unless services are left out', (name, { host, ...identity }) => {
  const value = { kind: 'discovery#restDescription', discoveryVersion: 'v1', ...identity, rootUrl: `https://${host}/`, servicePath: '' };
  expect(buildModel(value, { variables: {} }).service).toBe(name);
  expect(buildModel(value, { variables: {}, services: false }).service).toBeUndefined();
  expect(buildModel({ ...value, rootUrl: 'https://api.example.com/' }, { variables: {} }).service).toBeUndefined();
});

test.each(names)('%s', async (name) => {
  const { [`${name}Services`]: service } = (await import(join(folder, name, 'index.ts'))) as Record<string, Service>;
  const { rules = {}, actions = {} } = serviceManifests[name] ?? {};
  const listFullNames = (pieces: object): readonly string[] =>
    Object.keys(pieces)
      .map((piece) => `${name}/${piece}`)
      .sort();
  expect(Object.keys(service?.rules ?? {}).sort()).toEqual(listFullNames(rules));
  expect(Object.keys(service?.actions ?? {}).sort()).toEqual(listFullNames(actions));
  const validators = Object.values(rules).flatMap(({ validator }) => validator ?? []);
  const hasChecks = existsSync(join(folder, name, 'validate'));
  const checks = hasChecks ? ((await import(join(folder, name, 'validate/index.ts'))) as object) : {};
  expect(Object.keys(checks).sort()).toEqual(validators.sort());
});
