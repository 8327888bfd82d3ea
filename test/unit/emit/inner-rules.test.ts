/** The rules of the objects inside a resource, however many other objects it contains. */
import { expect, test } from 'vitest';
import { listInnerRules } from '../../../generator/emit/inner-rules.js';
import { buildModel } from '../../../generator/model/build.js';
import { getLookup } from '../../../generator/model/schema-lookup.js';

const setsSize = [{ kind: 'serverDefault', field: 'size', value: 1 }];
const size = { size: { type: 'integer' } };

function listPaths(schemas: object): readonly string[] {
  const api = buildModel({ name: 'farm', version: 'v1', schemas } as unknown as Parameters<typeof buildModel>[0], { variables: {} });
  const lookup = getLookup(api);
  const type = lookup.object('Root');
  return type === undefined ? [] : listInnerRules(type, lookup).map(({ at = [] }) => at.join('.'));
}

test('finds the rules of nested objects next to objects with thousands of fields', () => {
  const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`field${index}`, { type: 'string' }]));
  const paths = listPaths({
    Root: { type: 'object', properties: { wide: { $ref: 'Wide' }, parts: { type: 'array', items: { $ref: 'Part' } } } },
    Wide: { type: 'object', properties: wide },
    Part: { type: 'object', properties: { tags: { type: 'object', additionalProperties: { $ref: 'Tag' } } } },
    Tag: { type: 'object', properties: size, 'x-rules': setsSize },
  });
  expect(paths).toEqual(['parts.*.tags.*']);
});

test('limits the depth in schemas that branch and repeat', () => {
  const names = Array.from({ length: 20 }, (_, index) => `Part${index}`);
  const properties = Object.fromEntries(names.map((name) => [name.toLowerCase(), { $ref: name }]));
  const parts = Object.fromEntries(
    names.map((name) => [name, { type: 'object', properties: { ...size, ...properties }, 'x-rules': setsSize }]),
  );
  const paths = listPaths({ Root: { type: 'object', properties }, ...parts });
  expect(Math.max(...paths.map((path) => path.split('.').length))).toBe(2);
  expect(paths).toHaveLength(20 + 20 * 19);
});
