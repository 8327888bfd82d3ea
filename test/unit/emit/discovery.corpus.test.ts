/** An exported description reads back as the same model. Tests of published documents need ../shared/corpus and are skipped without it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { toDiscovery } from '../../../generator/emit/discovery.js';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import { readSpecification } from '../../../generator/read/index.js';
import { validateSpecification } from '../../../generator/check/index.js';
import type { Api } from '../../../generator/model/model.js';

const specs = new URL('../../../specs/', import.meta.url);
const corpus = new URL('../../../../shared/corpus/', import.meta.url);
const specifications = readdirSync(specs).filter((name) => name.endsWith('.yaml'));
/** Not the largest ones, which take as long as all others. */
const isShort = (name: string): boolean => statSync(new URL(name, corpus)).size < 300_000;
const published = existsSync(corpus) ? readdirSync(corpus).filter((name) => name.endsWith('.json') && isShort(name)) : [];

describe('the specifications', () => {
  it.each(specifications)('exports and reads back %s', (file) => {
    const exported = expectRoundTrip(parse(readFileSync(new URL(file, specs), 'utf8')) as JsonObject);
    const { specification, diagnostics } = readSpecification({ path: 'spec.json', text: JSON.stringify(exported) });
    expect([...diagnostics, ...(specification ? validateSpecification(specification) : [])]).toEqual([]);
  });
});

describe.skipIf(published.length === 0)('published documents (skipped without ../shared/corpus)', () => {
  it.each(published)('exports and reads back %s', (file) => {
    expectRoundTrip(JSON.parse(readFileSync(new URL(file, corpus), 'utf8')) as JsonObject);
  });
});

function expectRoundTrip(document: JsonObject): JsonObject {
  const api = buildModel(document, { variables: {} });
  const exported = toDiscovery(api) as JsonObject;
  const reread = buildModel(exported, { variables: {} });
  expect(toComparable(reread)).toEqual(toComparable(api));
  expect(JSON.stringify(toDiscovery(reread))).toBe(JSON.stringify(exported));
  return exported;
}

/** Removes differences of notation: export writes paths in Discovery syntax and makes facts from prose explicit. */
function toComparable(api: Api): unknown {
  const methods = api.methods.map(({ path: _path, flatPath: _flat, ...method }) => method);
  return JSON.parse(
    JSON.stringify({ ...api, methods, mainResources: [] }, (key, value: unknown) => (key === 'inferred' ? undefined : value)),
  );
}
