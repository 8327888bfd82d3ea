/**
 * Changes the engine of the built runtime in one place at a time, and counts the changes that are reported, of those that change an answer:
 * `MUTATIONS=200 SEED=1 npm run prove -- mutations`. Requests that no scenario builds, and scenarios of another seed, show which changes do. A
 * change only meets the scenarios that reach it; of many, a part, and the others if another request shows a changed answer.
 */
import { afterAll, test } from 'vitest';
import type { PlannedClaim } from '../../generator/traffic/prove/prove-claim.js';
import type { ApiBehavior } from '../../templates/runtime/behavior.js';
import type { Mock, MockOptions } from '../../templates/runtime/mock/index.js';
import { apiNames } from '../rules/support/specifications.js';
import { count, createTestedApi, formatTally, type TestedApi } from './support/apis.js';
import { listIndependentCases, type IndependentCase } from './support/independent-requests.js';
import { sample, type Mutation } from './support/mutate.js';
import { MutatedRuntime, type CreateMockServer } from './support/mutated-runtime.js';
import { report } from './support/report.js';

const mutationCount = Number(process.env['MUTATIONS'] ?? 200);
const seed = Number(process.env['SEED'] ?? 1);
/** The maximum number of scenarios that a change meets at first, and the number of rules of each API that are planned with another seed. */
const [maxFirst, otherCount] = [150, 60];
/** The maximum time of a scenario, in milliseconds. A change can let a promise wait forever. */
const limit = 20_000;

const runtime = new MutatedRuntime(mutationCount, seed);
afterAll(() => runtime.delete());

/** Something that a mock does, and the changes that it reaches. */
interface Check {
  readonly hits: ReadonlySet<number>;
  /** Returns whether an answer differs from that of the intact mock. */
  readonly differs: (mocks: Mocks) => Promise<boolean>;
}

/** The mocks that scenarios of one change share. */
class Mocks {
  readonly #mocks = new Map<TestedApi, Mock>();

  constructor(readonly create: CreateMockServer) {}

  get(api: TestedApi): Mock {
    // A mock keeps what it derives from a behavior for the next one of the same behavior.
    const mock = this.#mocks.get(api) ?? this.create(copyBehavior(api.behavior), options);
    this.#mocks.set(api, mock);
    return mock;
  }
}

const copyBehavior = (behavior: ApiBehavior): ApiBehavior => ({
  ...behavior,
  methods: behavior.methods.map((method) => ({ ...method })),
  resources: behavior.resources.map((resource) => ({ ...resource })),
});

const options: MockOptions = { auth: 'on', warn: () => undefined, journal: 1, history: 20, maxSessions: 10 };

test('changes of the engine are reported', async () => {
  const apis = apiNames.map(createTestedApi).toSorted((one, other) => one.claims.length - other.claims.length);
  const create = await runtime.load();
  const loadHits = runtime.takeHits();
  const mocks = new Mocks(create);
  for (const api of apis) mocks.get(api);
  const setupHits = runtime.takeHits();
  const scenarios = await planChecks(apis, mocks, seed);
  const others = await planChecks(apis, mocks, seed + 1, otherCount);
  const cases = listIndependentCases(apis.map(({ behavior }) => behavior));
  for (const each of cases) {
    const check = await prepareCase(each, create);
    // Some responses contain the current time.
    if (!(await check.differs(mocks))) others.push(check);
  }
  const tally = new Map<string, number>();
  const lines: string[] = [];
  for (const mutation of runtime.mutations) {
    const isAlways = loadHits.has(mutation.id) || setupHits.has(mutation.id);
    const select = (checks: readonly Check[]): readonly Check[] => checks.filter(({ hits }) => isAlways || hits.has(mutation.id));
    const needsCopy = loadHits.has(mutation.id);
    const result = await measure(mutation, select(scenarios), select(others), needsCopy ? undefined : create);
    count(tally, result);
    report('mutation', `${result}: ${mutation.description}`);
    if (result === 'missed') lines.push(`missed: ${mutation.description}`);
  }
  const [found, missed] = [tally.get('found') ?? 0, tally.get('missed') ?? 0];
  report(
    'mutations',
    `${runtime.mutations.length} of ${runtime.total} changes of the engine, seed ${seed}: ${found} of ${found + missed} that change an answer found (${((100 * found) / (found + missed)).toFixed(1)} %)\n${formatTally(tally)}\n${lines.join('\n')}`,
  );
});

/** `unreached`: no request reaches the change. `unchanged`: no answer differs. */
async function measure(
  { id }: Mutation,
  scenarios: readonly Check[],
  others: readonly Check[],
  intact: CreateMockServer | undefined,
): Promise<'found' | 'missed' | 'unchanged' | 'unreached'> {
  if (scenarios.length + others.length === 0) return 'unreached';
  runtime.activate(id);
  try {
    const create = intact ?? (await runtime.load());
    const mocks = new Mocks(create);
    const ordered = sample(scenarios, scenarios.length, seed);
    if (await findDifference(ordered.slice(0, maxFirst), mocks)) return 'found';
    if (!(await findDifference(others, mocks))) return 'unchanged';
    return (await findDifference(ordered.slice(maxFirst), mocks)) ? 'found' : 'missed';
  } catch {
    return 'found';
  } finally {
    runtime.activate(undefined);
  }
}

async function findDifference(checks: readonly Check[], mocks: Mocks): Promise<boolean> {
  for (const { differs } of checks) if (await withLimit(differs(mocks).catch(() => true))) return true;
  return false;
}

async function withLimit(work: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(true), limit)));
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Plans rules, all or some of each API, and notes which changes their scenarios reach. */
async function planChecks(apis: readonly TestedApi[], mocks: Mocks, own: number, maxClaims = Infinity): Promise<Check[]> {
  const checks: Check[] = [];
  for (const api of apis) {
    const claims = [...api.properties, ...api.claims];
    for (const claim of sample(claims, Math.min(claims.length, maxClaims), own)) {
      const planned = await api.plan(claim, own);
      if (planned.scenarios.length === 0) continue;
      const differs = (used: Mocks) => isDifferent(api, planned, used.get(api));
      runtime.takeHits();
      if (await differs(mocks)) throw new Error(`the built runtime is not that of the sources: ${claim.id}`);
      checks.push({ hits: runtime.takeHits(), differs });
    }
  }
  return checks;
}

async function isDifferent(api: TestedApi, planned: PlannedClaim, mock: Mock): Promise<boolean> {
  const { verdict, exchanges } = await api.run(planned, mock);
  return verdict.kind === 'refuted' || exchanges.some(({ differences }) => differences.length > 0);
}

async function prepareCase(run: IndependentCase, create: CreateMockServer): Promise<Check> {
  runtime.takeHits();
  const expected = await run(create);
  return { hits: runtime.takeHits(), differs: async (mocks) => (await run(mocks.create)) !== expected };
}
