/** Injected faults: which rules a request meets, and what they do to it. */
import { describeValue } from '../errors.js';
import { formatSuggestion } from '../suggest.js';
import { reasonDefaults } from './http-error.js';
import { Random } from './random.js';
import type { FaultRule, Json } from './mock-types.js';
import { isList, isObject, type JsonObject } from './json.js';
import { findTargetError, matches } from './fault-target.js';
import type { World } from './world/world.js';

export interface FaultEffects {
  readonly latencyMs: number;
  /** The rule that answers instead of the mock: with an error, or by cutting the connection. */
  readonly answer?: FaultRule;
  readonly operation?: NonNullable<FaultRule['operation']>;
  readonly unreachable: readonly string[];
  readonly ids: readonly string[];
}

interface Kept {
  readonly rule: FaultRule;
  left: number;
}

const none: FaultEffects = { latencyMs: 0, unreachable: [], ids: [] };

export class Faults {
  readonly #seed: number;
  #rules: Kept[] = [];
  #random: Random;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new Random(seed);
  }

  get rules(): readonly FaultRule[] {
    return this.#rules.map(({ rule, left }) => (rule.times === undefined ? rule : { ...rule, times: left }));
  }

  replace(rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Infinity }));
    this.#random = new Random(this.#seed);
  }

  add(rule: FaultRule): void {
    this.#rules.push({ rule, left: rule.times ?? Infinity });
  }

  /** Uses up one time of each rule that applies. */
  meet(methodId: string | undefined, path: string): FaultEffects {
    if (this.#rules.length === 0) return none;
    let met: FaultEffects = none;
    this.#rules.forEach((kept, index) => {
      if ((answers(kept.rule) && met.answer) || !this.#applies(kept, methodId, path)) return;
      kept.left -= 1;
      met = combine(met, kept.rule, kept.rule.id ?? String(index));
    });
    this.#rules = this.#rules.filter(({ left }) => left > 0);
    return met;
  }

  #applies({ rule, left }: Kept, methodId: string | undefined, path: string): boolean {
    if (left <= 0 || !fits(rule.method, methodId) || !fits(rule.path && decoded(rule.path), decoded(path))) return false;
    return rule.probability === undefined || this.#random.fraction() < rule.probability;
  }
}

/** Whether a rule answers instead of the mock. */
function answers(rule: FaultRule): boolean {
  return faultStatus(rule) !== undefined || rule.drop === true;
}

/** The status that a rule answers with: where it names a reason alone, that of the reason. */
export function faultStatus({ status, reason, operation }: FaultRule): number | undefined {
  return status ?? (reason === undefined || operation ? undefined : (reasonDefaults(reason)?.code ?? 500));
}

function combine(met: FaultEffects, rule: FaultRule, id: string): FaultEffects {
  const operation = met.operation ?? rule.operation;
  return {
    latencyMs: met.latencyMs + (rule.latencyMs ?? 0),
    ...(met.answer ? { answer: met.answer } : answers(rule) && { answer: rule }),
    ...(operation && { operation }),
    unreachable: [...met.unreachable, ...(rule.unreachable ?? [])],
    ids: [...met.ids, id],
  };
}

function fits(pattern: string | undefined, text: string | undefined): boolean {
  return pattern === undefined || (text !== undefined && matches(pattern, text));
}

/** Clients differ in what they percent-encode. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

type Check = (value: Json) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** What a timer can wait. */
const longest = 2 ** 31 - 1;
const isStatus: Check = (value) => isCount(value) && Number(value) >= 400 && Number(value) <= 599;
const isFailure: Check = (value) => {
  if (!isObject(value) || !isList(value['errors']) || !value['errors'].every(isObject)) return false;
  const { httpErrorStatusCode: status, httpErrorMessage: message } = value;
  return (status === undefined || isStatus(status)) && (message === undefined || isText(message));
};

/** Members of a rule, and what each must be. */
const members: Readonly<Record<keyof FaultRule, readonly [check: Check, expected: string]>> = {
  id: [isText, 'a string'],
  method: [isText, 'a method id, or a prefix of one with `*` at its end'],
  path: [isText, 'a path, or a prefix of one with `*` at its end'],
  status: [isStatus, 'a status from 400 to 599'],
  reason: [isText, 'a string'],
  message: [isText, 'a string'],
  latencyMs: [(value) => typeof value === 'number' && value >= 0 && value <= longest, `milliseconds, at most ${longest}`],
  drop: [(value) => typeof value === 'boolean', 'true or false'],
  times: [isCount, 'a whole number'],
  probability: [(value) => typeof value === 'number' && value >= 0 && value <= 1, 'a number from 0 to 1'],
  operation: [isFailure, 'an object with an array `errors` of objects, and a status from 400 to 599 as `httpErrorStatusCode`'],
  unreachable: [(value) => isList(value) && value.every(isText), 'an array of scopes'],
};

/** What is wrong with a rule; empty where nothing is. A rule that no request to these APIs can match is wrong, too. */
export function validateFaultRule(rule: Json, world: World): readonly string[] {
  if (!isObject(rule)) return [`expected an object (received ${describeValue(rule)})`];
  const faults = Object.entries(rule).flatMap(([name, value]) => {
    if (!Object.hasOwn(members, name)) return [`unknown member "${name}"${formatSuggestion(name, Object.keys(members))}`];
    const [check, expected] = members[name as keyof FaultRule];
    return check(value) ? [] : [`${name} must be ${expected} (received ${describeValue(value)})`];
  });
  if (faults.length > 0) return faults;
  const error = findTargetError(rule as FaultRule, world);
  return error === undefined ? [] : [error];
}

/** The rules of a list that was checked. */
export function toFaultRules(rules: readonly Json[]): readonly FaultRule[] {
  return rules.map((rule) => rule as JsonObject as FaultRule);
}
