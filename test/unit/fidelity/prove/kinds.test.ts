/** Rules that no specification of this repository has in every form: proven against a mock, and against one that lacks the rule. */
import { expect, test } from 'vitest';
import { createLocator } from '../../../../generator/read/locator.js';
import type { Json, JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import { locateRules } from '../../../../generator/pipeline/list-rules.js';
import { prove, type ProveApi } from '../../../../fidelity/prove/prove.js';
import { openReference } from '../../../../fidelity/prove/reference-mock.js';
import { createMockFrom } from '../../../support/mock-of.js';

const text = { type: 'string' };
const count = { type: 'integer', readOnly: true };
const inPath = { type: 'string', location: 'path', required: true };
const shelf = { room: inPath, shelf: inPath };
const shelfPath = 'rooms/{room}/shelves/{shelf}';

const counters = [
  { kind: 'counter', field: 'version', source: 'manual' },
  { kind: 'counter', field: 'themeVersion', covers: ['theme'], source: 'manual' },
  { kind: 'counter', field: 'bookCount', members: `v1/${shelfPath}/books/{book}`, source: 'manual' },
  { kind: 'counter', field: 'visits', methods: ['shop.shelves.get'], source: 'manual' },
];
const transitions = [
  { from: 'OPEN', to: 'SHUT', method: 'shop.shelves.close' },
  { from: 'SHUT', to: 'OPEN', method: 'shop.shelves.open' },
];
const states = { kind: 'states', field: 'state', values: ['OPEN', 'SHUT'], transitions, source: 'manual' };
const colors = { kind: 'states', field: 'color', values: ['RED', 'BLUE'], source: 'manual' };

function buildDocument(rules: readonly object[]): JsonObject {
  const reference = { $ref: 'Shelf' };
  const verb = (name: string) => ({
    id: `shop.shelves.${name}`,
    httpMethod: 'POST',
    path: `${shelfPath}:${name}`,
    parameters: shelf,
    response: reference,
  });
  const document = {
    name: 'shop',
    version: 'v1',
    rootUrl: 'https://shop.example.com/',
    servicePath: 'v1/',
    'x-source': 'manual',
    'x-documents': { manual: { title: 'The manual', description: 'The manual.' } },
    schemas: {
      Shelf: {
        type: 'object',
        properties: {
          name: text,
          theme: text,
          note: text,
          color: text,
          state: { ...text, readOnly: true },
          version: count,
          themeVersion: count,
          bookCount: count,
          visits: count,
        },
        'x-rules': rules,
      },
      Book: { type: 'object', properties: { name: text } },
    },
    resources: {
      shelves: {
        methods: {
          insert: {
            id: 'shop.shelves.insert',
            httpMethod: 'POST',
            path: 'rooms/{room}/shelves',
            parameters: { room: inPath },
            request: reference,
            response: reference,
          },
          get: { id: 'shop.shelves.get', httpMethod: 'GET', path: shelfPath, parameters: shelf, response: reference },
          patch: {
            id: 'shop.shelves.patch',
            httpMethod: 'PATCH',
            path: shelfPath,
            parameters: shelf,
            request: reference,
            response: reference,
          },
          delete: { id: 'shop.shelves.delete', httpMethod: 'DELETE', path: shelfPath, parameters: shelf },
          open: verb('open'),
          close: verb('close'),
        },
      },
      books: {
        methods: {
          insert: {
            id: 'shop.books.insert',
            httpMethod: 'POST',
            path: `${shelfPath}/books`,
            parameters: shelf,
            request: { $ref: 'Book' },
            response: { $ref: 'Book' },
          },
          delete: {
            id: 'shop.books.delete',
            httpMethod: 'DELETE',
            path: `${shelfPath}/books/{book}`,
            parameters: { ...shelf, book: inPath },
          },
        },
      },
    },
  };
  return document as unknown as JsonObject;
}

/** Proves a rule against a mock with other rules. Returns its verdict. */
async function proveRule(rule: object, targetRules: readonly object[]): Promise<string> {
  const value = buildDocument([rule]);
  const api = buildModel(value, { variables: {} });
  const at = () => createLocator('shop.yaml', '')(0);
  const options = { journal: 1, history: 20, warn: () => undefined };
  const mock = createMockFrom(api, options);
  const target = createMockFrom(buildModel(buildDocument(targetRules), { variables: {} }), options);
  const rules = locateRules({ value: value as Json as JsonObject, at } as Parameters<typeof locateRules>[0]);
  const proven: ProveApi = { api, document: value, rules, at, mock };
  const origin = 'https://shop.example.com';
  const { testedRules } = await prove([proven], {
    origin,
    openTarget: () => ({ origin, open: (name) => openReference(target, name, origin) }),
    seed: 1,
    project: 'p',
    auth: false,
    isSelected: ({ id }) => /(?:counter|states)$/.test(id),
  });
  return testedRules.map(({ kind, reason }) => [kind, reason].filter(Boolean).join(': ')).join();
}

test.each([...counters, states, colors].map((rule) => [rule.kind, rule.field, rule] as const))(
  'the rule %s of %s',
  async (_kind, _field, rule) => {
    expect(await proveRule(rule, [rule])).toBe('confirmed');
    expect(await proveRule(rule, [])).toBe('refuted');
  },
);
