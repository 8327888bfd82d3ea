/** Every published document builds a model. Requires ../shared/corpus; skipped without it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import { createLookup } from '../../../generator/model/schema-lookup.js';
import type { Api, Type } from '../../../generator/model/model.js';

const folder = new URL('../../../../shared/corpus/', import.meta.url);
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

describe.skipIf(files.length === 0)('published documents (skipped without ../shared/corpus)', () => {
  const apis = new Map<string, Api>();
  const build = (file: string): Api => {
    const api = apis.get(file) ?? buildModel(read(file), { variables: {} });
    apis.set(file, api);
    return api;
  };

  it.each(files)('%s', (file) => {
    const api = build(file);
    const document = read(file);
    expect(api.methods.length).toBe(JSON.stringify(document).match(/"httpMethod":"/g)?.length);
    expect(new Set(api.methods.map(({ id }) => id)).size).toBe(api.methods.length);
    expect(api.schemas.map(({ id }) => id)).toEqual(Object.keys(document['schemas'] ?? {}).sort());
    expect(listDanglingReferences(api)).toEqual([]);
  });

  it.each(files)('%s: has list methods with their items in a field of the response', (file) => {
    const api = build(file);
    const lookup = createLookup(api);
    const lists = api.methods.filter(({ action, response }) => action.kind === 'list' && lookup.object(response)?.fields.length);
    const listsWithoutItems = lists.filter(({ list, listItems, response }) => !lookup.field(response, (list ?? listItems)?.items ?? ''));
    expect(listsWithoutItems.map(({ id }) => id)).toEqual([]);
  });

  it.each(files)('%s: infers that wait methods wait for an operation', (file) => {
    const waits = build(file).methods.filter(({ route }) => /operations\/[^/]*[/:]wait$/.test(route));
    expect(waits.filter(({ action }) => action.kind !== 'waitForField').map(({ id }) => id)).toEqual([]);
  });
});

function read(file: string): JsonObject {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as JsonObject;
}

function listDanglingReferences(api: Api): readonly string[] {
  const schemaIds = new Set(api.schemas.map(({ id }) => id));
  const roots = [...api.schemas.map(({ type }) => type), ...api.methods.flatMap(({ request, response }) => [request, response])];
  return roots.flatMap((type) => (type ? listReferences(type) : [])).filter((id) => !schemaIds.has(id));
}

function listReferences(type: Type): readonly string[] {
  if (type.kind === 'ref') return [type.schema];
  if (type.kind === 'array') return listReferences(type.items);
  if (type.kind === 'map') return listReferences(type.values);
  return type.kind === 'object' ? type.fields.flatMap((field) => listReferences(field.type)) : [];
}
