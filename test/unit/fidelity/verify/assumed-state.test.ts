/** What existed before a recording: it is reconstructed, and a value that reconstructed it never counts as agreeing. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import type { Exchange } from '../../../../fidelity/recordings/exchange.js';
import { createMatcher } from '../../../../fidelity/recordings/match-exchange.js';
import type { ExchangeResult } from '../../../../fidelity/verify/exchange-result.js';
import { ReplayClock, sendToMock } from '../../../../fidelity/verify/mock-session.js';
import { replayScenario, type ReplayedScenario } from '../../../../fidelity/verify/replay-scenario.js';
import { createMockFrom } from '../../../support/mock-of.js';
import { pathParam, document as things } from '../../../support/things-document.js';

const text = { type: 'string' };
const reference = { $ref: 'Shelf' };
const path = { name: pathParam('^shelves/[^/]+$') };
const bookPath = { name: pathParam('^shelves/[^/]+/books/[^/]+$') };
const parent = { parent: pathParam('^shelves/[^/]+$') };
const book = { $ref: 'Book' };
const token = { pageSize: { type: 'integer', format: 'int32', location: 'query' }, pageToken: { type: 'string', location: 'query' } };
const shelfFields = { name: text, theme: text, note: text, tags: { type: 'array', items: text } };

/** Shelves, with books. */
const api = buildModel(
  {
    ...things,
    schemas: {
      Empty: things.schemas.Empty,
      Shelf: { id: 'Shelf', type: 'object', properties: shelfFields },
      ShelfList: {
        id: 'ShelfList',
        type: 'object',
        properties: { shelves: { type: 'array', items: reference }, nextPageToken: text },
      },
      Book: { id: 'Book', type: 'object', properties: { name: text, title: text } },
    },
    resources: {
      shelves: {
        methods: {
          create: {
            id: 'things.shelves.create',
            httpMethod: 'POST',
            path: 'v1/shelves',
            parameters: { shelfId: { type: 'string', location: 'query' } },
            request: reference,
            response: reference,
          },
          get: { id: 'things.shelves.get', httpMethod: 'GET', path: 'v1/{+name}', parameters: path, response: reference },
          list: {
            id: 'things.shelves.list',
            httpMethod: 'GET',
            path: 'v1/shelves',
            parameters: token,
            response: { $ref: 'ShelfList' },
          },
          patch: {
            id: 'things.shelves.patch',
            httpMethod: 'PATCH',
            path: 'v1/{+name}',
            parameters: path,
            request: reference,
            response: reference,
          },
          delete: { id: 'things.shelves.delete', httpMethod: 'DELETE', path: 'v1/{+name}', parameters: path, response: { $ref: 'Empty' } },
        },
        resources: {
          books: {
            methods: {
              create: {
                id: 'things.shelves.books.create',
                httpMethod: 'POST',
                path: 'v1/{+parent}/books',
                parameters: { ...parent, bookId: { type: 'string', location: 'query' } },
                request: book,
                response: book,
              },
              get: { id: 'things.shelves.books.get', httpMethod: 'GET', path: 'v1/{+name}', parameters: bookPath, response: book },
            },
          },
        },
      },
    },
  } as unknown as JsonObject,
  { variables: {} },
);

type Step = readonly [request: string, response: Json | number, body?: Json];

const toBody = (value: Json) => ({ kind: 'json' as const, value, text: JSON.stringify(value) });

/** Replays what a service responded: a body with the status 200, or the status of an error. */
async function replay(steps: readonly Step[], state: 'inferred' | 'none' = 'inferred'): Promise<ReplayedScenario> {
  const exchanges = steps.map(([request, response, body], index): Exchange => {
    const [method = '', target = ''] = request.split(' ');
    const at = { file: 'a.log', line: index + 1, column: 1 };
    const status = typeof response === 'number' ? response : 200;
    const content = typeof response === 'number' ? { error: { code: status, status: 'NOT_FOUND' } } : response;
    return {
      at,
      request: { method, url: `https://things.example.com/v1/${target}`, headers: [], ...(body !== undefined && { body: toBody(body) }) },
      response: { at, status, headers: [], body: toBody(content) },
    };
  });
  const clock = new ReplayClock();
  const mock = createMockFrom(api, { now: clock.now, journal: 1 });
  return replayScenario(
    { name: 'main', exchanges },
    {
      recording: { isNormalized: false },
      match: createMatcher([api]),
      messages: false,
      send: async (_, request, exchange) => {
        clock.advance(exchange);
        return sendToMock(mock, request);
      },
      ...(state === 'inferred' && { state: { seed: async (_, document) => mock.seed(document), isSeeded: () => false } }),
    },
  );
}

/** `assumed`: nothing but assumed values was compared. `agrees: theme`: the fields that agree. Others are differences, or reasons. */
function describe(result: ExchangeResult): string {
  if (result.kind === 'skipped') return result.reason;
  const { differences, values } = result;
  if (differences.length > 0) return differences.map(({ kind, field }) => `${kind} ${field}`.trim()).join(', ');
  return values.isAssumed ? 'assumed' : `agrees: ${[...values.agree].sort().join(', ')}`;
}

const a = { name: 'shelves/a', theme: 'Art', note: 'old' };
const b = { name: 'shelves/b', theme: 'Biology' };

test.each<[name: string, steps: readonly Step[], verdicts: readonly string[]]>([
  [
    'a read shows what existed, and no later exchange counts its values as agreeing',
    [
      ['GET shelves/a', a],
      ['PATCH shelves/a', { ...a, note: 'new' }, { note: 'new' }],
      ['GET shelves/a', { ...a, note: 'new' }],
    ],
    ['assumed', 'agrees: note', 'agrees: note'],
  ],
  [
    'a value that a later request should not change is still compared',
    [
      ['GET shelves/a', a],
      ['PATCH shelves/a', { ...a, note: 'new', theme: 'Crafts' }, { note: 'new' }],
    ],
    ['assumed', 'value theme'],
  ],
  [
    'a value that a request sets is compared from then on',
    [
      ['GET shelves/a', { ...a, tags: ['x'] }],
      ['PATCH shelves/a', { ...a, tags: ['x', 'y'] }, { tags: ['x', 'y'] }],
      ['GET shelves', { shelves: [{ ...a, tags: ['x', 'y'] }] }],
    ],
    ['assumed', 'agrees: tags[]', 'agrees: shelves[].tags[]'],
  ],
  [
    'a list shows its items',
    [
      ['GET shelves', { shelves: [a, b] }],
      ['GET shelves/b', b],
      ['DELETE shelves/a', {}],
      ['GET shelves?pageSize=5', { shelves: [b] }],
    ],
    ['assumed', 'assumed', 'assumed', 'assumed'],
  ],
  [
    'a complete list shows what did not exist',
    [
      ['GET shelves', { shelves: [a] }],
      ['GET shelves/b', b],
    ],
    ['assumed', 'rejected'],
  ],
  [
    'a page of a list does not',
    [
      ['GET shelves?pageSize=1', { shelves: [a], nextPageToken: 'x' }],
      ['GET shelves/b', b],
    ],
    ['assumed', 'assumed'],
  ],
  [
    'a change shows the fields that its request lacks',
    [
      ['PATCH shelves/a', { ...a, note: 'new' }, { note: 'new' }],
      ['GET shelves/a', { ...a, note: 'new' }],
    ],
    ['agrees: note', 'agrees: note'],
  ],
  [
    'a deletion shows that the resource existed',
    [
      ['DELETE shelves/a', {}],
      ['GET shelves/a', 404],
    ],
    ['assumed', 'agrees: error.code, error.status'],
  ],
  [
    'a creation shows that what is above existed, and later reads show its fields',
    [
      ['POST shelves/a/books?bookId=one', { name: 'shelves/a/books/one', title: 'One' }, { title: 'One' }],
      ['GET shelves/a', a],
    ],
    ['agrees: name, title', 'assumed'],
  ],
  [
    'a read that fails shows that the resource did not exist',
    [
      ['GET shelves/a', 404],
      ['GET shelves/a', a],
    ],
    ['repeated', 'rejected'],
  ],
  [
    'a new resource is compared, even if one with the same values existed',
    [
      ['GET shelves/a', a],
      ['POST shelves?shelfId=b', { ...b, theme: 'Art' }, { theme: 'Art' }],
      ['GET shelves', { shelves: [a, { ...b, theme: 'Art' }] }],
    ],
    ['assumed', 'agrees: name, theme', 'agrees: shelves[].name, shelves[].theme'],
  ],
  [
    'names are the same in all spellings',
    [
      ['GET shelves/a%41', { name: 'shelves/aA' }],
      ['GET shelves/aA', { name: 'shelves/aA' }],
    ],
    ['assumed', 'assumed'],
  ],
  [
    'a resource that is deleted and created again is compared',
    [
      ['DELETE shelves/a', {}],
      ['POST shelves?shelfId=a', { name: 'shelves/a', theme: 'Art' }, { theme: 'Art' }],
      ['GET shelves/a', { name: 'shelves/a', theme: 'Art' }],
    ],
    ['assumed', 'agrees: name, theme', 'agrees: name, theme'],
  ],
])('%s', async (_, steps, verdicts) => {
  const { results } = await replay(steps);
  expect(results.map(describe)).toEqual(verdicts);
});

test('lists what was assumed', async () => {
  const { assumed } = await replay([
    ['GET shelves', { shelves: [a, b] }],
    ['GET shelves/b', { ...b, tags: ['x'] }],
  ]);
  const at = { file: 'a.log', line: 1, column: 1 };
  expect(assumed).toEqual([
    { kind: 'resource', api: 'things v1', path: '/v1/shelves/a', fields: ['name', 'note', 'theme'], at },
    { kind: 'resource', api: 'things v1', path: '/v1/shelves/b', fields: ['name', 'tags', 'theme'], at },
    { kind: 'collection', api: 'things v1', path: '/v1/shelves', fields: [], at },
  ]);
});

test('assumes nothing on demand', async () => {
  const { results, assumed } = await replay([['GET shelves/a', a]], 'none');
  expect(results.map(describe)).toEqual(['existed']);
  expect(assumed).toEqual([]);
});
