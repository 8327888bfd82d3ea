/** The values that reconstructed the state before a scenario. A comparison with one of them shows nothing. */
import { getAt, isObject, type Json, type Pointer } from '../../generator/lib/json.js';
import type { CompleteExchange } from '../recordings/exchange.js';
import type { MatchedCall } from '../recordings/match-exchange.js';
import type { EqualValue } from './compare-bodies.js';
import { toKey, type InferredResource } from './infer-state.js';
import { findWrite, getPolicyPath, isWritten } from './list-writes.js';
import { getCallPath, locateItems, locateNamed, locateTarget, type LocatedResource } from './locate-resources.js';
import { getJson } from './resource-path.js';

/** How the values of a response without differences compare. The names of the fields are unique. */
export interface ValueVerdicts {
  /** The fields that agree. */
  readonly agree: readonly string[];
  /** The fields whose value reconstructed the state. */
  readonly assumed: readonly string[];
  /** Whether the response shows nothing but what was assumed. */
  readonly isAssumed: boolean;
}

/** The values of each field that reconstructed a resource. Lists have the elements of all positions under one path. */
type FieldValues = Map<string, Set<string>>;

export class AssumedValues {
  readonly #resources = new Map<string, FieldValues>();

  /** Adds a resource that a session of the mock was seeded with. */
  add({ api, path, fields, policy }: InferredResource): void {
    this.#resources.set(toKey(api, path), listValues(fields));
    if (policy !== undefined) this.#resources.set(toKey(api, getPolicyPath(path)), listValues(policy));
  }

  /** Returns the verdicts of an exchange whose values are equal, and removes the marks of what its request changed. */
  classify(exchange: CompleteExchange, match: MatchedCall, equal: readonly EqualValue[]): ValueVerdicts {
    if (this.#resources.size === 0) return { agree: listNames(equal), assumed: [], isAssumed: false };
    const isTargetAssumed = this.#isTargetAssumed(exchange, match);
    this.#applyWrite(exchange, match);
    const located = this.#locate(exchange, match);
    const isOfAssumed = (value: EqualValue): boolean => this.#isAssumed(value, { exchange, match, located });
    const assumed = equal.filter(isOfAssumed);
    const marked = new Set(assumed);
    const others = equal.filter((value) => !marked.has(value));
    const isTouched = isTargetAssumed || assumed.length > 0;
    if (!plainActions.has(match.method.action.kind)) this.#copyMarks(assumed, exchange, { match, located });
    return { agree: listNames(others), assumed: listNames(assumed), isAssumed: isTouched && others.every(({ isWeak }) => isWeak) };
  }

  /** Whether the resource of a request existed before the scenario, or for a list the one above. */
  #isTargetAssumed(exchange: CompleteExchange, match: MatchedCall): boolean {
    if (exchange.response.status >= 400) return false;
    const path = getCallPath(exchange, match);
    const target = locateTarget(exchange, match)?.path ?? (match.method.action.kind === 'list' ? path.slice(0, path.lastIndexOf('/')) : '');
    return this.#resources.has(toKey(match.api, target));
  }

  #applyWrite(exchange: CompleteExchange, match: MatchedCall): void {
    const write = exchange.response.status < 400 ? findWrite(exchange, match) : undefined;
    if (write === undefined) return;
    const key = toKey(match.api, write.path);
    const values = this.#resources.get(key);
    if (write.kind === 'fields') for (const field of values?.keys() ?? []) if (isWritten(field, write.fields)) values?.delete(field);
    if (write.kind !== 'created' && write.kind !== 'deleted') return;
    for (const each of this.#resources.keys())
      if (each === key || each.startsWith(`${key}/`) || each.startsWith(`${key}#`)) this.#resources.delete(each);
  }

  /** Returns the resources in a response, those inside others first. */
  #locate(exchange: CompleteExchange, match: MatchedCall): readonly LocatedResource[] {
    const target = locateTarget(exchange, match);
    const isPolicy = match.method.action.kind.endsWith('IamPolicy');
    const own = target !== undefined && isPolicy ? { ...target, path: getPolicyPath(target.path), body: {} } : target;
    const all = [...(own?.body === undefined ? [] : [own]), ...locateItems(exchange, match), ...locateNamed(exchange, match)];
    return [...all].sort((one, other) => other.pointer.length - one.pointer.length);
  }

  #isAssumed({ pointer }: EqualValue, { exchange, match, located }: ValueContext): boolean {
    const { api, method } = match;
    const value = getAt(getJson(exchange.response.body) ?? null, pointer) ?? null;
    const around = located.filter((each) => each.pointer.every((segment, index) => pointer[index] === segment));
    for (const { path, pointer: start } of around) {
      const values = this.#resources.get(toKey(api, path));
      const field = formatField(pointer.slice(start.length));
      const own = values?.get(field);
      if (own?.has(toText(value))) return true;
      // The service has replaced the value since.
      if (own !== undefined) values?.delete(field);
    }
    if (around.length > 0 && plainActions.has(method.action.kind)) return false;
    // Other methods can return parts and copies of a resource.
    return isTelling(value) && !isSent(value, exchange) && this.#findNear(exchange, match).some((values) => hasValue(values, value));
  }

  /** Returns the values of the resources to which the path of a request belongs, and for other methods those of all. */
  #findNear(exchange: CompleteExchange, match: MatchedCall): readonly FieldValues[] {
    if (!plainActions.has(match.method.action.kind)) return [...this.#resources.values()];
    const path = toKey(match.api, getCallPath(exchange, match));
    return [...this.#resources].filter(([key]) => path === key || path.startsWith(`${key}/`)).map(([, values]) => values);
  }

  /** A resource that another method derives from an assumed one has its values. */
  #copyMarks(assumed: readonly EqualValue[], exchange: CompleteExchange, { match, located }: Omit<ValueContext, 'exchange'>): void {
    const body = getJson(exchange.response.body);
    if (body === undefined) return;
    for (const { path, pointer: start } of located) {
      const key = toKey(match.api, path);
      const values: FieldValues = this.#resources.get(key) ?? new Map();
      for (const { pointer } of assumed)
        if (start.every((segment, index) => pointer[index] === segment))
          addValue(values, formatField(pointer.slice(start.length)), getAt(body, pointer) ?? null);
      if (values.size > 0) this.#resources.set(key, values);
    }
  }
}

interface ValueContext {
  readonly exchange: CompleteExchange;
  readonly match: MatchedCall;
  readonly located: readonly LocatedResource[];
}

/** Methods whose responses contain nothing but their resource, what the request contains, and their operation. */
const plainActions: ReadonlySet<string> = new Set([
  'get',
  'list',
  'create',
  'patch',
  'update',
  'delete',
  'undelete',
  'setFields',
  'setState',
  'transition',
  'getIamPolicy',
  'setIamPolicy',
  'testIamPermissions',
]);

const listNames = (values: readonly EqualValue[]): readonly string[] => [...new Set(values.map(({ field }) => field))];

const toText = (value: Json): string => JSON.stringify(value);

function listValues(value: Json): FieldValues {
  const values: FieldValues = new Map();
  const visit = (part: Json, pointer: Pointer): void => {
    if (Array.isArray(part) && part.length > 0) (part as readonly Json[]).forEach((item, index) => visit(item, [...pointer, index]));
    else if (isObject(part) && Object.keys(part).length > 0)
      for (const [key, member] of Object.entries(part)) visit(member, [...pointer, key]);
    else addValue(values, formatField(pointer), part);
  };
  visit(value, []);
  return values;
}

function addValue(values: FieldValues, field: string, value: Json): void {
  const known = values.get(field);
  if (known === undefined) values.set(field, new Set([toText(value)]));
  else known.add(toText(value));
}

const formatField = (pointer: Pointer): string =>
  pointer.map((segment, index) => (typeof segment === 'number' ? '[]' : index === 0 ? segment : `.${segment}`)).join('');

const hasValue = (values: FieldValues, value: Json): boolean => [...values.values()].some((known) => known.has(toText(value)));

/** Whether a value is unlikely to occur by chance. */
const isTelling = (value: Json): boolean => (typeof value === 'string' ? value !== '' : typeof value === 'number' && value > 1);

/** Whether a request contains a value, so that the response repeats it. */
const isSent = (value: Json, { request }: CompleteExchange): boolean =>
  request.body?.kind === 'json' && request.body.text.includes(JSON.stringify(value));
