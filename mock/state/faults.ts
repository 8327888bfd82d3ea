/** Injected faults: the rules that match a request, and their effects. */
import { describeValue, formatSuggestion } from '../../runtime/error-text.js';
import { getReasonDefaults } from '../lib/http-error.js';
import { decodeIfValid } from '../lib/http-request.js';
import { Random } from '../lib/random.js';
import type { FaultRule } from '../types/mock.js';
import { isList, isObject, type Json } from '../lib/json.js';
import { findEffectError, findTargetError, isFaultPatternMatch } from './fault-target.js';
import type { Catalog } from '../catalog/catalog.js';

/** The maximum number of rules of a session, because each request is compared with all of them. */
export const maxFaultRules = 1000;

export interface FaultEffects {
  readonly latencyMs: number;
  /** The rule that responds instead of the mock: with an error, or by cutting the connection. */
  readonly response?: FaultRule;
  readonly operation?: NonNullable<FaultRule['operation']>;
  readonly unreachable: readonly string[];
  readonly ids: readonly string[];
}

/** The rules that still apply, with their remaining times, and the random numbers that decide by probability: a seed or a state. */
export interface FaultState {
  readonly rules: readonly FaultRule[];
  readonly random: number | readonly number[];
}

export interface FaultTarget {
  /** Absent if no route matched. */
  readonly methodId: string | undefined;
  /** What precedes the path if the request has the whole path of the API's address. */
  readonly rootPath?: string | undefined;
  readonly path: string;
}

const noEffects: FaultEffects = { latencyMs: 0, unreachable: [], ids: [] };

/** Returns the effects of the rules that apply to a request, and the faults after it: the same object if nothing changes. */
export function applyFaultRules(faults: FaultState, target: FaultTarget): { readonly effects: FaultEffects; readonly next: FaultState } {
  if (faults.rules.length === 0) return { effects: noEffects, next: faults };
  const random = new Random(faults.random);
  let effects = noEffects;
  let isChanged = false;
  const isMatch = createFaultMatcher(target);
  const isApplicable = (rule: FaultRule): boolean => {
    if (!isMatch(rule)) return false;
    if (rule.probability === undefined) return true;
    isChanged = true;
    return random.nextFraction() < rule.probability;
  };
  const rules = faults.rules.map((rule, index) => {
    if ((hasResponse(rule) && effects.response) || rule.times === 0 || !isApplicable(rule)) return rule;
    effects = addRuleEffects(effects, rule, rule.id ?? String(index));
    return rule.times === undefined ? rule : { ...rule, times: rule.times - 1 };
  });
  isChanged ||= rules.some(({ times }, index) => times === 0 || times !== faults.rules[index]?.times);
  return { effects, next: isChanged ? { rules: rules.filter(({ times }) => times !== 0), random: random.state } : faults };
}

/** Creates a function that returns whether a rule selects a request. Clients differ in which characters of a path they percent-encode. */
export function createFaultMatcher({ methodId, rootPath, path: targetPath }: FaultTarget): (rule: FaultRule) => boolean {
  const decodedPath = decodeIfValid(targetPath);
  const wholePath = rootPath === undefined ? undefined : `${rootPath}${decodedPath}`;
  return ({ method, path }) => {
    if (!isMatchOrAbsent(method, methodId)) return false;
    const pattern = path && decodeIfValid(path);
    return isMatchOrAbsent(pattern, decodedPath) || (wholePath !== undefined && isMatchOrAbsent(pattern, wholePath));
  };
}

/** Returns why a session can't have so many rules, or `undefined`. */
export function findFaultCountError(count: number): string | undefined {
  return count > maxFaultRules ? `A session can have at most ${maxFaultRules} fault rules (received ${count}).` : undefined;
}

/** Returns whether a rule responds instead of the mock. */
function hasResponse(rule: FaultRule): boolean {
  return getFaultStatus(rule) !== undefined || rule.drop === true;
}

/** Returns the status of a rule's response. Default: that of its reason. */
export function getFaultStatus({ status, reason, operation }: FaultRule): number | undefined {
  return status ?? (reason === undefined || operation ? undefined : (getReasonDefaults(reason)?.code ?? 500));
}

function addRuleEffects(effects: FaultEffects, rule: FaultRule, id: string): FaultEffects {
  const operation = effects.operation ?? rule.operation;
  return {
    latencyMs: effects.latencyMs + (rule.latencyMs ?? 0),
    ...(effects.response ? { response: effects.response } : hasResponse(rule) && { response: rule }),
    ...(operation && { operation }),
    unreachable: [...effects.unreachable, ...(rule.unreachable ?? [])],
    ids: [...effects.ids, id],
  };
}

function isMatchOrAbsent(pattern: string | undefined, text: string | undefined): boolean {
  return pattern === undefined || (text !== undefined && isFaultPatternMatch(pattern, text));
}

type ValueTest = (value: Json) => boolean;

const isString: ValueTest = (value) => typeof value === 'string';
const isCount: ValueTest = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** The maximum delay of a timer in milliseconds. */
const maxLatency = 2 ** 31 - 1;
const isStatus: ValueTest = (value) => isCount(value) && Number(value) >= 400 && Number(value) <= 599;
const isFailure: ValueTest = (value) => {
  if (!isObject(value) || !isList(value['errors']) || !value['errors'].every(isObject)) return false;
  const { httpErrorStatusCode: status, httpErrorMessage: message } = value;
  return (status === undefined || isStatus(status)) && (message === undefined || isString(message));
};

/** The members of a rule, and the expected value of each. */
const ruleMembers: Readonly<Record<keyof FaultRule, readonly [check: ValueTest, expected: string]>> = {
  id: [isString, 'a string'],
  method: [isString, 'a method ID, or a prefix of one with `*` at its end'],
  path: [isString, 'a path, or a prefix of one with `*` at its end'],
  status: [isStatus, 'an integer from 400 to 599'],
  reason: [isString, 'a string'],
  message: [isString, 'a string'],
  latencyMs: [
    (value) => typeof value === 'number' && value >= 0 && value <= maxLatency,
    `a number of milliseconds from 0 to ${maxLatency}`,
  ],
  drop: [(value) => typeof value === 'boolean', 'true or false'],
  times: [isCount, 'an integer of 0 or more'],
  probability: [(value) => typeof value === 'number' && value >= 0 && value <= 1, 'a number from 0 to 1'],
  operation: [isFailure, 'an object with an array `errors` of objects, and a status from 400 to 599 as `httpErrorStatusCode`'],
  unreachable: [(value) => isList(value) && value.every(isString), 'an array of scopes'],
};

/** Returns the errors of a rule. A rule that no request to these APIs can match is an error. */
export function validateFaultRule(rule: Json, catalog: Catalog): readonly string[] {
  if (!isObject(rule)) return [`expected an object (received ${describeValue(rule)})`];
  const errors = Object.entries(rule).flatMap(([name, value]) => {
    if (!Object.hasOwn(ruleMembers, name)) return [`unknown member "${name}"${formatSuggestion(name, Object.keys(ruleMembers))}`];
    const [check, expected] = ruleMembers[name as keyof FaultRule];
    return value === undefined || check(value) ? [] : [`${name} must be ${expected} (received ${describeValue(value)})`];
  });
  if (errors.length > 0) return errors;
  const error = findTargetError(rule as FaultRule, catalog) ?? findEffectError(rule as FaultRule, catalog);
  return error === undefined ? [] : [error];
}
