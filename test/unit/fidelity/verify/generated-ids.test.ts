/** IDs that the service generates in another form than the mock, in the requests of several APIs, and requests without their bodies. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import type { Api } from '../../../../generator/model/model.js';
import type { Exchange } from '../../../../fidelity/recordings/exchange.js';
import { createMatcher } from '../../../../fidelity/recordings/match-exchange.js';
import { ReplayClock, sendToMock } from '../../../../fidelity/verify/mock-session.js';
import { replayScenario } from '../../../../fidelity/verify/replay-scenario.js';
import { createMockFrom } from '../../../support/mock-of.js';
import { pathParam, document as things } from '../../../support/things-document.js';

const text = { type: 'string' };

/** Describes an API with one collection, whose resources have an ID that the server generates. */
function describeApi(collection: string, idField: string, idType: object = text): Api {
  const [reference, path] = [{ $ref: 'Member' }, `v1/${collection}/{id}`];
  const title = { ...text, annotations: { required: [`${collection}.create`] } };
  const parameters = { id: pathParam('^.+$') };
  return buildModel(
    {
      ...things,
      name: collection,
      rootUrl: `https://${collection}.example.com/`,
      schemas: { Member: { id: 'Member', type: 'object', properties: { [idField]: idType, title, copyOf: text } } },
      resources: {
        [collection]: {
          methods: {
            create: {
              id: `${collection}.create`,
              httpMethod: 'POST',
              path: `v1/${collection}`,
              request: reference,
              response: reference,
            },
            get: { id: `${collection}.get`, httpMethod: 'GET', path, parameters, response: reference },
            delete: { id: `${collection}.delete`, httpMethod: 'DELETE', path, parameters },
          },
        },
      },
    } as unknown as JsonObject,
    { variables: {} },
  );
}

const files = describeApi('files', 'id');
const sheets = describeApi('sheets', 'sheetId');

type Step = readonly [request: string, response: Json, body?: Json | undefined, headers?: Readonly<Record<string, string>>];

/** Replays what services responded with the status 200. Returns for each exchange why it isn't compared, or its differences. */
async function replay(steps: readonly Step[], apis: readonly Api[] = [files, sheets]): Promise<readonly string[]> {
  const exchanges = steps.map(([request, response, body, headers = {}], index): Exchange => {
    const [method = '', url = ''] = request.split(' ');
    const at = { file: 'a.log', line: index + 1, column: 1 };
    return {
      at,
      request: { method, url: `https://${url}`, headers: Object.entries(headers), ...(body !== undefined && { body: toBody(body) }) },
      response: { at, status: 200, headers: [], body: toBody(response) },
    };
  });
  const clock = new ReplayClock();
  const mocks = new Map(apis.map((api) => [api, createMockFrom(api, { now: clock.now, journal: 1 })]));
  const { results } = await replayScenario(
    { name: 'main', exchanges },
    {
      recording: { isNormalized: false },
      match: createMatcher(apis),
      messages: false,
      send: async ({ api }, request, exchange) => {
        clock.advance(exchange);
        return sendToMock(mocks.get(api)!, request);
      },
      state: { seed: async (api, document) => mocks.get(api)!.seed(document), isSeeded: () => false },
    },
  );
  return results.map((result) =>
    result.kind === 'skipped'
      ? result.reason
      : result.differences.map(({ kind, field }) => `${kind} ${field}`.trim()).join(', ') || 'agrees',
  );
}

const toBody = (value: Json) => ({ kind: 'json' as const, value, text: JSON.stringify(value) });

const id = '1Sle_EDNRq8PsQGzmskq';
const create = 'POST files.example.com/v1/files';
const file = { id, title: 'a' };

test('binds an ID in another form, and translates it in later requests', async () => {
  const steps: readonly Step[] = [
    [create, file, { title: 'a' }],
    [`GET files.example.com/v1/files/${id}`, file],
    [create, { id: '1other', title: 'b', copyOf: id }, { title: 'b', copyOf: id }],
    [`DELETE files.example.com/v1/files/${id}`, {}],
  ];
  expect(await replay(steps)).toEqual(['agrees', 'agrees', 'agrees', 'agrees']);
});

test('compares an ID that the request states', async () => {
  expect(await replay([[create, { ...file, id: 'other' }, file]])).toEqual(['value id']);
});

test('finds that the service changes an ID', async () => {
  const steps: readonly Step[] = [
    [create, file, { title: 'a' }],
    [`GET files.example.com/v1/files/${id}`, { ...file, id: '1other' }],
  ];
  expect(await replay(steps)).toEqual(['agrees', 'inconsistent id']);
});

test('compares the form of an ID that the description states', async () => {
  const numbered = describeApi('files', 'id', { type: 'string', format: 'int64' });
  expect(await replay([[create, file, { title: 'a' }]], [numbered])).toEqual(['value id']);
});

test('assumes no resource of another API with the ID of a new file', async () => {
  const sheet = { sheetId: id, title: 'a' };
  const steps: readonly Step[] = [
    [create, file, { title: 'a' }],
    [`GET sheets.example.com/v1/sheets/${id}`, sheet],
    [`DELETE files.example.com/v1/files/${id}`, {}],
    [`GET sheets.example.com/v1/sheets/${id}`, sheet],
  ];
  expect(await replay(steps)).toEqual(['agrees', 'existed', 'agrees', 'existed']);
});

test.each<{ reason: string; step: Step }>([
  { reason: 'the service accepted a request that needs one', step: [create, file] },
  { reason: 'a header states its length', step: [create, file, undefined, { 'content-length': '13' }] },
])('does not compare a request without its body: $reason', async ({ step }) => {
  expect(await replay([step, [`GET files.example.com/v1/files/${id}`, file]])).toEqual(['incomplete', 'follows']);
});
