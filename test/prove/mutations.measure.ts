/**
 * Changes the engine of the built runtime in one place at a time, and counts the changes that are reported, of those that change an answer:
 * `MUTATIONS=200 SEED=1 npm run prove -- mutations`. Documented exchanges, and scenarios of another seed, show which changes do.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, test } from 'vitest';
import { parse } from 'yaml';
import type { PlannedClaim, ProvenClaim } from '../../generator/traffic/prove/prove-claim.js';
import type { Mock, MockOptions, SeedDocument } from '../../templates/runtime/mock/index.js';
import type { ApiBehavior } from '../../templates/runtime/behavior.js';
import { apiNames } from '../rules/support/specifications.js';
import { count, createScene, formatTally, type ApiScene } from './support/apis.js';
import { applyMutation, listMutations, sample, type Mutation } from './support/mutate.js';
import { report } from './support/report.js';

const root = join(import.meta.dirname, '../..');
const runtime = join(root, 'dist/runtime');
const bundles = ['mock.js', 'engine.js'] as const;
const mutationCount = Number(process.env['MUTATIONS'] ?? 200);
const seed = Number(process.env['SEED'] ?? 1);

/** Without what only the control routes of a mock use. */
const isEngine = (module: string): boolean => module.startsWith('mock/engine/') && !/\/(?:seed|media)\/|handlers?/.test(module);

type CreateMockServer = (behavior: ApiBehavior | readonly ApiBehavior[], options: MockOptions) => Mock;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-mutations-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Loads a copy of the runtime with a changed file. */
async function loadRuntime(
  name: string,
  changed: Readonly<Record<string, string>>,
): Promise<{ readonly create: CreateMockServer; readonly folder: string }> {
  const own = join(folder, name);
  cpSync(runtime, own, { recursive: true });
  writeFileSync(join(own, 'package.json'), '{ "type": "module" }');
  for (const [file, text] of Object.entries(changed)) writeFileSync(join(own, file), text);
  const { createMockServer } = (await import(/* @vite-ignore */ pathToFileURL(join(own, 'mock.js')).href)) as {
    readonly createMockServer: CreateMockServer;
  };
  return { create: createMockServer, folder: own };
}

interface PlannedScene {
  readonly scene: ApiScene;
  readonly planned: readonly PlannedClaim[];
}

const options: MockOptions = { auth: 'on', warn: () => undefined, journal: 1, history: 20, maxSessions: 10 };

/** Runs the claims until one shows a difference. */
async function findDifference(scenes: readonly PlannedScene[], create: CreateMockServer): Promise<string | undefined> {
  for (const { scene, planned } of scenes) {
    const mock = create(scene.behavior, options);
    for (const claim of planned) {
      const result: ProvenClaim = await scene.run(claim, mock);
      if (result.verdict.kind === 'refuted' || result.exchanges.some(({ differences }) => differences.length > 0)) return claim.claim.id;
    }
  }
  return undefined;
}

interface Transcript {
  readonly seed?: SeedDocument;
  readonly exchanges: readonly { readonly request: string; readonly body?: object }[];
}

const exchangesFolder = join(root, 'test/exchanges');
const transcripts = readdirSync(exchangesFolder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => parse(readFileSync(join(exchangesFolder, name), 'utf8'), { merge: true }) as Transcript);

/** Returns the responses to the documented exchanges. */
async function replayTranscripts(scenes: readonly PlannedScene[], create: CreateMockServer): Promise<string> {
  const mock = create(
    scenes.map(({ scene }) => scene.behavior),
    { ...options, auth: 'off' },
  );
  const responses: string[] = [];
  for (const [index, transcript] of transcripts.entries()) {
    const session = mock.session(`t${index}`);
    await session.clock.freeze();
    await session.clock.set('2026-01-01T00:00:00Z');
    if (transcript.seed) await session.seed(transcript.seed).catch((error: unknown) => responses.push(String(error)));
    for (const { request, body } of transcript.exchanges) {
      const [method = '', path = ''] = request.split(' ');
      const response = await session.handle({
        method,
        url: `http://localhost${path}`,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      responses.push(`${response.status} ${response.body}`);
    }
  }
  return responses.join('\n');
}

test('changes of the engine are reported', async () => {
  const scenes = await planAll(seed);
  const others = (await planAll(seed + 1)).map(({ scene, planned }) => ({ scene, planned: sample(planned, 60, seed) }));
  const { create: intact } = await loadRuntime('intact', {});
  const difference = await findDifference(scenes, intact);
  if (difference !== undefined) throw new Error(`the built runtime is not that of the sources: ${difference}`);
  const expected = await replayTranscripts(scenes, intact);
  const texts = new Map(bundles.map((bundle) => [bundle, readFileSync(join(runtime, bundle), 'utf8')] as const));
  const all = bundles.flatMap((bundle) => listMutations(texts.get(bundle) ?? '', isEngine).map((mutation) => ({ bundle, mutation })));
  const tally = new Map<string, number>();
  const lines: string[] = [];
  for (const [number, { bundle, mutation }] of sample(all, mutationCount, seed).entries()) {
    const result = await judge(number, { bundle, mutation, text: texts.get(bundle) ?? '' }, { scenes, others, expected });
    count(tally, result);
    if (result === 'missed') lines.push(`missed: ${mutation.description}`);
  }
  const [found, missed] = [tally.get('found') ?? 0, tally.get('missed') ?? 0];
  report(
    'mutations',
    `${mutationCount} of ${all.length} changes of the engine, seed ${seed}: ${found} of ${found + missed} that change an answer found (${((100 * found) / (found + missed)).toFixed(1)} %)\n${formatTally(tally)}\n${lines.join('\n')}`,
  );
});

interface Corpus {
  readonly scenes: readonly PlannedScene[];
  readonly others: readonly PlannedScene[];
  readonly expected: string;
}

interface Candidate {
  readonly bundle: string;
  readonly mutation: Mutation;
  readonly text: string;
}

/** `unchanged`: no answer differs. `broken`: the runtime can't be loaded, or it doesn't end. */
async function judge(
  number: number,
  { bundle, mutation, text }: Candidate,
  { scenes, others, expected }: Corpus,
): Promise<'found' | 'missed' | 'unchanged' | 'broken'> {
  try {
    const { create, folder: own } = await loadRuntime(`m${number}`, { [bundle]: applyMutation(text, mutation) });
    const found = await withLimit(findDifference(scenes, create).catch((error: unknown) => String(error)));
    if (found !== undefined) return 'found';
    const changes =
      (await replayTranscripts(scenes, create).catch((error: unknown) => String(error))) !== expected ||
      (await findDifference(others, create).catch(() => 'error')) !== undefined;
    rmSync(own, { recursive: true, force: true });
    return changes ? 'missed' : 'unchanged';
  } catch {
    return 'broken';
  }
}

/** A change can make a loop endless, but only between two requests. Milliseconds. */
const limit = 120_000;

const withLimit = async (work: Promise<string | undefined>): Promise<string | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => (timer = setTimeout(() => resolve('it does not end'), limit)));
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

async function planAll(own: number): Promise<readonly PlannedScene[]> {
  const scenes: PlannedScene[] = [];
  for (const name of apiNames) {
    const scene = createScene(name);
    const planned: PlannedClaim[] = [];
    for (const claim of [...scene.properties, ...scene.claims]) {
      const each = await scene.plan(claim, own);
      if (each.scenarios.length > 0) planned.push(each);
    }
    scenes.push({ scene, planned });
  }
  return scenes;
}
