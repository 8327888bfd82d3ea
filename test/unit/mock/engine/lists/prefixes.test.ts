/** Lists of the resources whose names begin with a prefix, in collections larger than what the mock reads at once. */
import { expect, test } from 'vitest';
import type { ApiBehavior } from '../../../../../runtime/behavior.js';
import { method } from '../../apis/method.js';
import { createTestMock } from '../../fixtures.js';

const doc = 'v1/docs/{doc}';

const createApi = (template: string, rules: ApiBehavior['methods'][number]['rules'] = []): ApiBehavior => ({
  name: 'docs',
  version: 'v1',
  title: 'Docs',
  variables: {},
  nameStart: 1,
  methods: [
    method('docs.list', `GET ${template}`, {
      action: { kind: 'list', resource: doc },
      rules,
      more: { parameters: { prefix: {}, delimiter: {}, pageToken: {} }, list: { items: 'docs' } },
    }),
  ],
  resources: [{ path: doc, idParameters: ['doc'], idFields: ['name'], spansSegments: true }],
});

async function listNames(api: ApiBehavior, path: string, names: readonly string[]): Promise<readonly unknown[]> {
  const resources = Object.fromEntries(names.map((name) => [`/v1/docs/${name}`, { name }]));
  const { send } = createTestMock({ seed: { resources } }, [api]);
  const { body } = await send(`GET /v1/docs${path}`);
  expect(body).not.toHaveProperty('nextPageToken');
  return ((body['docs'] ?? []) as readonly { readonly name: unknown }[]).map(({ name }) => name);
}

const number = (index: number): string => String(index).padStart(4, '0');
const others = Array.from({ length: 1200 }, (_, index) => number(index));

test('a prefix finds names after many others', async () => {
  const api = createApi('v1/docs', [{ kind: 'prefix', parameter: 'prefix' }]);
  expect(await listNames(api, '?prefix=z', [...others, 'z1', 'z2'])).toEqual(['z1', 'z2']);
});

test('a delimiter groups the names, and finds those after a large group', async () => {
  const api = createApi('v1/docs', [{ kind: 'prefix', parameter: 'prefix', delimiter: { parameter: 'delimiter', prefixes: 'prefixes' } }]);
  const names = [...others.map((name) => `a-${name}`), 'b'];
  expect(await listNames(api, '?delimiter=-', names)).toEqual(['b']);
});

test('a list below a name with slashes finds its members after many deeper ones', async () => {
  const api = createApi('v1/docs/{parent=**}');
  expect(await listNames(api, '/a', [...others.map((name) => `a/b${name}/c`), 'a/z', 'b/c'])).toEqual(['a/z']);
});
