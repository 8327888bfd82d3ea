/** A small API, and recordings of it as tapes. */
import type { Json, JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import type { Api } from '../../../../generator/model/model.js';
import type { CallScenario } from '../../../../fidelity/learn/calls.js';
import { formatOverlay } from '../../../../fidelity/learn/format-overlay.js';
import { learn } from '../../../../fidelity/learn/learn.js';
import { toCalls } from '../../../../fidelity/learn/to-calls.js';
import { createMatcher } from '../../../../fidelity/recordings/match-exchange.js';
import { readRecording } from '../../../../fidelity/recordings/read-recording.js';
import { pathParam } from '../../../support/things-document.js';

const text = { type: 'string' };
const shelf = { $ref: 'Shelf' };

/** The API with shelves. `fields` are further fields of a shelf. `pattern` is that of the parent of shelves, and `creates` the response to a creation. */
export function createShop(fields: object = {}, pattern = 'projects/[^/]+', creates: object = shelf): Api {
  const name = pathParam(`^${pattern}/shelves/[^/]+$`);
  const parent = pathParam(`^${pattern}$`);
  const shelves = {
    create: {
      id: 'shop.projects.shelves.create',
      httpMethod: 'POST',
      path: 'v1/{+parent}/shelves',
      parameters: { parent, shelfId: { ...text, location: 'query' } },
      request: shelf,
      response: creates,
    },
    get: { id: 'shop.projects.shelves.get', httpMethod: 'GET', path: 'v1/{+name}', parameters: { name }, response: shelf },
    list: {
      id: 'shop.projects.shelves.list',
      httpMethod: 'GET',
      path: 'v1/{+parent}/shelves',
      parameters: { parent },
      response: { $ref: 'Shelves' },
    },
    patch: {
      id: 'shop.projects.shelves.patch',
      httpMethod: 'PATCH',
      path: 'v1/{+name}',
      parameters: { name, updateMask: { ...text, location: 'query' } },
      request: shelf,
      response: shelf,
    },
    setTheme: {
      id: 'shop.projects.shelves.setTheme',
      httpMethod: 'POST',
      path: 'v1/{+name}:setTheme',
      parameters: { name },
      request: { $ref: 'SetThemeRequest' },
      response: shelf,
    },
    ...Object.fromEntries(['fold', 'unfold'].map((verb) => [verb, createCustomMethod(verb, name)])),
    delete: {
      id: 'shop.projects.shelves.delete',
      httpMethod: 'DELETE',
      path: 'v1/{+name}',
      parameters: { name },
      response: { $ref: 'Operation' },
    },
  };
  const boxes = {
    create: {
      id: 'shop.projects.shelves.boxes.create',
      httpMethod: 'POST',
      path: 'v1/{+parent}/boxes',
      parameters: { parent: name, boxId: { ...text, location: 'query' } },
      request: { $ref: 'Box' },
      response: { $ref: 'Box' },
    },
    get: {
      id: 'shop.projects.shelves.boxes.get',
      httpMethod: 'GET',
      path: 'v1/{+name}',
      parameters: { name: pathParam(`^${pattern}/shelves/[^/]+/boxes/[^/]+$`) },
      response: { $ref: 'Box' },
    },
    list: {
      id: 'shop.projects.shelves.boxes.list',
      httpMethod: 'GET',
      path: 'v1/{+parent}/boxes',
      parameters: { parent: name },
      response: { $ref: 'Boxes' },
    },
  };
  const readSettings = {
    id: 'shop.projects.getSettings',
    httpMethod: 'GET',
    path: 'v1/{+name}',
    parameters: { name: pathParam('^projects/[^/]+/settings$') },
    response: { $ref: 'Settings' },
  };
  const operations = {
    methods: {
      get: {
        id: 'shop.operations.get',
        httpMethod: 'GET',
        path: 'v1/{+name}',
        parameters: { name: pathParam('^operations/[^/]+$') },
        response: { $ref: 'Operation' },
      },
    },
  };
  const document = {
    kind: 'discovery#restDescription',
    name: 'shop',
    version: 'v1',
    title: 'Shop',
    rootUrl: 'https://shop.example.com/',
    servicePath: '',
    schemas: {
      Shelf: {
        id: 'Shelf',
        type: 'object',
        properties: { name: text, theme: text, capacity: { type: 'integer', format: 'int32' }, grade: text, ...fields },
      },
      Shelves: { id: 'Shelves', type: 'object', properties: { kind: text, shelves: { type: 'array', items: shelf } } },
      Box: { id: 'Box', type: 'object', properties: { name: text, size: text } },
      Boxes: { id: 'Boxes', type: 'object', properties: { boxes: { type: 'array', items: { $ref: 'Box' } } } },
      SetThemeRequest: { id: 'SetThemeRequest', type: 'object', properties: { theme: text } },
      FoldRequest: { id: 'FoldRequest', type: 'object', properties: { reason: text } },
      Settings: { id: 'Settings', type: 'object', properties: { level: text, mode: text } },
      Operation: {
        id: 'Operation',
        type: 'object',
        properties: {
          name: text,
          done: { type: 'boolean' },
          response: { type: 'object', additionalProperties: { type: 'any' } },
          error: { type: 'object' },
          metadata: { type: 'object', additionalProperties: { type: 'any' } },
        },
      },
    },
    resources: {
      projects: {
        methods: { getSettings: readSettings },
        resources: { shelves: { methods: shelves, resources: { boxes: { methods: boxes } } } },
      },
      operations,
    },
  };
  return buildModel(document as unknown as JsonObject, { variables: {} });
}

const createCustomMethod = (verb: string, name: object): object => ({
  id: `shop.projects.shelves.${verb}`,
  httpMethod: 'POST',
  path: `v1/{+name}:${verb}`,
  parameters: { name },
  request: { $ref: 'FoldRequest' },
  response: shelf,
});

export interface RecordedCall {
  readonly method: string;
  /** Below `v1/`. */
  readonly path: string;
  readonly body?: Json;
  readonly status?: number;
  readonly response: Json;
}

/** Creates a shelf, and reads it. The response has the request and `server`. */
export function createAndGet(id: string, sent: JsonObject, server: JsonObject, project = 'p-1'): readonly RecordedCall[] {
  const response = { name: `projects/${project}/shelves/${id}`, ...sent, ...server };
  return [
    { method: 'POST', path: `projects/${project}/shelves?shelfId=${id}`, body: sent, response },
    { method: 'GET', path: `projects/${project}/shelves/${id}`, response },
  ];
}

/** Returns the scenarios of one recording each. */
export function record(api: Api, scenarios: readonly (readonly RecordedCall[])[]): readonly CallScenario[] {
  const match = createMatcher([api]);
  return scenarios.flatMap((calls, index) => {
    const lines = calls.map(({ method, path, body, status = 200, response }) =>
      JSON.stringify({
        request: { method, url: `https://shop.example.com/v1/${path}`, ...(body !== undefined && { body: { json: body } }) },
        response: { status, body: { json: response } },
      }),
    );
    const { recording } = readRecording({ path: `${index}.tape`, text: ['{"tape":1}', ...lines].join('\n') });
    return recording!.scenarios.flatMap((scenario) => [...toCalls({ recording: recording!, scenario, results: [] }, match).values()]);
  });
}

/** The rules that are learned, without sources. */
export function learnRules(api: Api, scenarios: readonly (readonly RecordedCall[])[]): readonly JsonObject[] {
  return learn([{ api, scenarios: record(api, scenarios) }])[0]!.rules.map(({ content }) => content);
}

export function learnOverlay(api: Api, scenarios: readonly (readonly RecordedCall[])[]): string {
  return formatOverlay(api, learn([{ api, scenarios: record(api, scenarios) }])[0]!);
}

export const learnQuestions = (api: Api, scenarios: readonly (readonly RecordedCall[])[]): readonly string[] =>
  learn([{ api, scenarios: record(api, scenarios) }])[0]!.questions.map(({ id, reason }) => `${id}: ${reason}`);

/** Scenarios that differ in more than names. `server` returns what the service adds for the number of a scenario. */
export function repeat(
  count: number,
  server: (index: number) => Record<string, never> | object,
  sent: (index: number) => object = () => ({}),
): readonly (readonly RecordedCall[])[] {
  return Array.from({ length: count }, (_, index) =>
    createAndGet(`shelf-${index}`, { grade: `G${index}`, ...sent(index) } as never, server(index) as never, `project-${index}`),
  );
}
