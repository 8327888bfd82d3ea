/** Names never collide, whatever the specification calls its parts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildMethodTree, getMemberNames, getMethodPath } from '../../../generator/emit/method-tree.js';
import { createNames } from '../../../generator/emit/names.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import { buildModel } from '../../../generator/model/build.js';

const name = fc.constantFrom(
  'get',
  'get$',
  'get$$',
  'then',
  'then$',
  'waitForOperation',
  'waitForOperation$',
  'getMedia',
  'getMedia$',
  'a-b',
  'aB',
);
const methods = fc.dictionary(name, fc.boolean(), { maxKeys: 6 });
const schemaId = fc.constantFrom(
  'Error',
  'Error$',
  'Error2',
  'error',
  'GetParams',
  'GetRequest',
  'GetResponse',
  'DemoClient',
  'ABGetParams',
  'XInput',
  'X',
);
const createCollection = (inner: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc.record({ methods, resources: fc.dictionary(name, inner, { maxKeys: 3 }) }).map(({ methods: byName, resources }) => ({
    methods: Object.fromEntries(
      Object.entries(byName).map(([key, media]) => [key, { httpMethod: 'GET', path: key, ...(media && { supportsMediaDownload: true }) }]),
    ),
    resources,
  }));
const collection = createCollection(createCollection(fc.constant({})));
const object = { type: 'object', properties: { input: { type: 'object', properties: { a: { type: 'string', readOnly: true } } } } };

test('each method has its own path in the client, and its own names', () => {
  fc.assert(
    fc.property(collection, fc.uniqueArray(schemaId), (root, ids) => {
      const schemas = Object.fromEntries(ids.map((id) => [id, object]));
      const api = buildModel({ kind: 'discovery#restDescription', name: 'demo', version: 'v1', schemas, ...root }, { variables: {} });
      const tree = buildMethodTree(api);
      const paths = api.methods.flatMap((method) => {
        const path = getMethodPath(method, tree);
        const owner = method.collections.reduce((inner, each) => inner.collections.get(each) ?? inner, tree);
        const media = getMemberNames(owner, tree).media.get(method.name);
        return [path, ...(media === undefined ? [] : [[...path.slice(0, -1), media]])];
      });
      expectUnique(paths.map((path) => path.join(' ')));
      // No method is where a collection, or the client's own method, is.
      const inner = new Set(paths.flatMap((path) => path.slice(0, -1).map((_, end) => path.slice(0, end + 1).join(' '))));
      expect(paths.filter((path) => inner.has(path.join(' ')) || path.at(-1) === 'then')).toEqual([]);
      expect([...inner, ...paths.map((path) => path.join(' '))]).not.toContain('waitForOperation');
      const names = createNames(api);
      expectUnique([
        names.client,
        names.commonParameters,
        ...ids.map((id) => names.schema(id)),
        ...ids.map((id) => names.schema(id, 'input')).filter((input) => !ids.some((id) => names.schema(id) === input)),
        ...api.methods.map(({ id }) => names.method(id).params),
      ]);
      expectUnique(api.methods.flatMap(({ id }) => [names.method(id).constant, names.method(id).mediaConstant ?? []].flat()));
      expectUnique([
        ...ids.map((id) => names.schemaValidator(id)),
        ...api.methods.flatMap(({ id }) => [names.method(id).requestValidator, names.method(id).responseValidator]),
      ]);
    }),
    { numRuns: 100 },
  );
});

function expectUnique(names: readonly string[]): void {
  expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([]);
}
