/** `discogen check`: what a tape, a journal, and a TypeScript project use, and what is known of it. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { runInProcess } from '../../support/discogen.js';
import { document } from '../../support/things-document.js';

let folder: string;

function write(path: string, content: string | object): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

const things = '/v1/projects/p/things';
/** A read of a thing, a list with parameters, a call of no method, and a request for a token. */
const exchanges = [
  { method: 'GET', path: `${things}/a`, status: 404, response: { body: { error: { code: 404, status: 'NOT_FOUND', message: '' } } } },
  {
    method: 'GET',
    path: `${things}/a?other=1`,
    status: 403,
    response: { body: { error: { code: 403, errors: [{ reason: 'quotaExceeded' }] } } },
  },
  { method: 'POST', path: `${things}:unknown`, status: 404 },
];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-check-'));
  write('things.json', document);
  const lines = exchanges.map(({ method, path, status, response }) => ({
    request: { method, url: `https://things.example.com${path}` },
    response: { status, ...(response && { body: { json: response.body } }) },
  }));
  const token = { request: { method: 'POST', url: 'https://oauth2.googleapis.com/token' }, response: { status: 200 } };
  write('a.tape', `{"tape":1}\n${[...lines, token].map((line) => `${JSON.stringify(line)}\n`).join('')}`);
  write('journal.json', { requests: exchanges });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const check = async (...words: readonly string[]) => runInProcess(['check', ...words, '--api', 'things.json'], folder);

test('a tape: each method with its parameters and errors, and what no method of the API is', async () => {
  const { status, stdout } = await check('a.tape');
  expect(stdout).toBe(`things v1
  things.things.get: 2 calls, implemented by convention
    name: supported
    other: not in the description
    error 403 quotaExceeded: only a fault or a handler sends it
    error 404 notFound: the mock sends it

calls of no method of the APIs:
  POST https://things.example.com/v1/projects/p/things:unknown: things v1 has no method with the path /v1/projects/p/things:unknown (1 call)

1 method: 3 missing
  not in the description: run discogen update, or add the API with --api or discogen add
  errors: add a fault that sends them (docs/guides/seeds-and-faults.md)
`);
  expect(status).toBe(1);
});

test('a journal has the same report, and its JSON the documented form', async () => {
  const { stdout } = await check('journal.json', '--json');
  const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(join(packageRoot, 'generator/cli/check.schema.json'), 'utf8')) as object,
  );
  validate(JSON.parse(stdout));
  expect(validate.errors).toBeNull();
  expect(JSON.parse(stdout)).toMatchObject({
    missing: 3,
    methods: [{ method: 'things.things.get', calls: 2, support: 'convention', errors: [{ status: 403 }, { status: 404 }] }],
  });
});

/** What the declarations of `@googleapis/things`, and of a package that discogen generates, look like. */
const declarations = {
  'node_modules/@googleapis/things/build/v1.d.ts': `export namespace things_v1 {
    class Things { projects: { things: Resource$Things } }
    interface Params$Get { auth?: string; name?: string }
    class Resource$Things { get(params?: Params$Get): Promise<{ status: number }>; remove(): void }
  }`,
  'node_modules/@example/things/package.json': {
    name: '@example/things',
    exports: { '.': './dist/index.d.ts', './methods': './dist/methods.d.ts' },
  },
  'node_modules/@example/things/spec.json': { name: 'things', version: 'v1' },
  'node_modules/@example/things/dist/index.d.ts': `
    export declare class ApiError extends Error { status: number; reason: string }
    interface BoundUnaryMethod<P> { (params: P): Promise<object> }
    interface CreateParams { parent: string; thingId?: string; requestBody: { note?: string; size?: number } }
    export interface ThingsClient { readonly things: { readonly create: BoundUnaryMethod<CreateParams> } }
    export declare function createClient(): ThingsClient;`,
  'node_modules/@example/things/dist/methods.d.ts': `
    interface UnaryMethod<P> { (client: object, params: P): Promise<object> }
    export declare const thingsGet: UnaryMethod<{ name: string; view?: string }>;`,
  'tsconfig.json': { compilerOptions: { strict: true, module: 'nodenext', types: [] }, files: ['main.ts'] },
  'main.ts': `
    import { ApiError, createClient } from '@example/things';
    import { thingsGet } from '@example/things/methods';
    import type { things_v1 } from './node_modules/@googleapis/things/build/v1.js';
    export async function run(vendor: things_v1.Things): Promise<void> {
      const client = createClient();
      try {
        await client.things.create({ parent: 'projects/p', requestBody: { note: '' } });
        await thingsGet(client, { name: 'projects/p/things/a' });
        await vendor.projects.things.get({ name: 'x' });
        vendor.projects.things.remove();
      } catch (error) {
        if (error instanceof ApiError && (error.status === 412 || error.reason === 'notFound')) return;
        throw error;
      }
    }`,
};

test('a TypeScript project: the calls of generated clients, functions, and vendor packages, and the errors that it compares', async () => {
  for (const [path, content] of Object.entries(declarations)) write(path, content);
  const { status, stdout } = await check('.');
  expect(stdout).toBe(`things v1
  things.things.create: 1 call, implemented by convention
    parent, requestBody.note: supported
  things.things.get: 2 calls, implemented by convention
    name: supported

errors that the program expects:
  error notFound: the mock sends it
  error 412: the mock sends it

calls of no method of the APIs:
  things v1: Things.remove (1 call)

2 methods: 1 missing
  not in the description: run discogen update, or add the API with --api or discogen add
`);
  expect(status).toBe(1);
});

test.each([
  [['check'], 'check requires --api NAME|FILE'],
  [['check', '--api', 'things.json'], 'check requires a RECORDING, a JOURNAL, or a PROJECT, or --url URL'],
])('%j is invalid usage', async (words, message) => {
  const { status, stderr } = await runInProcess(words, folder);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});
