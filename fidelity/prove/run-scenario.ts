/** Sends a scenario to a target, and compares its responses with those of the mock. */
import type { Location } from '../../generator/lib/diagnostics.js';
import { getAt, isObject, parseJson, type Json } from '../../generator/lib/json.js';
import type { Api, Method } from '../../generator/model/model.js';
import { getLookup, type Lookup } from '../../generator/model/schema-lookup.js';
import type { CompleteExchange } from '../recordings/exchange.js';
import { getFacts } from '../verify/api-facts.js';
import { Bindings } from '../verify/bindings.js';
import { ClientValues } from '../verify/client-values.js';
import { compareResponses } from '../verify/compare-responses.js';
import type { Difference } from '../verify/difference.js';
import type { ActualResponse, ComparedExchange } from '../verify/exchange-result.js';
import { PlaceholderValues } from '../verify/placeholder-values.js';
import { getResourcePath } from '../verify/resource-path.js';
import { findType } from './field-paths.js';
import { listValuesAt, parseFieldPath } from './kinds/targets.js';
import { getBody, isAccepted } from './reference-mock.js';
import { toHttpCall, type CallStep, type ControlStep, type HttpCall, type Probe, type Scenario } from './scenario.js';
import { resolveText } from './references.js';
import { RejectedCallError } from '../verify/rejected-call.js';
import { TargetError, type CallEffect, type Target, type TargetSession } from './target.js';
import { hasForm } from './value-form.js';

export interface ScenarioContext {
  readonly api: Api;
  readonly target: Target;
  /** The place of the rule in the specification. */
  readonly at: Location;
  /** Whether the target shows a difference also between two runs of the same scenario. */
  readonly isVarying: (method: string, difference: Difference) => boolean;
}

/** What refutes a rule. */
export interface Refutation {
  /** Absent if a request to a control route of a mock shows it. */
  readonly method?: Method;
  /** The requests before it. */
  readonly setup: readonly HttpCall[];
  readonly call: HttpCall;
  readonly difference: Difference;
}

export interface ScenarioResult {
  /** `skipped`: the scenario couldn't be run to its end. */
  readonly kind: 'confirmed' | 'refuted' | 'skipped';
  readonly refutation?: Refutation;
  /** Why it is skipped. */
  readonly reason?: string;
  /** All exchanges with their differences, whether or not they are about the rule. */
  readonly exchanges: readonly ComparedExchange[];
}

export async function runScenario(
  { steps, prefix, isIsolated, irreversible }: Scenario,
  name: string,
  context: ScenarioContext,
): Promise<ScenarioResult> {
  const session = await context.target.open(name);
  const run = new Run(session, prefix, context);
  try {
    if (irreversible !== undefined && session.control === undefined) return run.skip(irreversible);
    if (isIsolated && session.control === undefined) return run.skip('it needs a project without other resources');
    for (const [at, step] of steps.entries()) {
      if (step.kind === 'control') {
        if (session.control === undefined) return run.skip('it needs the control routes of a mock');
        const isAcceptedByTarget = await session.control(step.method, step.path, step.body);
        if (step.isRejected && isAcceptedByTarget) return run.refuteControl(step);
        if (!step.isRejected && !isAcceptedByTarget) return run.skip(`the mock rejects ${step.method} ${step.path}`);
        run.replies.push(undefined);
        continue;
      }
      const next = steps[at + 1];
      const previous = steps[at - 1];
      if (previous?.kind === 'call' && previous.isConcurrent) continue;
      const result = step.isConcurrent && next?.kind === 'call' ? await run.sendTogether(step, next) : await run.send(step);
      if (result !== undefined) return result;
    }
    return { kind: 'confirmed', exchanges: run.exchanges };
  } catch (error) {
    if (error instanceof RejectedCallError || error instanceof TargetError) return run.skip(error.message);
    throw error;
  } finally {
    await session.delete();
  }
}

class Run {
  readonly replies: (Json | undefined)[] = [];
  readonly exchanges: ComparedExchange[] = [];
  readonly #calls: HttpCall[] = [];
  readonly #bindings = new Bindings();
  readonly #clientValues = new ClientValues();
  readonly #placeholders = new PlaceholderValues();

  constructor(
    private readonly session: TargetSession,
    private readonly prefix: string,
    private readonly context: ScenarioContext,
  ) {}

  skip(reason: string): ScenarioResult {
    return { kind: 'skipped', reason, exchanges: this.exchanges };
  }

  /** Returns the result of the scenario if it ends here. */
  async send(step: CallStep): Promise<ScenarioResult | undefined> {
    const call = toHttpCall(step.template, (at) => this.replies[at]);
    const reply = await this.session.send(call, this.#toEffect(step));
    this.replies.push(getBody(reply));
    if (this.session.control === undefined && reply.status !== step.reply.status && environmentStatuses.has(reply.status))
      return this.skip(`the target responded with ${reply.status}, which depends on credentials, quotas, or its health`);
    const differences = this.#compare(step, call, reply);
    const refuting = step.probe && differences.find((difference) => isAbout(difference, step.probe as Probe));
    if (refuting !== undefined) return this.#refute(step, call, refuting);
    this.#calls.push(call);
    return isAccepted(reply) === isAccepted(step.reply) ? undefined : this.skip(describeFailure(step, reply));
  }

  #toEffect({ template: { method }, creates }: CallStep): CallEffect {
    if (creates === undefined) return { method };
    const step = this.replies.length;
    return { method, findCreated: (reply) => resolveText(creates, (at) => (at === step ? getBody(reply) : this.replies[at])) };
  }

  /** Sends two calls at the same time. Which of them wins doesn't matter. */
  async sendTogether(step: CallStep, next: CallStep): Promise<ScenarioResult | undefined> {
    const calls = [step, next].map(({ template }) => toHttpCall(template, (at) => this.replies[at])) as [HttpCall, HttpCall];
    const results = await Promise.allSettled(calls.map((call, at) => this.session.send(call, this.#toEffect(at === 0 ? step : next))));
    // The session knows what both calls created before one of them fails the scenario.
    const replies = results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    this.replies.push(...replies.map(getBody));
    const received = replies.map(({ status }) => status).sort();
    const expected = [step.reply.status, next.reply.status].sort();
    if (received.join() === expected.join()) return undefined;
    return this.#refute(next, calls[1], { kind: 'status', field: 'status', expected: received, actual: expected });
  }

  #refute({ template }: CallStep, call: HttpCall, difference: Difference): ScenarioResult {
    const refutation = { method: template.method, setup: [...this.#calls], call, difference };
    return { kind: 'refuted', refutation, exchanges: this.exchanges };
  }

  /** The target accepts a request to a control route that the mock rejects. */
  refuteControl({ method, path, body }: ControlStep): ScenarioResult {
    const call = {
      method,
      path,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const difference: Difference = { kind: 'rejected', field: '', expected: 200, actual: 400 };
    return { kind: 'refuted', refutation: { setup: [...this.#calls], call, difference }, exchanges: this.exchanges };
  }

  #compare(step: CallStep, call: HttpCall, reply: ActualResponse): readonly Difference[] {
    const { method } = step.template;
    const { reply: actual } = step;
    const received = this.session.control === undefined ? omitForeignItems(reply, method, this.prefix) : reply;
    const { api, at, target, isVarying } = this.context;
    const exchange = toExchange(call, received, { at, origin: target.origin });
    const lookup = getLookup(api);
    this.#clientValues.addRequest(exchange.request);
    if (received.body?.kind === 'json') this.#clientValues.addResponse(received.body.value);
    const comparison = compareResponses(exchange, actual, {
      api,
      method,
      lookup,
      resource: getResourcePath(method, exchange, lookup),
      messages: false,
      isNormalized: false,
      bindings: this.#bindings,
      clientValues: this.#clientValues,
      placeholders: this.#placeholders,
      generatedIds: getFacts(api).generatedIds,
      binds: true,
      // Another mock completes operations when the one that it is compared with does.
      keepsProgress: this.session.control !== undefined,
      // Services name the places of errors in their own ways.
      allMembers: this.session.control !== undefined,
    });
    const found = [...comparison.differences, ...findMalformed(step, reply, lookup)];
    const differences = found.filter((difference) => !isVarying(method.id, difference) && !this.#isElapsedTime(difference));
    const request = {
      method: call.method,
      url: `${target.origin}${call.path}`,
      headers: call.headers,
      ...(call.body !== undefined && { body: call.body }),
    };
    const named = { api: getFacts(api).name, method: method.id, undocumented: comparison.undocumented };
    const agree = [...new Set(comparison.equal.map(({ field }) => field))];
    const values = { agree, assumed: [], isAssumed: false };
    this.exchanges.push({ kind: 'compared', exchange, ...named, differences, values, request, actual });
    return differences;
  }

  /** Only the clock of a mock moves as the scenario says, so elsewhere two changes can have the same time. */
  #isElapsedTime({ kind, expected }: Difference): boolean {
    return kind === 'inconsistent' && this.session.control === undefined && timeForm.test(String(expected));
  }
}

/** Finds the values of the fields of a probe that don't have the form of their type, unless those of the mock don't either. */
function findMalformed(
  { template: { method }, probe, reply: own }: CallStep,
  reply: ActualResponse,
  lookup: Lookup,
): readonly Difference[] {
  if (!isAccepted(reply)) return [];
  return (probe?.fields ?? []).flatMap((field): readonly Difference[] => {
    const path = parseFieldPath(field);
    const type = path.length === 0 ? undefined : findType(method.response, path, lookup);
    const isMalformed = (value: Json): boolean => !hasForm(value, type, lookup);
    const malformed = type && listValuesAt(getBody(reply), path).find(isMalformed);
    const expected = listValuesAt(getBody(own), path);
    if (malformed === undefined || expected.length === 0 || expected.some(isMalformed)) return [];
    return [{ kind: 'value', field, expected: malformed, actual: expected[0] ?? null }];
  });
}

/** Omits the items of a list that other users of the project have created. */
function omitForeignItems(reply: ActualResponse, { list, listItems }: Method, prefix: string): ActualResponse {
  const body = getBody(reply);
  const name = (list ?? listItems)?.items;
  const items = name === undefined || body === undefined ? undefined : getAt(body, [name]);
  if (name === undefined || !isObject(body) || !Array.isArray(items)) return reply;
  const own = (items as readonly Json[]).filter((item) => JSON.stringify(item).includes(prefix));
  return { ...reply, body: { kind: 'json', value: { ...body, [name]: own } } };
}

/** The statuses that say nothing about a rule. */
const environmentStatuses: ReadonlySet<number> = new Set([401, 403, 429, 502, 503, 504]);

/** RFC 3339, or a number of seconds, milliseconds, or microseconds. */
const timeForm = /^(?:\d{4}-\d\d-\d\dT|\d{9,16}$)/;

interface ExchangePlace {
  readonly at: Location;
  readonly origin: string;
}

function toExchange(
  { method, path, headers, body }: HttpCall,
  { status, headers: received, body: content }: ActualResponse,
  { at, origin }: ExchangePlace,
): CompleteExchange {
  const value = body === undefined ? undefined : parseJson(body);
  return {
    at,
    request: {
      method,
      url: `${origin}${path}`,
      headers: Object.entries(headers),
      ...(body !== undefined && { body: value === undefined ? { kind: 'text', text: body } : { kind: 'json', value, text: body } }),
    },
    response: {
      at,
      status,
      headers: received,
      ...(content !== undefined && { body: content.kind === 'json' ? { ...content, text: '' } : content }),
    },
  };
}

const outcomes: ReadonlySet<string> = new Set(['rejected', 'accepted', 'notImplemented', 'status']);

/** Whether a difference is about what a probe shows. */
function isAbout({ kind, field }: Difference, { fields }: Probe): boolean {
  if (outcomes.has(kind) || field.startsWith('error.')) return true;
  if (field.startsWith('headers.')) return false;
  return fields.some((each) => each === '' || each === field || isInside(field, each) || isInside(each, field));
}

const isInside = (field: string, outer: string): boolean => field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);

function describeFailure({ template, reply: expected }: CallStep, received: ActualResponse): string {
  return `${template.method.id} responded with ${received.status} instead of ${expected.status} while the scenario was prepared`;
}
