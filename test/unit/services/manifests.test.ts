/** The manifest of each service module lists what the module implements. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceManifests } from '../../../services/index.js';
import type { Service } from '../../../mock/engine/service-module.js';

const folder = join(import.meta.dirname, '../../../services');
const names = Object.keys(serviceManifests);

test('each folder of services/ is in the table', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(names);
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
