/**
 * A mutation test: changes the engine of the built runtime in one place at a time, and counts how many of the mutations that change a
 * response `verify --target` finds.
 *
 *     MUTATIONS=200 SEED=1 npm run prove -- mutations
 *
 * `SEEDS=5` measures five seeds, and `ONLY='iam.ts|filter'` only mutations whose description contains one of these texts.
 *
 * For each mutation:
 *
 * 1. Run the scenarios of `verify` that reach it, at most `maxFirst` of them. A reported difference means `found`.
 * 2. Otherwise, send requests that `verify` doesn't send: the documented exchanges, the conformance tests, and scenarios of another seed. If
 *    no response differs, the mutation is `unchanged` and doesn't count.
 * 3. If one differs, run the remaining scenarios. The mutation is `missed` unless one of them reports a difference.
 *
 * If Prism is installed (`npm ci --prefix bench`), its proxy validates the changed responses for comparison.
 */
import { afterAll, test } from 'vitest';
import type { RulePlan } from '../../fidelity/prove/run-rule-plan.js';
import type { ApiBehavior } from '../../runtime/behavior.js';
import type { Mock, MockOptions } from '../../mock/index.js';
import { apiNames } from '../rules/support/specifications.js';
import { count, createTestedApi, formatTally, type TestedApi } from './support/apis.js';
import { listIndependentCases, type IndependentCase } from './support/independent-requests.js';
import { sample, type Mutation } from './support/mutate.js';
import { MutatedRuntime, type CreateMockServer } from './support/mutated-runtime.js';
import { findWithPrism, listChanged, type ChangedExchange, type FoundByPrism } from './support/compare-prism.js';
import { prismVersion } from './support/prism.js';
import { report } from './support/report.js';
import { formatResponses, sendScenarios, type SentExchange } from './support/sent-exchange.js';

const mutationCount = Number(process.env['MUTATIONS'] ?? 200);
const seed = Number(process.env['SEED'] ?? 1);
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 1) }, (_, at) => seed + at);
/** The maximum number of scenarios that run first for a mutation, and the number of rules of each API that are planned with another seed. */
const [maxFirst, otherCount] = [150, 60];
/** The maximum number of scenarios of a mutation whose responses Prism validates, in addition to the one that finds the mutation. */
const maxCompared = 20;
/** The maximum time of a scenario, in milliseconds. A mutation can let a promise wait forever. */
const limit = 20_000;

const runtime = new MutatedRuntime(mutationCount, seeds, process.env['ONLY'] ?? '');
afterAll(() => runtime.delete());

/** Requests to a mock, and the mutations that they reach. */
interface Check {
  readonly name: string;
  readonly hits: ReadonlySet<number>;
  /** Returns how a response differs from that of the intact mock, or undefined if none does. */
  readonly compare: (mocks: Mocks) => Promise<string | undefined>;
  /** Sends its requests, whatever the mock responds. */
  readonly send: (mocks: Mocks) => Promise<readonly SentExchange[]>;
}

/** The mocks that the scenarios of one mutation share. */
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

test('verify finds mutations of the engine', async () => {
  const apis = apiNames.map(createTestedApi).toSorted((one, other) => one.testedRules.length - other.testedRules.length);
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
    if ((await check.compare(mocks)) === undefined) others.push(check);
  }
  const results = new Map<Mutation, Result>();
  const changed = new Map<Mutation, readonly ChangedExchange[]>();
  const expected = new Map<Check, readonly SentExchange[]>();
  for (const mutation of runtime.mutations) {
    const isAlways = loadHits.has(mutation.id) || setupHits.has(mutation.id);
    const select = (checks: readonly Check[]): readonly Check[] => checks.filter(({ hits }) => isAlways || hits.has(mutation.id));
    const intact = loadHits.has(mutation.id) ? undefined : create;
    const result = await measure(mutation, select(scenarios), select(others), intact);
    results.set(mutation, result);
    report('mutation', describe(mutation, result));
    if (prismVersion === undefined || !hasChangedResponse(result)) continue;
    const checks = [...(result.by ? [result.by] : []), ...sample(select(scenarios), maxCompared, seed)];
    changed.set(mutation, await collectChanged(mutation, checks, { mocks, expected, intact }));
  }
  const byPrism = await findWithPrism(changed);
  for (const [own, mutations] of runtime.bySeed) report('mutations', summarize(own, mutations, results, byPrism));
});

const hasChangedResponse = ({ kind }: Result): boolean => kind === 'found' || kind === 'missed';

const describe = ({ description }: Mutation, { kind, by, difference }: Result): string =>
  `${kind}: ${description}${by === undefined ? '' : ` (changes ${by.name}: ${difference})`}`;

/** Formats the numbers of one seed. */
function summarize(
  own: number,
  mutations: readonly Mutation[],
  results: ReadonlyMap<Mutation, Result>,
  byPrism: FoundByPrism | undefined,
): string {
  const tally = new Map<string, number>();
  for (const mutation of mutations) count(tally, results.get(mutation)?.kind ?? '');
  const isMissed = (mutation: Mutation): boolean => results.get(mutation)?.kind === 'missed';
  const missed = mutations.filter(isMissed).map((mutation) => describe(mutation, results.get(mutation) as Result));
  const found = tally.get('found') ?? 0;
  const changing = found + missed.length;
  const toShare = (part: number): string => `${part} (${((100 * part) / Math.max(changing, 1)).toFixed(1)} %)`;
  const rows = [
    ['mutations that change a response', changing],
    ['found by discogen', toShare(found)],
    byPrism === undefined
      ? ['found by Prism', 'not installed (npm ci --prefix bench)']
      : [`found by Prism ${byPrism.version}`, toShare(mutations.filter((each) => byPrism.found.has(each)).length)],
    ['found by Schemathesis', 'not compared (no package for Node)'],
  ];
  const table = rows.map(([name, value]) => `  ${String(name).padEnd(34)}${value}`);
  const title = `seed ${own}, ${mutations.length} of ${runtime.total} mutations of the engine`;
  return [title, formatTally(tally), ...missed, ...table].join('\n');
}

/** `unreached`: no request reaches the mutation. `unchanged`: no response differs. */
interface Result {
  readonly kind: 'found' | 'missed' | 'unchanged' | 'unreached';
  /** The requests that show the changed response. */
  readonly by?: Check;
  readonly difference?: string;
}

async function measure(
  { id }: Mutation,
  scenarios: readonly Check[],
  others: readonly Check[],
  intact: CreateMockServer | undefined,
): Promise<Result> {
  if (scenarios.length + others.length === 0) return { kind: 'unreached' };
  runtime.activate(id);
  try {
    const create = intact ?? (await runtime.load());
    const mocks = new Mocks(create);
    const ordered = sample(scenarios, scenarios.length, seed);
    const first = await findDifference(ordered.slice(0, maxFirst), mocks);
    if (first !== undefined) return { kind: 'found', ...first };
    const other = await findDifference(others, mocks);
    if (other === undefined) return { kind: 'unchanged' };
    const later = await findDifference(ordered.slice(maxFirst), mocks);
    return later === undefined ? { kind: 'missed', ...other } : { kind: 'found', ...later };
  } catch (error) {
    return { kind: 'found', difference: String(error) };
  } finally {
    runtime.activate(undefined);
  }
}

/** Returns the first changed response, with the check that shows it. */
async function findDifference(
  checks: readonly Check[],
  mocks: Mocks,
): Promise<{ readonly by: Check; readonly difference: string } | undefined> {
  for (const by of checks) {
    const difference = await withLimit(by.compare(mocks).catch(String), 'no response');
    if (difference !== undefined) return { by, difference };
  }
  return undefined;
}

interface CollectContext {
  /** Mocks of the intact engine. */
  readonly mocks: Mocks;
  /** What these mocks respond to the requests of a check. */
  readonly expected: Map<Check, readonly SentExchange[]>;
  /** Absent if the mutation has an effect when the runtime is loaded. */
  readonly intact: CreateMockServer | undefined;
}

/** Sends the requests of checks with and without a mutation, and returns the exchanges that differ. */
async function collectChanged({ id }: Mutation, checks: readonly Check[], context: CollectContext): Promise<readonly ChangedExchange[]> {
  const send = async (check: Check, mocks: Mocks): Promise<readonly SentExchange[]> =>
    withLimit(
      check.send(mocks).catch(() => []),
      [],
    );
  const { expected } = context;
  for (const check of checks) if (!expected.has(check)) expected.set(check, await send(check, context.mocks));
  runtime.activate(id);
  try {
    const mocks = new Mocks(context.intact ?? (await runtime.load()));
    const changed: ChangedExchange[] = [];
    for (const check of checks) changed.push(...listChanged(expected.get(check) ?? [], await send(check, mocks)));
    return changed;
  } catch {
    return [];
  } finally {
    runtime.activate(undefined);
  }
}

async function withLimit<T>(work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => (timer = setTimeout(() => resolve(otherwise), limit)));
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Plans scenarios for all rules of each API, or for `maxRules` of them, and records which mutations the scenarios reach. */
async function planChecks(apis: readonly TestedApi[], mocks: Mocks, own: number, maxRules = Infinity): Promise<Check[]> {
  const checks: Check[] = [];
  for (const api of apis) {
    const testedRules = [...api.properties, ...api.testedRules];
    for (const testedRule of sample(testedRules, Math.min(testedRules.length, maxRules), own)) {
      const planned = await api.plan(testedRule, own);
      if (planned.scenarios.length === 0) continue;
      const compare = (used: Mocks) => findFinding(api, planned, used.get(api));
      runtime.takeHits();
      if ((await compare(mocks)) !== undefined) throw new Error(`the built runtime is not that of the sources: ${testedRule.id}`);
      const send = (used: Mocks) => sendScenarios(planned.scenarios, used.get(api), 'sent');
      checks.push({ name: `${testedRule.id}, seed ${own}`, hits: runtime.takeHits(), compare, send });
    }
  }
  return checks;
}

async function findFinding(api: TestedApi, planned: RulePlan, mock: Mock): Promise<string | undefined> {
  const { verdict, exchanges } = await api.run(planned, mock);
  const [difference] = exchanges.flatMap(({ differences }) => differences);
  if (verdict.kind !== 'refuted' && difference === undefined) return undefined;
  return shorten(JSON.stringify(verdict.refutation?.difference ?? difference ?? verdict.kind));
}

async function prepareCase({ name, run }: IndependentCase, create: CreateMockServer): Promise<Check> {
  runtime.takeHits();
  const expected = formatResponses(await run(create));
  const send = (mocks: Mocks) => run(mocks.create);
  const compare = async (mocks: Mocks): Promise<string | undefined> => {
    const actual = formatResponses(await send(mocks));
    const at = Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) => index).find(
      (index) => actual[index] !== expected[index],
    );
    return at === undefined ? undefined : `response ${at + 1} is ${shorten(actual[at])} instead of ${shorten(expected[at])}`;
  };
  return { name, hits: runtime.takeHits(), compare, send };
}

const shorten = (text = 'absent'): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
