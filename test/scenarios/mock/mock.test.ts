/** Each scenario contains a specification, and calls of its mock with the expected responses. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import type * as Library from '../../../generator/index.js';
import { packageRoot } from '../../../generator/lib/root.js';
import { createMockServer, type Mock, type SeedDocument } from '../../../mock/index.js';
import type { ApiBehavior } from '../../../runtime/behavior.js';

interface Call {
  /** `METHOD path`, without a slash before the path. */
  readonly call: string;
  readonly body?: object;
  readonly status?: number;
  readonly response?: object;
  /** The entire response. */
  readonly exact?: object;
  /** Paths of fields that the response must not contain. */
  readonly absent?: readonly string[];
  /** A response member that later calls refer to in braces. */
  readonly save?: string;
}

interface Start {
  readonly seed: SeedDocument;
  /** The message of the error if the seed is rejected. */
  readonly error?: string;
}

type Step = Call | Start | { readonly advance: number } | 'restart';

interface Scenario {
  readonly specification: { readonly name: string; readonly version: string; readonly servicePath: string };
  readonly cases: Readonly<Record<string, readonly Step[]>>;
}

const noon = Date.UTC(2026, 0, 1, 12);
const scenarios = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.yaml'));

let folder: string;
let library: typeof Library;
beforeAll(async () => {
  library = (await import(join(packageRoot, 'dist/index.js'))) as typeof Library;
  folder = mkdtempSync(join(tmpdir(), 'discogen-mock-'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(scenarios)('%s', (file) => {
  const { specification, cases } = parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Scenario;
  const { name, version, servicePath } = specification;
  let behavior: ApiBehavior;

  beforeAll(async () => {
    const path = join(folder, file);
    writeFileSync(path, JSON.stringify(specification));
    const out = join(folder, `out-${file}`);
    const { diagnostics } = await library.generate({ files: [path], out });
    expect(diagnostics).toEqual([]);
    const loaded = (await import(join(out, `${name}-${version}`, 'dist/mock.js'))) as { readonly behavior: ApiBehavior };
    behavior = loaded.behavior;
  });

  test.each(Object.entries(cases))('%s', async (_, steps) => {
    let time = noon;
    const start = (seed: SeedDocument = {}): Mock => createMockServer([behavior], { now: () => time, seed });
    let mock = start();
    const variables = new Map<string, string>();
    for (const step of steps) {
      if (step === 'restart') mock = start(await mock.state());
      else if ('seed' in step && step.error !== undefined) expect(() => start(step.seed)).toThrow(step.error);
      else if ('seed' in step) mock = start(step.seed);
      else if ('advance' in step) {
        time += step.advance * 1000;
      } else {
        const { status, body } = await send(mock, step, { servicePath, variables });
        const response = insertVariables(step.response ?? {}, variables);
        expect({ call: step.call, status, body }).toMatchObject({ call: step.call, status: step.status ?? 200, body: response });
        if (step.exact !== undefined) expect(body).toEqual(step.exact);
        for (const field of step.absent ?? []) expect(body).not.toHaveProperty(field);
        if (step.save !== undefined) variables.set(step.save, String(body[step.save]));
      }
    }
  });
});

/** Replaces the saved members in braces in the texts of a response. */
function insertVariables(response: object, variables: ReadonlyMap<string, string>): object {
  const replace = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? value.replace(/\{(\w+)\}/g, (all, name: string) => variables.get(name) ?? all) : value;
  return JSON.parse(JSON.stringify(response, replace)) as object;
}

interface CallContext {
  readonly servicePath: string;
  readonly variables: ReadonlyMap<string, string>;
}

async function send(
  mock: Mock,
  { call, body }: Call,
  { servicePath, variables }: CallContext,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const [method = '', path = ''] = call.split(' ');
  const url = `http://mock.test/${servicePath}${path.replace(/\{(\w+)\}/g, (all, key: string) => variables.get(key) ?? all)}`;
  const response = await mock.handle({ method, url, body: body === undefined ? undefined : JSON.stringify(body), headers: {} });
  return { status: response.status, body: response.body === '' ? {} : (JSON.parse(response.body) as Record<string, unknown>) };
}
