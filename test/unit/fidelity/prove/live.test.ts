/** Rules proven against a server that shares nothing with the mocks: it checks other things than the document says, and lacks some methods. */
import { expect, test } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';
import { isObject, parseJson, toObject, type Json, type JsonObject } from '../../../../generator/lib/json.js';
import { ApiIndex } from '../../../../fidelity/prove/api-index.js';
import { LiveProver } from '../../../../fidelity/prove/live/live-prover.js';
import { learnMissingRoute } from '../../../../fidelity/prove/live/missing-methods.js';
import { listProperties } from '../../../../fidelity/prove/list-properties.js';
import type { HttpCall } from '../../../../fidelity/prove/scenario.js';
import { toTestedRules } from '../../../../fidelity/prove/tested-rule.js';
import type { ActualResponse } from '../../../../fidelity/verify/exchange-result.js';
import { locateRules } from '../../../../generator/pipeline/list-rules.js';

const name = { location: 'path', required: true, type: 'string', pattern: '^projects/[^/]+/boats/[^/]+$' };
const parent = { ...name, pattern: '^projects/[^/]+$' };
const boat = { $ref: 'Boat' };

const document = {
  kind: 'discovery#restDescription',
  name: 'harbor',
  version: 'v1',
  rootUrl: 'https://harbor.example.com/',
  servicePath: '',
  schemas: {
    Boat: {
      id: 'Boat',
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Identifier. The name of the boat.' },
        dock: { type: 'string', description: 'Required. The dock of the boat. Format is `projects/{project}/docks/{dock}`.' },
        length: { type: 'integer', format: 'int32', description: 'Optional. The length in meters.' },
        color: { type: 'string', enum: ['COLOR_UNSPECIFIED', 'RED', 'BLUE'], description: 'Optional. The color.' },
        createTime: { type: 'string', format: 'google-datetime', readOnly: true, description: 'Output only. The time of creation.' },
      },
    },
    Dock: { id: 'Dock', type: 'object', properties: { name: { type: 'string', description: 'Identifier. The name of the dock.' } } },
    ListBoatsResponse: {
      id: 'ListBoatsResponse',
      type: 'object',
      properties: { boats: { type: 'array', items: boat }, nextPageToken: { type: 'string' } },
    },
    ListDocksResponse: {
      id: 'ListDocksResponse',
      type: 'object',
      properties: { docks: { type: 'array', items: { $ref: 'Dock' } }, nextPageToken: { type: 'string' } },
    },
  },
  resources: {
    projects: {
      resources: {
        boats: {
          methods: {
            create: {
              id: 'harbor.projects.boats.create',
              httpMethod: 'POST',
              path: 'v1/{+parent}/boats',
              parameters: { parent, boatId: { location: 'query', type: 'string', description: 'Required. The ID of the boat.' } },
              request: boat,
              response: boat,
            },
            get: {
              id: 'harbor.projects.boats.get',
              httpMethod: 'GET',
              path: 'v1/{+name}',
              parameters: { name },
              response: boat,
            },
            delete: {
              id: 'harbor.projects.boats.delete',
              httpMethod: 'DELETE',
              path: 'v1/{+name}',
              parameters: { name },
              response: { $ref: 'Empty' },
            },
            sail: {
              id: 'harbor.projects.boats.sail',
              httpMethod: 'POST',
              path: 'v1/{+name}:sail',
              parameters: { name },
              response: boat,
            },
          },
        },
        docks: {
          methods: {
            list: {
              id: 'harbor.projects.docks.list',
              httpMethod: 'GET',
              path: 'v1/{+parent}/docks',
              parameters: { parent },
              response: { $ref: 'ListDocksResponse' },
            },
          },
        },
      },
    },
  },
} as const;

const specification = { ...document, schemas: { ...document.schemas, Empty: { id: 'Empty', type: 'object' } } } as unknown as JsonObject;

/** What the server does wrong. */
interface Faults {
  readonly keepsDeleted?: boolean;
  readonly acceptsAnyColor?: boolean;
}

/** Accepts boats with a name of at least six letters and with a length, which only its error says, at the dock that it lists. */
function createServer(faults: Faults = {}) {
  const boats = new Map<string, JsonObject>();
  const reply = (status: number, value: Json): ActualResponse => ({ status, headers: [], body: { kind: 'json', value } });
  const fail = (status: number, message: string): ActualResponse => reply(status, { error: { code: status, message } });
  return ({ method, path, body }: HttpCall): Promise<ActualResponse> => Promise.resolve(respond(method, new URL(path, 'http://x'), body));

  function respond(method: string, { pathname, searchParams }: URL, body: string | undefined): ActualResponse {
    if (method === 'GET' && pathname === '/v1/projects/tests/docks') return reply(200, { docks: [{ name: 'projects/tests/docks/north' }] });
    if (method === 'POST' && pathname === '/v1/projects/tests/boats') return create(searchParams.get('boatId') ?? '', body);
    if (/^\/v1\/projects\/tests\/boats\/\w+:sail$/.test(pathname)) return fail(501, 'not yet');
    const key = /^\/v1\/projects\/tests\/boats\/(\w+)$/.exec(pathname)?.[1];
    const known = key === undefined ? undefined : boats.get(key);
    if (key === undefined) return { status: 404, headers: [], body: { kind: 'text', text: 'Not Found' } };
    if (known === undefined) return fail(404, 'no such boat');
    if (method === 'DELETE' && faults.keepsDeleted !== true) boats.delete(key);
    return reply(200, method === 'DELETE' ? {} : known);
  }

  function create(id: string, body = '{}'): ActualResponse {
    const sent = toObject(parseJson(body));
    const { dock, length, color = 'RED', createTime: _, ...others } = sent;
    if (!isObject(parseJson(body)) || Object.keys(others).some((key) => key !== 'name')) return fail(400, 'invalid payload');
    if (!/^[a-z]\w{5,}$/.test(id)) return fail(400, 'the ID must have six letters');
    if (boats.has(id)) return fail(409, 'the boat exists');
    if (dock !== 'projects/tests/docks/north') return fail(404, 'no such dock');
    if (length === undefined) return fail(400, 'Missing length in the request.');
    if (typeof length !== 'number' || !Number.isInteger(length) || Math.abs(length) > 2 ** 31 - 1) return fail(400, 'invalid payload');
    if (faults.acceptsAnyColor !== true && !['COLOR_UNSPECIFIED', 'RED', 'BLUE'].includes(String(color)))
      return fail(400, 'invalid payload');
    const stored = { name: `projects/tests/boats/${id}`, dock, length, color, createTime: '2026-03-01T00:00:00Z' };
    boats.set(id, stored as JsonObject);
    return reply(200, stored as JsonObject);
  }
}

async function prove(faults?: Faults): Promise<Readonly<Record<string, string>>> {
  const api = buildModel(specification, { variables: {} });
  const index = new ApiIndex(api);
  const at = () => ({ file: 'harbor.json', line: 1, column: 1 });
  const send = createServer(faults);
  const open = () => Promise.resolve({ send, delete: () => Promise.resolve() });
  const prover = new LiveProver({
    index,
    target: { origin: 'http://x', open },
    project: 'tests',
    prefix: 'ruleset',
    values: {},
    explainMissing: await learnMissingRoute(send, true),
    isStopped: () => false,
    now: () => Date.parse('2026-03-01T00:00:00Z'),
  });
  await prover.explore();
  const rules = [...listProperties(index, at), ...toTestedRules(locateRules({ value: specification, at }), api, specification)];
  const verdicts: (readonly [string, string])[] = [];
  for (const rule of rules.filter((each) => prover.canProve(each))) {
    const verdict = prover.review(await prover.prove(rule));
    const { kind, reason } = verdict;
    verdicts.push([rule.id.replace('harbor ', ''), reason === undefined ? kind : `${kind}: ${reason}`]);
  }
  return Object.fromEntries(verdicts);
}

const boats = 'projects/{projectsId}/boats/{boatsId}';

test('finds a valid request: the dock that a list shows, and the length that an error asks for', async () => {
  expect(await prove()).toMatchObject({
    [`${boats} readsWrites`]: 'confirmed',
    [`${boats} deletedIsGone`]: 'confirmed',
    [`${boats} createdOnce`]: 'confirmed',
    [`${boats} absentIsNotFound`]: 'confirmed',
    [`${boats} seededIsComplete`]: 'untestable: only mocks can be seeded',
    'Boat.length format': 'confirmed',
    'Boat.color enum': 'confirmed',
    'Boat.createTime format': 'confirmed',
    'Boat.createTime readOnly': 'confirmed',
    'projects.boats.get(name) pattern': 'confirmed',
    'projects.boats.sail(name) pattern': 'notImplemented: harbor.projects.boats.sail: not yet',
  });
});

test('refutes what a sequence of accepted requests shows, and nothing else', async () => {
  const [right, wrong] = [await prove(), await prove({ keepsDeleted: true, acceptsAnyColor: true })];
  expect(Object.values(right).filter((verdict) => verdict.startsWith('refuted'))).toEqual([]);
  expect(Object.entries(wrong).flatMap(([id, verdict]) => (verdict.startsWith('refuted') ? [id] : []))).toEqual([
    `${boats} deletedIsGone`,
    'Boat.color enum',
  ]);
});
