/**
 * Proves rules against a server that isn't a mock of discogen. It knows nothing about the server: first it searches for a request of each method
 * that the server accepts, and then it changes what a rule is about.
 */
import type { Method } from '../../../generator/model/model.js';
import type { ApiIndex } from '../api-index.js';
import { findCreated } from './call-path.js';
import { propertyKey } from '../kinds/properties.js';
import type { RuleVerdict } from '../run-rule-plan.js';
import { RejectedCallError } from '../../verify/rejected-call.js';
import { TargetError, type Target } from '../target.js';
import type { TestedRule } from '../tested-rule.js';
import { isOutput, notImplemented, untested, untestable, type LiveTest, type LiveVerdict } from './live-test.js';
import type { ExplainMissing } from './missing-methods.js';
import { searchRequest, type GivenValues } from './requests.js';
import { LiveError, Scene, type KnownRequest, type LiveReply } from './scene.js';
import { checkResponses, testParameterDefault, testReadOnly, testRepeated } from './test-fields.js';
import { testPathPattern } from './test-path.js';
import { propertyTests } from './test-properties.js';
import { testValue } from './test-values.js';

export interface LiveProverOptions {
  readonly index: ApiIndex;
  readonly target: Target;
  readonly project: string;
  /** The beginning of all names. */
  readonly prefix: string;
  readonly values: GivenValues;
  readonly explainMissing: ExplainMissing;
  readonly isStopped: () => boolean;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
}

/** The keys of rules about a value. */
const valueKeys = new Set([
  'format',
  'x-format',
  'pattern',
  'enum',
  'minimum',
  'maximum',
  'x-minLength',
  'x-maxLength',
  'x-maxBytes',
  'x-byteLength',
  'required',
  'annotations',
]);

/** The maximum number of replies of a method that are kept. */
const maxReplies = 30;

export class LiveProver {
  readonly #known = new Map<string, Promise<KnownRequest>>();
  readonly #replies = new Map<string, LiveReply[]>();
  readonly #searching = new Set<string>();
  #names = 0;

  constructor(private readonly options: LiveProverOptions) {}

  /** Searches for a request of each method, those that create something first. */
  async explore(): Promise<void> {
    const { index, isStopped } = this.options;
    const rank = (method: Method): number =>
      (findCreated(index, method) !== undefined ? 0 : method.action.kind === 'delete' ? 2000 : 1000) + method.route.split('/').length;
    for (const method of index.api.methods.toSorted((one, other) => rank(one) - rank(other))) if (!isStopped()) await this.find(method);
  }

  /** Whether a rule can be tested without a comparison with a mock. */
  canProve({ key }: TestedRule): boolean {
    return this.#findTest(key) !== undefined;
  }

  /** Proves a rule by requests, as far as that is possible. */
  async prove(testedRule: TestedRule): Promise<RuleVerdict> {
    const before = this.#names;
    const test = this.#findTest(testedRule.key);
    const verdict = test === undefined ? untested('no scenario is known') : await this.#guard(() => test(this.#createTest(testedRule)));
    return { testedRule, ...verdict, requests: this.#names - before };
  }

  /** Tests by the responses to all other tests what no request can show. */
  review(verdict: RuleVerdict): RuleVerdict {
    const { testedRule, kind } = verdict;
    if (!['format', 'x-format', 'enum', 'pattern'].includes(testedRule.key) || testedRule.place.in !== 'schema') return verdict;
    if (kind === 'confirmed' || kind === 'refuted' || this.#isSettable(testedRule)) return verdict;
    const found = checkResponses(this.#createTest(testedRule));
    return { testedRule, ...found, requests: verdict.requests };
  }

  #isSettable(rule: TestedRule): boolean {
    const { index } = this.options;
    return rule.place.in === 'schema' && index.schemaUses.list(rule.place.schema, 'request').length > 0 && !isOutput(rule, index);
  }

  #findTest(key: string): ((test: LiveTest) => Promise<LiveVerdict>) | undefined {
    if (key === 'scopes' || key === 'permission') return () => Promise.resolve(notImplemented('the target does not check credentials'));
    if (key === 'statement') return () => Promise.resolve(untestable("a sentence of the documentation, which requests can't test"));
    if (key === 'deprecated') return () => Promise.resolve(untestable('a deprecated element behaves like any other'));
    const [name, property] = Object.entries(propertyTests).find(([each]) => propertyKey(each) === key) ?? [];
    if (name !== undefined && property !== undefined)
      return (test) => {
        const resource = this.options.index.getResource(String(test.rule.value));
        return resource === undefined
          ? Promise.resolve(untested('the resource is unknown'))
          : test.inScene((scene) => property(scene, resource, test));
      };
    if (key === 'readOnly') return testReadOnly;
    if (key === 'repeated') return testRepeated;
    if (key === 'default')
      return (test) =>
        test.rule.place.in === 'parameter' ? testParameterDefault(test) : Promise.resolve(untested('no known request tests the rule'));
    if (!valueKeys.has(key)) return undefined;
    return (test) =>
      test.rule.place.in === 'parameter' && test.rule.place.parameter.location === 'path' ? testPathPattern(test) : testValue(test);
  }

  #createTest(rule: TestedRule): LiveTest {
    const { index, values, isStopped } = this.options;
    return {
      rule,
      index,
      find: (method) => this.find(method),
      search: (scene, method, fixed) => searchRequest(scene, method, { values, isStopped, fixed }),
      inScene: (run) => this.#inScene(rule.id, run),
      listReads: async () => {
        const reads = index.api.methods.filter(
          ({ action, httpMethod }) => httpMethod === 'GET' && (action.kind === 'get' || action.kind === 'list'),
        );
        const known = await Promise.all(reads.map(async (method) => ((await this.find(method)).kind === 'found' ? [method] : [])));
        return known.flat();
      },
      listReplies: (method) => this.#replies.get(method.id) ?? [],
      explain: (method, known) =>
        known.kind === 'notImplemented'
          ? notImplemented(`${method.id}: ${known.reason}`)
          : untested(known.kind === 'unknown' ? `no valid request of ${method.id} is known: ${known.reason}` : ''),
    };
  }

  /** Returns what is known of the requests of a method. Searches once. */
  readonly find = (method: Method): Promise<KnownRequest> => {
    if (this.#searching.has(method.id)) return Promise.resolve({ kind: 'unknown', reason: 'its search needs itself' });
    const known = this.#known.get(method.id) ?? this.#search(method);
    this.#known.set(method.id, known);
    return known;
  };

  async #search(method: Method): Promise<KnownRequest> {
    const { values, isStopped } = this.options;
    this.#searching.add(method.id);
    let found: KnownRequest = { kind: 'unknown', reason: 'no request could be built' };
    const verdict = await this.#guard(() =>
      this.#inScene(`search ${method.id}`, async (scene) => {
        found = await searchRequest(scene, method, { values, isStopped });
        return untested('');
      }),
    );
    this.#searching.delete(method.id);
    return verdict.reason === ''
      ? found
      : { kind: verdict.kind === 'notImplemented' ? 'notImplemented' : 'unknown', reason: verdict.reason ?? '' };
  }

  async #inScene(name: string, run: (scene: Scene) => Promise<LiveVerdict>): Promise<LiveVerdict> {
    const { index, target, project, prefix, explainMissing, now } = this.options;
    const session = await target.open(name);
    const scene = new Scene({
      index,
      session,
      project,
      createName: () => {
        this.#names += 1;
        return `${prefix}${this.#names.toString(36)}`;
      },
      findRequest: this.find,
      explainMissing,
      now,
      observe: (reply) => {
        const replies = this.#replies.get(reply.call.method.id) ?? [];
        if (replies.length < maxReplies) this.#replies.set(reply.call.method.id, [...replies, reply]);
      },
    });
    try {
      return await run(scene);
    } finally {
      await session.delete();
    }
  }

  async #guard(run: () => Promise<LiveVerdict>): Promise<LiveVerdict> {
    if (this.options.isStopped()) return untested('the run was stopped');
    try {
      return await run();
    } catch (error) {
      if (error instanceof LiveError) return error.kind === 'notImplemented' ? notImplemented(error.message) : untested(error.message);
      if (error instanceof RejectedCallError || error instanceof TargetError) return untested(error.message);
      throw error;
    }
  }
}
