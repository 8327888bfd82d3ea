/** Small fixtures with unusual parts of published documents and the expected results. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../generator/index.js';
import type { JsonObject } from '../generator/lib/json.js';
import { findFunction, loadModules, type Modules, type Node, type Published, readPublished } from './corpus/published.js';
import { root } from './packages/support.js';

interface ClientCall {
  readonly call: readonly string[];
  readonly params: JsonObject;
  /** The ID of the method that the mock recorded. */
  readonly reaches: string;
  /** Path and query of the request. */
  readonly path?: string;
  readonly status?: number;
  /** Members of the response. */
  readonly response?: object;
  /** Response members that later calls refer to as `{key}`. */
  readonly save?: Readonly<Record<string, string>>;
}

interface Oddity {
  readonly about: string;
  /** Required document members can be omitted; `null` removes them. */
  readonly document: JsonObject;
  /** Members of the model. */
  readonly model?: object;
  /** Texts that a file contains. */
  readonly text?: Readonly<Record<string, readonly string[]>>;
  /** Calls on one mock in order. */
  readonly calls?: readonly ClientCall[];
  readonly valid?: readonly { readonly validator: string; readonly value: unknown; readonly expected: boolean }[];
}

const folder = join(import.meta.dirname, 'fixtures/oddities');
const skeleton = {
  kind: 'discovery#restDescription',
  version: 'v1',
  title: 'Demo',
  description: 'A demonstration.',
  rootUrl: 'https://demo.example.com/',
  servicePath: '',
};
// Below node_modules, so that imported files are not transformed.
const out = mkdtempSync(join(root, 'node_modules/.oddities-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

describe.each(readdirSync(folder).filter((file) => file.endsWith('.yaml')))('%s', (file) => {
  const oddity = parse(readFileSync(join(folder, file), 'utf8')) as Oddity;
  const name = file.replace(/\W|yaml$/g, '');
  let api: Published;
  let modules: Modules;

  beforeAll(async () => {
    const document = join(out, `${name}.json`);
    writeFileSync(document, JSON.stringify(withoutNulls({ ...skeleton, name, ...withIds(oddity.document, name) })));
    const { status, diagnostics } = await generate({ files: [document], out });
    expect({ status, errors: diagnostics.filter(({ severity }) => severity === 'error') }).toEqual({ status: 'done', errors: [] });
    api = readPublished(document, out);
    modules = await loadModules(api);
  });

  test.skipIf(oddity.model === undefined)('has the expected model', () => {
    expect(api.api).toMatchObject(withIds(oddity.model ?? {}, name));
  });

  test.each(Object.entries(oddity.text ?? {}))('generates the expected text: %s', (path, texts) => {
    const text = readFileSync(join(api.folder, path), 'utf8');
    expect(texts.filter((expectedText) => !text.includes(expectedText))).toEqual([]);
  });

  test.skipIf(oddity.calls === undefined)('sends the expected requests to its mock', async () => {
    const mock = modules.createMock();
    // Awaited like the result of an async function: no method may be called `then`.
    const client = await modules.createClient({ fetch: mock.fetch, rootUrl: 'https://demo.example.com/', retry: false });
    const variables = new Map<string, string>();
    for (const call of oddity.calls ?? []) {
      const { status, response } = await callClient(client, call, variables);
      const entry = mock.requests.at(-1);
      expect(entry?.methodId).toBe(call.reaches.replace(/^demo/, name));
      if (call.path !== undefined) expect(entry?.path).toBe(call.path);
      if (call.status !== undefined) expect(status).toBe(call.status);
      if (call.response !== undefined) expect(response).toMatchObject(replaceVariables(call.response, variables));
      for (const [key, member] of Object.entries(call.save ?? {}))
        variables.set(key, String((response as Record<string, unknown>)[member]));
    }
  });

  test.each(oddity.valid ?? [])('validates a value: $validator $value', ({ validator, value, expected }) => {
    expect(modules.validators[validator]?.(value)).toBe(expected);
  });
});

function withoutNulls(document: object): object {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
}

/** IDs of methods start with the name of their API. */
function withIds<T extends object>(value: T, name: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll('"demo.', `"${name}.`)) as T;
}

function replaceVariables(value: object, variables: ReadonlyMap<string, string>): object {
  return JSON.parse(JSON.stringify(value).replace(/\{(\w+)\}/g, (all, key: string) => variables.get(key) ?? all)) as object;
}

async function callClient(
  client: Node,
  { call, params }: ClientCall,
  variables: ReadonlyMap<string, string>,
): Promise<{ status: number; response: unknown }> {
  const callParams = replaceVariables(params, variables);
  try {
    return { status: 200, response: await findFunction(client, call.slice(0, -1), call.at(-1) ?? '')(callParams) };
  } catch (error) {
    return { status: (error as { status?: number }).status ?? 0, response: error };
  }
}
