/** Compares a text that the service sent with that of the mock, and binds generated values. */
import { anonymous as anonymousCaller } from '../../mock/shared.js';
import { isAmbiguous, type Bindings, type BindingPlace, type ValuePair } from './bindings.js';
import type { ClientValues } from './client-values.js';
import type { GeneratedIds } from './generated-ids.js';
import { findNormalizedForm, hasPlaceholder, isPlaceholder, splitPlaceholders, matchPlaceholders } from './placeholders.js';
import type { PlaceholderValues } from './placeholder-values.js';
import { isNormalizedForm, hasSameForm, isDigits, type ValueRole } from './value-role.js';

export interface TextContext {
  readonly bindings: Bindings;
  readonly clientValues: ClientValues;
  readonly placeholders: PlaceholderValues;
  readonly isNormalized: boolean;
  /** The collections whose members the server names. */
  readonly generatedIds: ReadonlyMap<string, GeneratedIds>;
  /** Whether to bind the values. If not, the comparison has no effect. */
  readonly binds: boolean;
}

export interface TextPlace extends BindingPlace {
  readonly role: ValueRole | undefined;
  /** Whether only the server sets the field. */
  readonly isOutput: boolean;
}

/** `equal`: also for generated values that are consistent. `expected` of an inconsistent value is the consistent one, if it is known. */
export type TextResult = { readonly kind: 'equal' | 'value' } | { readonly kind: 'inconsistent'; readonly expected?: string };

const equal: TextResult = { kind: 'equal' };
const different: TextResult = { kind: 'value' };

export function compareTexts(pair: ValuePair, place: TextPlace, context: TextContext): TextResult {
  const { recorded, actual } = pair;
  if (context.isNormalized) return compareNormalized(pair, place, context);
  if (place.role !== undefined && isGenerated(pair, place, context)) return bindGenerated(pair, { ...place, role: place.role }, context);
  if (recorded === actual && !recorded.includes('/')) return equal;
  return isOfCaller(pair, context.clientValues) ? equal : compareNames(pair, context);
}

/**
 * A value in a field that the server generates is the client's if a request contained it first. So is an ID that only the mock took from a
 * request.
 */
function isGenerated(pair: ValuePair, place: TextPlace, { bindings, clientValues }: TextContext): boolean {
  const { recorded, actual } = pair;
  if (place.role === 'resourceId' && !isAmbiguous(actual) && clientValues.has(actual) && !bindings.areBound(pair)) return false;
  return !clientValues.has(recorded) || bindings.find(place, recorded) !== undefined || bindings.findUnique(recorded) !== undefined;
}

function bindGenerated(pair: ValuePair, place: TextPlace & { readonly role: ValueRole }, { bindings, binds }: TextContext): TextResult {
  if (!hasSameForm(place.role, pair.recorded, pair.actual)) return different;
  // All callers of a service can be the same one for a mock.
  if (!binds || place.role === 'caller') return equal;
  const conflict = bindings.bind(place, pair);
  const follows = place.role !== 'version' || bindings.followsCounter(place, pair);
  if (conflict === undefined && !follows) return { kind: 'inconsistent' };
  return conflict === undefined ? equal : { kind: 'inconsistent', ...(conflict.expected !== undefined && { expected: conflict.expected }) };
}

/** Compares names and links segment by segment. The IDs of collections whose members the server names are bound. */
function compareNames({ recorded, actual }: ValuePair, context: TextContext): TextResult {
  const { bindings, clientValues, generatedIds, binds } = context;
  if (recorded !== actual && bindings.areBound({ recorded, actual })) return equal;
  const [left, right] = [splitName(recorded), splitName(actual)];
  if (left.length !== right.length || getSeparators(recorded) !== getSeparators(actual)) return different;
  const toBind: [collection: string, pair: ValuePair][] = [];
  for (const [index, segment] of left.entries()) {
    const pair = { recorded: segment, actual: right[index] ?? '' };
    const collection = left[index - 1] ?? '';
    const ids = generatedIds.get(collection);
    const known = ids && bindings.findSegment(collection, segment);
    if (known !== undefined && known !== pair.actual) return { kind: 'inconsistent' };
    const isSame = segment === pair.actual || bindings.areBound(pair) || hasBoundNumber(pair, bindings);
    if (!isSame && (known !== undefined || ids === undefined || clientValues.has(segment) || !canBeGenerated(ids, pair))) return different;
    if (ids !== undefined && known === undefined && !clientValues.has(segment)) toBind.push([collection, pair]);
  }
  const conflicts = binds ? toBind.flatMap(([collection, pair]) => bindings.bindSegment(collection, pair) ?? []) : [];
  return conflicts.length === 0 ? equal : { kind: 'inconsistent' };
}

/** Splits a name or a link. The values of a query are parts, too, such as the generation of an object. */
const splitName = (text: string): readonly string[] => text.split(/[/?&=]/);

const getSeparators = (text: string): string => text.replace(/[^/?&=]+/g, '');

/** Whether two names differ only in the number of a project: `project-owners-123`. */
function hasBoundNumber({ recorded, actual }: ValuePair, bindings: Bindings): boolean {
  const [left, right] = [recorded.split('-'), actual.split('-')];
  const isBound = (one: string, other: string): boolean =>
    isDigits(one) && isDigits(other) && bindings.areBound({ recorded: one, actual: other });
  return left.length > 1 && left.length === right.length && left.every((part, at) => part === right[at] || isBound(part, right[at] ?? ''));
}

/** Whether a text contains an email address where that of the mock has the caller's, which its credential states. */
function isOfCaller({ recorded, actual }: ValuePair, clientValues: ClientValues): boolean {
  const at = actual.indexOf(anonymousCaller);
  if (at < 0) return false;
  const [start, end] = [actual.slice(0, at), actual.slice(at + anonymousCaller.length)];
  const own = recorded.slice(start.length, recorded.length - end.length);
  return recorded === start + own + end && /^[\w.+-]+@[\w.-]+$/.test(own) && !clientValues.has(own) && !clientValues.has(recorded);
}

function canBeGenerated(ids: GeneratedIds, { recorded, actual }: ValuePair): boolean {
  if (actual === '') return false;
  return ids === 'operations' || ids === 'names' || (isDigits(recorded) === isDigits(actual) && (ids === 'ids' || isDigits(actual)));
}

function compareNormalized(pair: ValuePair, place: TextPlace, context: TextContext): TextResult {
  const { recorded, actual } = pair;
  const { bindings, clientValues, placeholders, binds } = context;
  const bind = (): TextResult => {
    if (binds && place.role !== undefined) bindings.bind(place, pair, true);
    return equal;
  };
  if (hasPlaceholder(recorded)) {
    if (recorded === actual) return equal;
    const [left, right] = [toComparableLink(recorded), toComparableLink(actual)];
    const parts = splitPlaceholders(left);
    if (isPlaceholder(parts) && (place.isOutput || place.role !== undefined) && actual !== '') {
      if (binds) placeholders.bind(parts.names[0] ?? '', actual);
      return bind();
    }
    const values = matchPlaceholders(parts, right, (name) => placeholders.findFixed(name));
    if (values === undefined) return compareNames({ recorded: placeholders.replace(left), actual: right }, context);
    if (binds) for (const [name, value] of values) placeholders.bind(name, value);
    return bind();
  }
  const isSent = clientValues.has(recorded) && findNormalizedForm(recorded) === 'number';
  if (!isSent && isNormalizedForm(recorded, actual)) return bind();
  if (place.role !== undefined && !clientValues.has(recorded)) return hasSameForm(place.role, recorded, actual) ? bind() : different;
  const [left, right] = [toComparableLink(recorded), toComparableLink(actual)];
  return left === right ? equal : compareNames({ recorded: left, actual: right }, context);
}

/** Removes the address from a link below `googleapis.com`, because normalized recordings give all links of an API the same address. */
function toComparableLink(text: string): string {
  const [, path] = /^https?:\/\/[\w.-]+\.googleapis\.com\/((?:[a-z]+\/)?(?:v\d\w*|alpha|beta)\/.+)$/s.exec(text) ?? [];
  return path === undefined ? text : path.replace(/^(?:[a-z]+\/)?(?:v\d\w*|alpha|beta)\//, '//');
}
