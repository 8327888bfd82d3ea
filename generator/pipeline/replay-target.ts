/** Replays recordings on a running server. */
import type { Effects } from '../lib/effects.js';
import { getMember, getText, isObject, mapMembers, parseJson, type Json } from '../lib/json.js';
import type { Api } from '../model/model.js';
import { ApiIndex } from '../../fidelity/prove/api-index.js';
import { Guard } from '../../fidelity/prove/guard.js';
import { formatCurl } from '../../fidelity/prove/reports/format-request.js';
import type { TargetCall, TargetSession } from '../../fidelity/prove/target.js';
import type { CompleteExchange, RecordedScenario } from '../../fidelity/recordings/exchange.js';
import type { MatchedCall } from '../../fidelity/recordings/match-exchange.js';
import { getFacts } from '../../fidelity/verify/api-facts.js';
import type { ActualResponse } from '../../fidelity/verify/exchange-result.js';
import { findWrite } from '../../fidelity/verify/list-writes.js';
import { RejectedCallError } from '../../fidelity/verify/rejected-call.js';
import { renameResources } from '../../fidelity/verify/rename-resources.js';
import { type ReplayContext, type ReplayedScenario, replayScenario } from '../../fidelity/verify/replay-scenario.js';
import type { RewrittenRequest } from '../../fidelity/verify/rewrite-request.js';
import { openTarget, readAccess, type TargetOptions } from './target-access.js';

/** Replays a scenario. `number`: its position in the run, from 1. */
export type ReplayNumbered = (
  scenario: RecordedScenario,
  context: Omit<ReplayContext, 'send' | 'state'>,
  number: number,
) => Promise<ReplayedScenario>;

export interface TargetReplay {
  readonly replay: ReplayNumbered;
  /** Returns the resources that the run left behind. */
  readonly listLeftovers: () => Promise<readonly string[]>;
}

/** Connects to a server. Throws `UsageError` if the options don't protect other people, and `TargetError` for a target that doesn't respond. */
export async function createTargetReplay(options: TargetOptions, apis: readonly Api[], effects: Effects): Promise<TargetReplay> {
  const access = readAccess(options);
  const { target, run, isStopped } = await openTarget(options, access, effects);
  const indexed = apis.map((api) => ({ api }));
  const before = await run?.start(indexed);
  const createSuffix = createSuffixes(effects.now());
  return {
    async replay(scenario, context, number) {
      const sessions = new Map<Api, TargetSession<TargetCall>>();
      const open = async (api: Api): Promise<TargetSession<TargetCall>> => {
        const session = sessions.get(api) ?? (await (run?.open(new ApiIndex(api)) ?? target).open(`scenario-${number}`));
        sessions.set(api, session);
        return session;
      };
      const send: ReplayContext['send'] = async (match, request, exchange) => {
        if (isStopped()) throw new RejectedCallError('the run was stopped');
        const session = await open(match.api);
        const effect = { method: match.method, findCreated: (reply: ActualResponse) => findCreated({ match, request, exchange }, reply) };
        const reply = await session.send(toCall(request), effect);
        const isUnknown = match.media === undefined && lacksMethod(reply);
        return { ...convertLinks(reply, target.origin, getFacts(match.api).origin), ...(isUnknown && { lacksMethod: true }) };
      };
      try {
        // A mock has a session for each scenario, in which all names are new.
        const renamed = run === undefined ? scenario : renameScenario(scenario, context, { projects: access.projects, createSuffix });
        return await replayScenario(renamed, { ...context, send, isShared: run !== undefined });
      } finally {
        for (const session of [...sessions.values()].reverse()) await session.delete();
      }
    },
    listLeftovers: async () => (before && (await run?.listLeftovers(indexed, before))) ?? [],
  };
}

/** Returns a replay that prints each request, and whether it is allowed. It sends none: the responses are those of the recording. */
export function createDryReplay(options: TargetOptions, print: (line: string) => void, now: number): ReplayNumbered {
  const { isLocal, projects, allow } = readAccess(options);
  // A local target can be a mock, which receives all requests. Any other one receives only those that --allow permits.
  const isGuarded = !isLocal || allow.length > 0;
  const origin = options.target.replace(/\/+$/, '');
  const createSuffix = createSuffixes(now);
  return (scenario, context) => {
    const [first] = scenario.exchanges;
    if (first !== undefined) print(`${first.at.file}:${first.at.line}`);
    const guards = new Map<Api, Guard>();
    const send: ReplayContext['send'] = (match, request, exchange) => {
      const guard = guards.get(match.api) ?? new Guard(new ApiIndex(match.api), { projects, allow });
      guards.set(match.api, guard);
      const call = toCall(request);
      print(`  ${formatCurl(call, origin)}`);
      const reason = isGuarded ? guard.explainRejection(call, match.method) : undefined;
      if (reason !== undefined) {
        print(`  # not sent: ${reason}`);
        return Promise.reject(new RejectedCallError(reason));
      }
      const reply = toReply(exchange);
      const created = findCreated({ match, request, exchange }, reply);
      if (created !== undefined) guard.created.add(created);
      return Promise.resolve(reply);
    };
    const renamed = isGuarded ? renameScenario(scenario, context, { projects, createSuffix }) : scenario;
    return replayScenario(renamed, { ...context, send });
  };
}

interface NewNames {
  readonly projects: readonly string[];
  readonly createSuffix: () => string;
}

function renameScenario({ name, exchanges }: RecordedScenario, { match }: Pick<ReplayContext, 'match'>, names: NewNames): RecordedScenario {
  const findCall: Parameters<typeof renameResources>[1]['findCall'] = ({ request }) => {
    const found = match(request);
    return found.kind === 'match' ? found : undefined;
  };
  return { name, exchanges: renameResources(exchanges, { ...names, findCall }) };
}

/** Returns a function whose results no other run has: they contain the time of the start. */
function createSuffixes(now: number): () => string {
  let count = 0;
  return () => `x${now.toString(36)}${(count++).toString(36)}`;
}

interface SentRequest {
  readonly match: MatchedCall;
  readonly exchange: CompleteExchange;
  readonly request: RewrittenRequest;
}

/**
 * Returns the path of the resource that a call created, by its response, or by the request if there is no response. Undefined if it creates none, or
 * if the server names it.
 */
function findCreated({ match, exchange, request: { url, body: sent } }: SentRequest, { body }: ActualResponse): string | undefined {
  const { body: _, ...response } = exchange.response;
  const value = typeof sent === 'string' ? parseJson(sent) : undefined;
  const request = { ...exchange.request, url, ...(value !== undefined && { body: { kind: 'json' as const, value, text: '' } }) };
  const received = body?.kind === 'json' && { body: { ...body, text: '' } };
  const write = findWrite({ ...exchange, request, response: { ...response, ...received } }, match);
  return write?.kind === 'created' && !write.path.includes('#') ? write.path : undefined;
}

function toCall({ method, url, headers, body }: RewrittenRequest): TargetCall {
  const path = url.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  return { method, path: path.startsWith('/') ? path : `/${path}`, headers, ...(body !== undefined && { body }) };
}

function toReply({ response: { status, headers, body } }: CompleteExchange): ActualResponse {
  return { status, headers, ...(body !== undefined && body.kind !== 'bytes' && { body }) };
}

/** Whether a server doesn't have a method: its error says so, or it isn't an error of an API. */
function lacksMethod({ status, body }: ActualResponse): boolean {
  const value = body?.kind === 'json' ? body.value : undefined;
  const error = getMember(value, 'error');
  if (getText(error, 'status') === 'UNIMPLEMENTED') return true;
  // A gateway to gRPC responds with a status without a wrapper: the same message for each unknown path.
  return (status === 404 || status === 405) && !isObject(error) && (!isObject(value) || getText(value, 'message') === 'Not Found');
}

/** Replaces the address of the server in links by that of the API. */
function convertLinks({ headers, body, ...reply }: ActualResponse, from: string, to: string): ActualResponse {
  const convert = (text: string): string => text.replaceAll(`${from}/`, `${to}/`);
  const convertValue = (value: Json): Json => {
    if (typeof value === 'string') return convert(value);
    if (Array.isArray(value)) return (value as readonly Json[]).map(convertValue);
    return isObject(value) ? mapMembers(value, convertValue) : value;
  };
  return {
    ...reply,
    headers: headers.map(([name, value]) => [name, convert(value)]),
    ...(body && {
      body: body.kind === 'json' ? { kind: 'json', value: convertValue(body.value) } : { kind: 'text', text: convert(body.text) },
    }),
  };
}
