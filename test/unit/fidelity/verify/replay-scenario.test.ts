import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import type { Exchange, RecordedRequest } from '../../../../fidelity/recordings/exchange.js';
import { createMatcher } from '../../../../fidelity/recordings/match-exchange.js';
import type { ActualResponse, ExchangeResult } from '../../../../fidelity/verify/exchange-result.js';
import { ReplayClock, sendToMock } from '../../../../fidelity/verify/mock-session.js';
import { readActualBody } from '../../../../fidelity/verify/read-actual-body.js';
import { replayScenario } from '../../../../fidelity/verify/replay-scenario.js';
import { createMockFrom } from '../../../support/mock-of.js';
import { document as things, pathParam, thing } from '../../../support/things-document.js';

const text = { type: 'string' };
const time = { type: 'string', format: 'google-datetime', readOnly: true };
const uid = { type: 'string', readOnly: true, description: 'Output only. A UUID.' };
const shelf = {
  id: 'Shelf',
  type: 'object',
  properties: { name: text, theme: text, etag: text, uid, createTime: time, updateTime: time, tags: { type: 'array', items: text } },
};
const byName = { name: pathParam('^shelves/[^/]+$') };
const reference = { $ref: 'Shelf' };

/** Shelves, which the server names, and things, whose changes are operations. */
const api = buildModel(
  {
    ...things,
    schemas: {
      ...things.schemas,
      Shelf: shelf,
      ShelfList: { id: 'ShelfList', type: 'object', properties: { shelves: { type: 'array', items: reference }, nextPageToken: text } },
    },
    resources: {
      ...things.resources,
      shelves: {
        methods: {
          create: { id: 'things.shelves.create', httpMethod: 'POST', path: 'v1/shelves', request: reference, response: reference },
          get: { id: 'things.shelves.get', httpMethod: 'GET', path: 'v1/{+name}', parameters: byName, response: reference },
          list: {
            id: 'things.shelves.list',
            httpMethod: 'GET',
            path: 'v1/shelves',
            parameters: {
              pageSize: { type: 'integer', format: 'int32', location: 'query' },
              pageToken: { type: 'string', location: 'query' },
            },
            response: { $ref: 'ShelfList' },
          },
          patch: {
            id: 'things.shelves.patch',
            httpMethod: 'PATCH',
            path: 'v1/{+name}',
            parameters: byName,
            request: reference,
            response: reference,
          },
          delete: {
            id: 'things.shelves.delete',
            httpMethod: 'DELETE',
            path: 'v1/{+name}',
            parameters: byName,
            response: { $ref: 'Empty' },
          },
        },
      },
    },
  } as unknown as JsonObject,
  { variables: {} },
);

type Step = readonly [
  method: string,
  path: string | ((earlier: readonly Json[]) => string),
  body?: Json | ((earlier: readonly Json[]) => Json),
];

/** Records what one mock responds. A step can use the bodies of earlier responses. */
async function record(steps: readonly Step[], randomSeed = 1, described = api): Promise<readonly Exchange[]> {
  const clock = new ReplayClock();
  const mock = createMockFrom(described, { randomSeed, now: () => clock.now() - 50_000_000_000, journal: 1 });
  const bodies: Json[] = [];
  const exchanges: Exchange[] = [];
  for (const [index, [method, path, body]] of steps.entries()) {
    clock.advance({});
    const value = typeof body === 'function' ? body(bodies) : body;
    const url = `https://things.example.com/v1/${typeof path === 'function' ? path(bodies) : path}`;
    const request: RecordedRequest = { method, url, headers: [], ...(value !== undefined && { body: toBody(value) }) };
    const content = { 'content-type': 'application/json' };
    const sent = { method, url, headers: value === undefined ? {} : content, ...(value !== undefined && { body: JSON.stringify(value) }) };
    const { body: received, ...response } = await sendToMock(mock, sent);
    bodies.push(received?.kind === 'json' ? received.value : null);
    const at = { file: 'a.log', line: index * 10 + 1, column: 1 };
    exchanges.push({ at, request, response: { ...response, at, ...(received?.kind === 'json' && { body: toBody(received.value) }) } });
  }
  return exchanges;
}

const toBody = (value: Json) => ({ kind: 'json' as const, value, text: JSON.stringify(value) });

/** Replays exchanges against a mock that generates other values. `change` changes its responses. */
async function replay(
  exchanges: readonly Exchange[],
  change: (response: ActualResponse, index: number) => ActualResponse = (response) => response,
  described = api,
): Promise<readonly ExchangeResult[]> {
  const clock = new ReplayClock();
  const mock = createMockFrom(described, { randomSeed: 2, now: clock.now, journal: 1 });
  let index = 0;
  const { results } = await replayScenario(
    { name: 'main', exchanges },
    {
      recording: { isNormalized: false },
      match: createMatcher([described]),
      messages: true,
      send: async (_, request, exchange) => {
        clock.advance(exchange);
        return change(await sendToMock(mock, request), index++);
      },
    },
  );
  return results;
}

const readDeep = (response: ActualResponse): ActualResponse => ({
  ...response,
  ...readActualBody('['.repeat(100_000) + ']'.repeat(100_000), 'application/json'),
});

const summarize = (results: readonly ExchangeResult[]): readonly string[] =>
  results.map((result) =>
    result.kind === 'skipped'
      ? `skipped: ${result.reason}`
      : result.differences.map(({ kind, field }) => `${kind} ${field}`.trim()).join(', ') || 'agrees',
  );

const getMember = (body: Json | undefined, ...path: string[]): string => {
  let value = body;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  return String(value);
};

const shelfSteps: readonly Step[] = [
  ['POST', 'shelves', { theme: 'a' }],
  ['POST', 'shelves', { theme: 'b' }],
  ['GET', ([first]) => getMember(first, 'name')],
  ['PATCH', ([, second]) => getMember(second, 'name'), ([, second]) => ({ theme: 'c', etag: getMember(second, 'etag') })],
  ['GET', ([, second]) => getMember(second, 'name')],
  ['GET', 'shelves?pageSize=1'],
  ['GET', (bodies) => `shelves?pageSize=1&pageToken=${getMember(bodies[5], 'nextPageToken')}`],
  ['DELETE', ([first]) => getMember(first, 'name')],
  ['GET', ([first]) => `${getMember(first, 'name')}?deleted`],
];

describe('a mock agrees with another one that generates other values', () => {
  test('IDs, times, etags, and page tokens', async () => {
    const exchanges = await record(shelfSteps);
    expect(exchanges.map(({ response }) => response?.status)).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 404]);
    expect(summarize(await replay(exchanges)).slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 'agrees'));
  });

  test('names of operations, and repeated reads', async () => {
    const exchanges = await record([
      ['POST', 'projects/p/things?thingId=t', { note: 'a' }],
      ['GET', ([operation]) => getMember(operation, 'name')],
      ['GET', ([operation]) => getMember(operation, 'name')],
      ['GET', 'projects/p/things/t'],
      ['DELETE', 'projects/p/things/t'],
      ['GET', (bodies) => getMember(bodies[4], 'name')],
    ]);
    expect(exchanges.map(({ response }) => response?.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(summarize(await replay(exchanges))).toEqual(exchanges.map(() => 'agrees'));
  });

  test('the last poll of an operation', async () => {
    const exchanges = await record([
      ['POST', 'projects/p/things?thingId=t', { note: 'a' }],
      ['GET', ([operation]) => getMember(operation, 'name')],
      ['GET', ([operation]) => getMember(operation, 'name')],
    ]);
    const polled = exchanges.map((exchange, index) =>
      index === 1 ? { ...exchange, response: { ...exchange.response!, body: toBody({ name: 'pending' }) } } : exchange,
    );
    expect(summarize(await replay(polled))).toEqual(['agrees', 'skipped: repeated', 'agrees']);
  });

  test('a pending operation, which the mock completes at once', async () => {
    const exchanges = await record([['POST', 'projects/p/things?thingId=t', { note: 'a' }]]);
    const pending = exchanges.map((exchange) => {
      const body = exchange.response?.body;
      const { done: _, response: __, ...others } = body?.kind === 'json' ? (body.value as JsonObject) : {};
      return { ...exchange, response: { ...exchange.response!, body: toBody(others) } };
    });
    expect(summarize(await replay(pending))).toEqual(['agrees']);
  });
});

test('a project number of the service is translated to that of the mock', async () => {
  const numbered = {
    ...things,
    schemas: { ...things.schemas, Thing: { ...thing, 'x-rules': [{ kind: 'projectNumber', fields: ['name'] }] } },
  };
  const numberedApi = buildModel(numbered as unknown as JsonObject, { variables: {} });
  const steps: readonly Step[] = [
    ['POST', 'projects/p/things?thingId=t', { note: 'a' }],
    ['GET', ([operation]) => getMember(operation, 'response', 'name')],
    ['POST', ([operation]) => `${getProject(operation)}/things?thingId=u`, { note: 'b' }],
    ['GET', 'projects/p/things/u'],
    ['GET', ([operation]) => `${getProject(operation)}/things/none`],
  ];
  const exchanges = await record(steps, 1, numberedApi);
  const [created] = exchanges;
  const body = created?.response?.body;
  const number = getProject(body?.kind === 'json' ? body.value : undefined).slice('projects/'.length);
  const recorded = JSON.parse(JSON.stringify(exchanges).replaceAll(number, '555000111222')) as readonly Exchange[];
  expect(recorded.map(({ response }) => response?.status)).toEqual([200, 200, 200, 200, 404]);
  expect(recorded[2]?.request.url).toContain('projects/555000111222/things');
  expect(summarize(await replay(recorded, undefined, numberedApi))).toEqual(steps.map(() => 'agrees'));
});

/** Returns the name of the project in the result of an operation. */
const getProject = (operation: Json | undefined): string => getMember(operation, 'response', 'name').split('/', 2).join('/');

describe('reports', () => {
  const one: readonly Step[] = [
    ['POST', 'shelves', { theme: 'a', tags: ['x', 'y'] }],
    ['GET', ([first]) => getMember(first, 'name')],
  ];
  const changeBody =
    (at: number, change: (body: JsonObject) => Json) =>
    (response: ActualResponse, index: number): ActualResponse =>
      index === at && response.body?.kind === 'json'
        ? { ...response, body: { kind: 'json', value: change(response.body.value as JsonObject) } }
        : response;

  test.each<[string, (response: ActualResponse, index: number) => ActualResponse, readonly string[]]>([
    ['another value', changeBody(0, (body) => ({ ...body, theme: 'b' })), ['value theme', 'agrees']],
    ['another type', changeBody(0, (body) => ({ ...body, theme: 1 })), ['type theme', 'agrees']],
    ['a missing field', changeBody(0, ({ theme: _, ...body }) => body), ['missing theme', 'agrees']],
    ['an extra field', changeBody(0, (body) => ({ ...body, more: 1 })), ['extra more', 'agrees']],
    ['another order', changeBody(0, (body) => ({ ...body, tags: ['y', 'x'] })), ['order tags', 'agrees']],
    ['another number of elements', changeBody(0, (body) => ({ ...body, tags: ['x'] })), ['missing tags[]', 'agrees']],
    ['a time in another form', changeBody(0, (body) => ({ ...body, createTime: 'now' })), ['value createTime', 'agrees']],
    [
      'an ID that changes',
      changeBody(1, (body) => ({ ...body, uid: '123e4567-e89b-12d3-a456-426614174000' })),
      ['agrees', 'inconsistent uid'],
    ],
    ['a name with a number that changes', changeBody(1, (body) => ({ ...body, name: 'shelves/7' })), ['agrees', 'inconsistent name']],
    ['an answer that is nested too deeply', (response, index) => (index === 1 ? readDeep(response) : response), ['agrees', 'value body']],
    ['an etag that changes', changeBody(1, (body) => ({ ...body, etag: 'other' })), ['agrees', 'inconsistent etag']],
    ['another status', (response) => ({ ...response, status: 201 }), ['status status', 'status status']],
    ['an unimplemented method', (response) => ({ ...response, status: 501 }), ['notImplemented', 'skipped: follows']],
    ['a rejected read', (response, index) => (index === 1 ? { status: 400, headers: [] } : response), ['agrees', 'rejected']],
    ['a rejected creation, and not its consequences', () => ({ status: 400, headers: [] }), ['rejected', 'skipped: follows']],
  ])('%s', async (_, change, expected) => {
    expect(summarize(await replay(await record(one), change))).toEqual(expected);
  });

  test('two resources to which the mock gives one name', async () => {
    const exchanges = await record([
      ['POST', 'shelves', { theme: 'a' }],
      ['POST', 'shelves', { theme: 'b' }],
    ]);
    const change = changeBody(1, (body) => ({ ...body, name: 'shelves/0' }));
    expect(summarize(await replay(exchanges, change))).toEqual(['agrees', 'inconsistent name']);
  });

  test('only the status of a response whose body the recorder left out', async () => {
    const exchanges = (await record(one)).map((exchange) => {
      const { body: _, ...response } = exchange.response!;
      return { ...exchange, response: { ...response, isBodyUnknown: true as const } };
    });
    expect(summarize(await replay(exchanges.slice(0, 1)))).toEqual(['skipped: noBody']);
    expect(summarize(await replay(exchanges.slice(0, 1), (response) => ({ ...response, status: 201 })))).toEqual(['status status']);
  });

  test('a request that only the mock accepts', async () => {
    const exchanges = await record([['GET', 'shelves/none']]);
    expect(summarize(await replay(exchanges, () => ({ status: 200, headers: [] })))).toEqual(['accepted']);
  });

  test('errors by code, status, and reason, and their text only on demand', async () => {
    const exchanges = await record([['GET', 'shelves/none']]);
    const change = (response: ActualResponse): ActualResponse => ({
      ...response,
      body: { kind: 'json', value: { error: { code: 404, message: 'other', status: 'ABORTED' } } },
    });
    expect(summarize(await replay(exchanges, change))).toEqual(['value error.status, value error.message']);
  });
});

test('says why it compares nothing', async () => {
  const [known] = await record([['GET', 'shelves/none']]);
  const createExchange = (url: string, status?: number): Exchange => {
    const { response: _, ...exchange } = known!;
    return {
      ...exchange,
      request: { ...exchange.request, url },
      ...(status !== undefined && { response: { ...known!.response!, status } }),
    };
  };
  const results = await replay([
    createExchange('https://other.example.com/v1/shelves/a', 200),
    createExchange('https://things.example.com/v2/shelves/a', 200),
    createExchange('https://things.example.com/v1/shelves/a'),
    createExchange('https://things.example.com/v1/shelves/b', 503),
    createExchange('https://things.example.com/v1/shelves/c', 200),
  ]);
  expect(summarize(results)).toEqual(['noApi', 'noMethod', 'noResponse', 'environment', 'existed'].map((reason) => `skipped: ${reason}`));
});

test('finds each changed value in the responses of random scenarios', async () => {
  const theme = fc.constantFrom('a', 'b', 'c');
  await fc.assert(
    fc.asyncProperty(fc.array(theme, { minLength: 1, maxLength: 5 }), fc.nat(), async (themes, choice) => {
      const creations = themes.map((name): Step => ['POST', 'shelves', { theme: name }]);
      const reads = themes.map((_, index): Step => ['GET', (bodies) => getMember(bodies[index], 'name')]);
      const exchanges = await record([...creations, ...reads]);
      expect(summarize(await replay(exchanges)).filter((line) => line !== 'agrees')).toEqual([]);
      const changed = choice % exchanges.length;
      const results = await replay(exchanges, (response, index) => {
        const value = response.body?.kind === 'json' ? response.body.value : {};
        return index === changed
          ? { ...response, body: { kind: 'json', value: { ...(value as JsonObject), theme: 'changed' } } }
          : response;
      });
      expect(summarize(results)).toEqual(exchanges.map((_, index) => (index === changed ? 'value theme' : 'agrees')));
    }),
    { numRuns: 20 },
  );
});
