/** Replays one recorded scenario against a session of a mock, and compares each response. */
import type { Api } from '../../model/model.js';
import { getLookup } from '../../model/schema-lookup.js';
import type { Exchange, Recording, Scenario } from '../exchange.js';
import type { Match, MatchedCall } from '../match-exchange.js';
import { Bindings } from './bindings.js';
import { ClientValues } from './client-values.js';
import { compareResponses } from './compare-responses.js';
import { FailedWrites } from './failed-writes.js';
import { listGeneratedCollections } from './generated-ids.js';
import type { ActualResponse, Judgment, SkipReason, SkippedExchange } from './judgment.js';
import { PathPlaceholders } from './path-placeholders.js';
import { hasPlaceholder } from './placeholders.js';
import { PlaceholderValues } from './placeholder-values.js';
import { getResourcePath, getTargetPath } from './resource-path.js';
import { rewriteRequest, type RewrittenRequest } from './rewrite-request.js';
import { findRepeatedReads } from './select-reads.js';

export interface ReplayContext {
  readonly recording: Pick<Recording, 'isNormalized'>;
  readonly match: (request: Exchange['request']) => Match;
  /** Sends a request to the mock of an API, in the session of the scenario. */
  readonly send: (api: Api, request: RewrittenRequest, exchange: Exchange) => Promise<ActualResponse>;
  /** Whether the messages of errors must be the same. */
  readonly messages: boolean;
}

export async function replayScenario({ exchanges }: Scenario, context: ReplayContext): Promise<readonly Judgment[]> {
  const replay = new Replay(exchanges, context);
  const judgments: Judgment[] = [];
  for (const exchange of exchanges) judgments.push(await replay.judge(exchange));
  return judgments;
}

/** The recorded API that a request calls: `dns v1`. */
export const formatApi = ({ name, version }: Pick<Api, 'name' | 'version'>): string => `${name} ${version}`;

class Replay {
  readonly #matches: ReadonlyMap<Exchange, Match>;
  readonly #repeated: ReadonlySet<Exchange>;
  readonly #bindings = new Bindings();
  readonly #clientValues = new ClientValues();
  readonly #placeholders = new PlaceholderValues();
  readonly #paths: PathPlaceholders;
  readonly #failures = new FailedWrites();

  constructor(
    exchanges: readonly Exchange[],
    private readonly context: ReplayContext,
  ) {
    this.#matches = new Map(exchanges.map((exchange) => [exchange, context.match(exchange.request)]));
    this.#repeated = findRepeatedReads(exchanges, (exchange) => this.#findCall(exchange)?.method);
    const calls = exchanges.flatMap((exchange) => {
      const call = this.#findCall(exchange);
      return call === undefined ? [] : [{ exchange, call }];
    });
    this.#paths = new PathPlaceholders(calls, this.#placeholders);
  }

  #findCall(exchange: Exchange): MatchedCall | undefined {
    const match = this.#matches.get(exchange);
    return match?.kind === 'match' ? match : undefined;
  }

  async judge(exchange: Exchange): Promise<Judgment> {
    const match = this.#matches.get(exchange);
    if (match?.kind !== 'match') return this.#skipUnmatched(exchange, match);
    const { api, method } = match;
    const named = { exchange, api: formatApi(api), method: method.id };
    const skip = (reason: SkipReason, detail?: string): SkippedExchange => {
      if (reason !== 'repeated') this.#failures.addSkipped(exchange, method, this.#getResource(exchange, match));
      return { kind: 'skipped', reason, ...named, ...(detail !== undefined && { detail }) };
    };
    const { response } = exchange;
    if (response === undefined) return skip('noResponse');
    if (this.#repeated.has(exchange)) return skip('repeated');
    if (response.status === 401 || response.status === 429 || response.status >= 500)
      return skip('environment', `status ${response.status}`);
    return this.#compare({ ...exchange, response }, match, skip);
  }

  async #compare(
    exchange: Exchange & { readonly response: NonNullable<Exchange['response']> },
    match: MatchedCall,
    skip: (reason: SkipReason, detail?: string) => SkippedExchange,
  ): Promise<Judgment> {
    const { api, method } = match;
    const { recording, messages, send } = this.context;
    const { isNormalized } = recording;
    const resource = this.#getResource(exchange, match);
    if (isNormalized) {
      this.#placeholders.start(formatApi(api), getTexts(exchange.request));
      const ambiguous = this.#paths.resolve(exchange, api);
      if (ambiguous !== undefined) return skip('unknownValue', `\${${ambiguous}}`);
    }
    const lookup = getLookup(api);
    const rewriting = {
      bindings: this.#bindings,
      placeholders: this.#placeholders,
      isNormalized,
      resource,
      etagFields: listEtagFields(api),
    };
    const request = rewriteRequest(exchange.request, rewriting);
    const unknown = isNormalized && hasPlaceholder(request.url) ? /\$\{\w+\}/.exec(request.url)?.[0] : undefined;
    if (unknown !== undefined) return skip('unknownValue', unknown);
    this.#clientValues.addRequest(exchange.request);
    const actual = await send(api, request, exchange);
    const isAccepted = exchange.response.status < 400;
    const isOwnAccepted = actual.status < 400;
    const named = { exchange, api: formatApi(api), method: method.id };
    const cause = this.#failures.find(exchange, { resource, isRejected: isAccepted && !isOwnAccepted });
    if (isAccepted && !isOwnAccepted) this.#failures.add(exchange, method, resource);
    if (cause !== undefined) return { kind: 'skipped', reason: 'follows', ...named, cause };
    if (isAccepted && actual.status === 404 && !this.#paths.isCreated(exchange)) return { kind: 'skipped', reason: 'existed', ...named };
    if (isOwnAccepted) this.#paths.addCreated(exchange, match, request, actual);
    const comparison = compareResponses(exchange, actual, {
      api,
      method,
      lookup,
      resource,
      messages,
      isNormalized,
      bindings: this.#bindings,
      clientValues: this.#clientValues,
      placeholders: this.#placeholders,
      generatedCollections: listCollections(api),
      binds: true,
    });
    return { kind: 'compared', ...named, request, actual, ...comparison };
  }

  #getResource(exchange: Exchange, { api, method }: MatchedCall): string {
    return getResourcePath(method, exchange, getLookup(api));
  }

  #skipUnmatched(exchange: Exchange, match: Exclude<Match, MatchedCall> | undefined): SkippedExchange {
    this.#failures.addSkipped(exchange, undefined, getTargetPath(exchange.request.url));
    const api = match?.apis[0];
    const isKnown = api !== undefined;
    return {
      kind: 'skipped',
      exchange,
      reason: isKnown ? 'noMethod' : 'noApi',
      ...(isKnown && { api: formatApi(api) }),
      ...(match && { detail: match.message }),
    };
  }
}

const getTexts = ({ url, body }: Exchange['request']): string => `${url} ${body === undefined || body.kind === 'bytes' ? '' : body.text}`;

const collections = new WeakMap<Api, ReadonlySet<string>>();
const etags = new WeakMap<Api, ReadonlySet<string>>();

function listCollections(api: Api): ReadonlySet<string> {
  const known = collections.get(api) ?? listGeneratedCollections(api);
  collections.set(api, known);
  return known;
}

/** Returns the names of the fields, and of the parameters, that hold the version of content. */
function listEtagFields(api: Api): ReadonlySet<string> {
  const known = etags.get(api) ?? findEtagFields(api);
  etags.set(api, known);
  return known;
}

function findEtagFields({ schemas }: Api): ReadonlySet<string> {
  const fields = schemas.flatMap(({ type }) => (type.kind === 'object' ? type.fields : []));
  return new Set(fields.flatMap(({ name, etag }) => (etag === undefined ? [] : name)));
}
