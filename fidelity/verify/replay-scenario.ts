/** Replays one recorded scenario against a session of a mock, and compares each response. */
import type { Api } from '../../generator/model/model.js';
import { getLookup } from '../../generator/model/schema-lookup.js';
import type { CompleteExchange, Exchange, Recording, RecordedScenario } from '../recordings/exchange.js';
import type { Match, MatchedCall } from '../recordings/match-exchange.js';
import { groupBy } from '../../generator/lib/group-by.js';
import { parseJson } from '../../generator/lib/json.js';
import { getFacts } from './api-facts.js';
import { type AssumedResource, toAssumedList, toAssumedResource } from './assumed-resource.js';
import { AssumedValues } from './assumed-values.js';
import { Bindings } from './bindings.js';
import { ClientValues } from './client-values.js';
import type { BodyComparison } from './compare-bodies.js';
import { compareResponses } from './compare-responses.js';
import { FailedWrites } from './failed-writes.js';
import type { ActualResponse, ExchangeResult, SkipReason, SkippedExchange } from './exchange-result.js';
import { hasLostBody, needsLostBody } from './lost-bodies.js';
import { omitUnknownFields } from './known-fields.js';
import { OwnResources } from './own-resources.js';
import { PathPlaceholders } from './path-placeholders.js';
import { PlaceholderValues } from './placeholder-values.js';
import { inferState, type InferredResource, type InferredState } from './infer-state.js';
import { locateTarget } from './locate-resources.js';
import { getResourcePath, getTargetPath } from './resource-path.js';
import { rewriteRequest, type RewrittenRequest } from './rewrite-request.js';
import { RejectedCallError } from './rejected-call.js';
import { seedResources, type SessionState } from './seed-session.js';
import { findRepeatedReads, isRead } from './select-reads.js';

export interface ReplayContext {
  readonly recording: Pick<Recording, 'isNormalized'>;
  readonly match: (request: Exchange['request']) => Match;
  /** Sends a request to the mock of an API, in the session of the scenario. Throws `RejectedCallError` if the call isn't allowed. */
  readonly send: (call: MatchedCall, request: RewrittenRequest, exchange: CompleteExchange) => Promise<ActualResponse>;
  /** Whether the messages of errors must be the same. */
  readonly messages: boolean;
  /** The state of the session, to reconstruct what existed before the scenario. Absent: nothing existed. */
  readonly state?: SessionState;
  /** Whether the server has resources that the scenario didn't create. Such items of lists aren't compared. */
  readonly isShared?: boolean;
}

export interface ReplayedScenario {
  /** In the order of the exchanges. */
  readonly results: readonly ExchangeResult[];
  /** What existed before the scenario. */
  readonly assumed: readonly AssumedResource[];
}

export async function replayScenario({ exchanges }: RecordedScenario, context: ReplayContext): Promise<ReplayedScenario> {
  const replay = new Replay(context);
  replay.add(exchanges);
  const assumed = await replay.reconstruct(exchanges);
  const results: ExchangeResult[] = [];
  for (const exchange of exchanges) results.push(await replay.run(exchange));
  return { results, assumed };
}

/** Replays exchanges while they happen. Holds back reads until the next write, because a later read of the same URL replaces them. */
export class LiveReplay {
  readonly #replay: Replay;
  /** Reads, and the write that follows them. */
  #held: Exchange[] = [];

  constructor(context: ReplayContext) {
    this.#replay = new Replay(context);
  }

  /** Adds the next exchange. Returns the results of the exchanges that are complete. */
  async add(exchange: Exchange): Promise<readonly ExchangeResult[]> {
    this.#held.push(exchange);
    const isHeld = this.#replay.isRead(exchange) && this.#held.length < maxHeld;
    return isHeld ? [] : this.flush();
  }

  /** Replays the reads that are held back, and returns their results. */
  async flush(): Promise<readonly ExchangeResult[]> {
    const exchanges = this.#held;
    this.#held = [];
    this.#replay.add(exchanges);
    const results: ExchangeResult[] = [];
    for (const exchange of exchanges) {
      results.push(await this.#replay.run(exchange));
      this.#replay.forget(exchange);
    }
    return results;
  }
}

/** The maximum number of exchanges that are held back. */
const maxHeld = 500;

interface ReplayedRequest {
  readonly exchange: CompleteExchange;
  readonly match: MatchedCall;
  readonly request: RewrittenRequest;
  /** The recorded path of the resource. */
  readonly resource: string;
}

interface SentRequest {
  readonly actual: ActualResponse;
  /** The response to the request without the fields that the description lacks. */
  readonly repaired?: ActualResponse;
}

class Replay {
  readonly #matches = new Map<Exchange, Match>();
  #repeated: ReadonlySet<Exchange> = new Set();
  readonly #bindings = new Bindings();
  readonly #clientValues = new ClientValues();
  readonly #placeholders = new PlaceholderValues();
  readonly #paths = new PathPlaceholders(this.#placeholders);
  readonly #failures = new FailedWrites();
  readonly #assumed = new AssumedValues();
  readonly #own = new OwnResources();
  /** The IDs of the resources that existed before the scenario. */
  #existingIds: ReadonlyMap<Api, ReadonlySet<string>> = new Map();
  #isAbsent: InferredState['isAbsent'] = () => false;

  constructor(private readonly context: ReplayContext) {}

  /** Adds the next exchanges, before they are compared. */
  add(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      this.#matches.set(exchange, this.context.match(exchange.request));
      const call = this.#findCall(exchange);
      if (call !== undefined) this.#paths.add({ exchange, call });
    }
    this.#repeated = findRepeatedReads(exchanges, (exchange) => this.#findCall(exchange)?.method);
  }

  /** Seeds the session with what existed before the exchanges. */
  async reconstruct(exchanges: readonly Exchange[]): Promise<readonly AssumedResource[]> {
    const { state, recording } = this.context;
    if (state === undefined) return [];
    const { resources, lists, isAbsent } = inferState(exchanges, (exchange) => this.#matches.get(exchange));
    const { isNormalized } = recording;
    const replacePath = (api: Api, path: string): string => {
      this.#placeholders.start(getFacts(api).name, path);
      return isNormalized ? this.#placeholders.replaceInRequest(path) : path;
    };
    const replaceText = (text: string): string => this.#placeholders.replace(text);
    const unknown = resources.filter(({ path }) => !state.isSeeded(`/${path}`));
    const seeded = await seedResources(unknown, { seed: state.seed, isNormalized, replacePath, replaceText });
    for (const resource of seeded) this.#assumed.add(resource);
    this.#existingIds = groupIds(seeded);
    this.#isAbsent = isAbsent;
    return [...seeded.map(toAssumedResource), ...lists.map(toAssumedList)];
  }

  /** Frees the memory of an exchange after it was compared. */
  forget(exchange: Exchange): void {
    this.#matches.delete(exchange);
  }

  isRead(exchange: Exchange): boolean {
    const match = this.context.match(exchange.request);
    return isRead(match.kind === 'match' ? match.method : undefined, exchange);
  }

  #findCall(exchange: Exchange): MatchedCall | undefined {
    const match = this.#matches.get(exchange);
    return match?.kind === 'match' ? match : undefined;
  }

  async run(exchange: Exchange): Promise<ExchangeResult> {
    const match = this.#matches.get(exchange);
    if (match?.kind !== 'match') return this.#skipUnmatched(exchange, match);
    const { api, method } = match;
    const named = { exchange, api: getFacts(api).name, method: method.id };
    const skip = (reason: SkipReason, detail?: string): SkippedExchange => {
      if (reason !== 'repeated') this.#failures.addSkipped(exchange, method, this.#getResource(exchange, match));
      return { kind: 'skipped', reason, ...named, ...(detail !== undefined && { detail }) };
    };
    const { response } = exchange;
    if (response === undefined) return skip('noResponse');
    if (hasLostBody(exchange.request)) return skip('incomplete');
    if (this.#repeated.has(exchange)) return skip('repeated');
    if (response.status === 401 || response.status === 429 || response.status >= 500)
      return skip('environment', `status ${response.status}`);
    return this.#compare({ ...exchange, response }, match, skip);
  }

  async #compare(
    exchange: CompleteExchange,
    match: MatchedCall,
    skip: (reason: SkipReason, detail?: string) => SkippedExchange,
  ): Promise<ExchangeResult> {
    const { api } = match;
    const { isNormalized } = this.context.recording;
    const { name, origin, generatedIds, etagFields } = getFacts(api);
    const existingIds = this.#existingIds.get(api) ?? new Set();
    const resource = this.#getResource(exchange, match);
    if (isNormalized) {
      this.#placeholders.start(name, getTexts(exchange.request));
      const unknown = this.#paths.resolve(exchange, generatedIds);
      if (unknown !== undefined) return skip('unknownValue', `\${${unknown}}`);
    }
    const placeholders = this.#placeholders;
    const request = rewriteRequest(exchange.request, {
      bindings: this.#bindings,
      placeholders,
      isNormalized,
      resource,
      existingIds,
      etagFields,
      origin,
    });
    const unknown = isNormalized ? /\$\{\w+\}/.exec(request.url)?.[0] : undefined;
    if (unknown !== undefined) return skip('unknownValue', unknown);
    this.#addClientValues(exchange, request);
    let sent: SentRequest;
    try {
      sent = await this.#send(exchange, match, request);
    } catch (error) {
      if (!(error instanceof RejectedCallError)) throw error;
      const cause = this.#failures.find(exchange, { resource, isRejected: true });
      return { ...skip(cause === undefined ? 'notAllowed' : 'follows', error.message), ...(cause && { cause }) };
    }
    const { actual, repaired } = sent;
    if (isUnavailable(actual)) return skip('environment', `status ${actual.status}`);
    if (needsLostBody(exchange, match.method, actual)) return skip('incomplete');
    if (!this.context.isShared) return this.#createResult({ exchange, match, request, resource }, actual, repaired);
    this.#own.add(exchange, match, actual);
    const selected = this.#own.selectItems(exchange, match, actual);
    return selected === undefined
      ? skip('existed')
      : this.#createResult({ match, request, resource, exchange: selected.exchange }, selected.actual, repaired);
  }

  /**
   * Sends a request. If the mock rejects a field that the description of the API lacks, sends the request again without such fields, so that the
   * rest of the scenario can be compared.
   */
  async #send(exchange: CompleteExchange, match: MatchedCall, request: RewrittenRequest): Promise<SentRequest> {
    const { api, method } = match;
    const { send } = this.context;
    const actual = await send(match, request, exchange);
    const hasUnknownField = exchange.response.status < 400 && actual.status === 400 && actual.rejection?.rule === 'additionalProperties';
    const body = hasUnknownField ? omitUnknownFields(request.body, method.request, getLookup(api)) : undefined;
    return body === undefined ? { actual } : { actual, repaired: await send(match, { ...request, body }, exchange) };
  }

  #createResult(sent: ReplayedRequest, actual: ActualResponse, repaired: ActualResponse | undefined): ExchangeResult {
    const { exchange, match, request, resource } = sent;
    const { api, method } = match;
    const isRejected = exchange.response.status < 400 && actual.status >= 400;
    const isFailed = isRejected && (repaired ?? actual).status >= 400;
    const cause = this.#failures.find(exchange, { resource, isRejected });
    if (isFailed) this.#failures.add(exchange, method, resource);
    else if (actual.status < 400 || repaired !== undefined) this.#paths.addCreated(exchange, repaired ?? actual);
    const named = { exchange, api: getFacts(api).name, method: method.id };
    const shared = isFailed && actual.status === 409 ? this.#paths.findSharedPlaceholder(exchange) : undefined;
    if (shared !== undefined) return { kind: 'skipped', reason: 'unknownValue', ...named, detail: `\${${shared}}` };
    const existed =
      isRejected &&
      actual.status === 404 &&
      !actual.lacksMethod &&
      !this.#paths.isCreated(exchange) &&
      !this.#isAbsent(api, locateTarget(exchange, match)?.path ?? '');
    const { equal, ...comparison } = this.#compareResponse(sent, actual);
    const values = this.#assumed.classify(exchange, match, equal);
    // Binds what the mock generated.
    if (repaired !== undefined) this.#compareResponse(sent, repaired);
    if (comparison.differences.length > 0 && cause !== undefined) return { kind: 'skipped', reason: 'follows', ...named, cause };
    if (existed) return { kind: 'skipped', reason: 'existed', ...named };
    if (exchange.response.isBodyUnknown && comparison.differences.length === 0) return { kind: 'skipped', reason: 'noBody', ...named };
    return { kind: 'compared', ...named, request, actual, values, ...comparison };
  }

  #compareResponse({ exchange, match: { api, method }, resource }: ReplayedRequest, actual: ActualResponse): BodyComparison {
    return compareResponses(exchange, actual, {
      api,
      method,
      lookup: getLookup(api),
      resource,
      messages: this.context.messages,
      isNormalized: this.context.recording.isNormalized,
      bindings: this.#bindings,
      clientValues: this.#clientValues,
      placeholders: this.#placeholders,
      generatedIds: getFacts(api).generatedIds,
      binds: true,
    });
  }

  /** Adds the values of the request as the recording and the mock have it. */
  #addClientValues({ request, response: { body } }: CompleteExchange, { url, body: content }: RewrittenRequest): void {
    const value = typeof content === 'string' ? parseJson(content) : undefined;
    this.#clientValues.addRequest(request);
    this.#clientValues.addRequest({ url, ...(value !== undefined && { body: { kind: 'json', value, text: '' } }) });
    if (body?.kind === 'json') this.#clientValues.addResponse(body.value);
  }

  #getResource(exchange: Exchange, { api, method }: MatchedCall): string {
    return getResourcePath(method, exchange, getLookup(api));
  }

  #skipUnmatched(exchange: Exchange, match: Exclude<Match, MatchedCall> | undefined): SkippedExchange {
    this.#failures.addSkipped(exchange, undefined, getTargetPath(exchange.request.url));
    const api = match?.apis[0];
    return {
      kind: 'skipped',
      exchange,
      reason: match === undefined ? 'noApi' : unmatchedReasons[match.reason],
      ...(api !== undefined && { api: getFacts(api).name }),
      ...(match && { detail: match.message }),
    };
  }
}

/** Whether a server doesn't respond because of credentials, a quota, or its health. */
const isUnavailable = ({ status }: ActualResponse): boolean => status === 401 || status === 429 || status === 503;

function groupIds(resources: readonly InferredResource[]): ReadonlyMap<Api, ReadonlySet<string>> {
  const groups = groupBy(resources, ({ api }) => api);
  return new Map([...groups].map(([api, own]) => [api, new Set(own.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)))]));
}

const unmatchedReasons: Readonly<Record<Exclude<Match, MatchedCall>['reason'], SkipReason>> = {
  grpc: 'unsupported',
  batch: 'unsupported',
  malformed: 'unsupported',
  unknownHost: 'noApi',
  unknownPath: 'noMethod',
  wrongHttpMethod: 'noMethod',
};

const getTexts = ({ url, body }: Exchange['request']): string => `${url} ${body === undefined || body.kind === 'bytes' ? '' : body.text}`;
