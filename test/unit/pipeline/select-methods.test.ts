/** API descriptions reduced to selected methods. */
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { selectMethods } from '../../../generator/pipeline/select-methods.js';
import { memoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

const method = (id: string, schema: string) => ({ id, response: { $ref: schema } });
const shop = {
  name: 'shop',
  schemas: {
    Thing: { properties: { part: { $ref: 'Part' } } },
    Part: { properties: { parts: { items: { $ref: 'Part' } } } },
    Order: {},
    __proto__: {},
  },
  methods: { ping: method('shop.ping', 'Order') },
  resources: {
    things: {
      methods: { get: method('shop.things.get', 'Thing'), list: method('shop.things.list', 'Thing') },
      resources: { parts: { methods: { get: method('shop.things.parts.get', 'Part') } } },
    },
    orders: { methods: { get: method('store.orders.get', 'Order') } },
  },
};

function select(...patterns: string[]) {
  const { value, matched } = selectMethods(shop, patterns);
  const text = JSON.stringify(value);
  return {
    methods: [...text.matchAll(/"id":"([^"]+)"/g)].map((match) => match[1]),
    schemas: Object.keys(value['schemas'] as object),
    unmatched: patterns.filter((pattern) => !matched.includes(pattern)),
  };
}

describe('the selected part of an API', () => {
  test.each([
    [['shop.things.get'], ['shop.things.get'], ['Thing', 'Part'], []],
    [['shop.things.*'], ['shop.things.get', 'shop.things.list', 'shop.things.parts.get'], ['Thing', 'Part'], []],
    [['shop.*.parts.*'], ['shop.things.parts.get'], ['Part'], []],
    [['*.get'], ['shop.things.get', 'shop.things.parts.get', 'store.orders.get'], ['Thing', 'Part', 'Order'], []],
    [['shop.ping', 'shop.orders.get'], ['shop.ping', 'store.orders.get'], ['Order'], []],
    [['store.orders.*'], ['store.orders.get'], ['Order'], []],
    [['shop.ping', 'shop.pong'], ['shop.ping'], ['Order'], ['shop.pong']],
  ])('contains the methods of %j', (patterns, methods, schemas, unmatched) => {
    expect(select(...patterns)).toEqual({ methods, schemas, unmatched });
  });

  test('is the whole API if no pattern matches', () => {
    expect(selectMethods(shop, ['compute.*'])).toEqual({ value: shop, matched: [] });
    expect(selectMethods(shop, [])).toEqual({ value: shop, matched: [] });
  });
});

test('removes unselected methods from annotations', () => {
  const createField = (...required: string[]) => ({ annotations: { required } });
  const properties = {
    a: createField('shop.things.get'),
    b: createField('shop.ping', 'shop.things.get'),
    annotations: createField('shop.nowhere'),
  };
  const { value } = selectMethods({ ...shop, schemas: { Order: { properties } } }, ['shop.ping']);
  expect(value['schemas']).toEqual({ Order: { properties: { ...properties, a: createField(), b: createField('shop.ping') } } });
});

describe('discogen generate', () => {
  const secondMethod = `      list: { id: tiny.things.list, httpMethod: GET, path: things, description: Lists., response: { $ref: Thing } }\n`;
  const createProject = (config = '') =>
    memoryEffects({
      'discogen.config.yaml': buildConfig(['tiny', 'other'], config),
      'specs/tiny.yaml': smallSpecification() + secondMethod,
      'specs/other.yaml': smallSpecification({ name: 'other' }),
    });
  const generate = async (words: readonly string[], config = '') => {
    const effects = createProject(config);
    const status = await runCommandLine(['generate', '--quiet', ...words], { ...effects, version: '' });
    const read = (path: string): string => effects.files.snapshot()[`/project/made/${path}`] ?? '';
    return { status, stderr: effects.printed.stderr, tiny: read('tiny-v1/src/descriptors.ts'), other: read('other-v1/src/descriptors.ts') };
  };

  test.each([
    ['--methods tiny.things.get', ''],
    ['--methods tiny.things.get,other.*', ''],
    ['', 'methods: [tiny.things.get]\n'],
  ])('selects methods with: %s %s', async (words, config) => {
    const { status, stderr, tiny, other } = await generate(words === '' ? [] : words.split(' '), config);
    expect([status, stderr]).toEqual([0, '']);
    expect([tiny.includes('tiny.things.get'), tiny.includes('tiny.things.list'), other.includes('other.things.get')]).toEqual([
      true,
      false,
      true,
    ]);
  });
  test('reports a pattern that matches nothing', async () => {
    expect(await generate(['--methods', 'tiny.thongs.*'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no method matches "tiny.thongs.*"'),
    });
    expect(await generate([], 'methods: [tiny.thongs.*]\n')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('discogen.config.yaml:5:11: error unmatched-methods no method matches "tiny.thongs.*"'),
    });
  });
});
