/**
 * The values that the service generated, and those that the mock generated in their place. They are bound where they first occur in a response.
 * From then on they must be consistent: both repeat a value, or both replace it.
 */

/** What holds a value: a resource, by its recorded path, and the name of a field. */
export interface BindingPlace {
  readonly resource: string;
  readonly field: string;
}

/** What the service and the mock sent in the same place. */
export interface ValuePair {
  readonly recorded: string;
  readonly actual: string;
}

/** A value that isn't consistent with an earlier one. */
export interface BindingConflict {
  /** `replaced`: only the mock replaced the earlier value. `kept`: only the service did. */
  readonly kind: 'replaced' | 'kept';
  /** The value of the mock that would be consistent, if it is known. */
  readonly expected?: string;
}

interface BoundValues {
  readonly toActual: Map<string, string>;
  readonly toRecorded: Map<string, string>;
}

/** Whether a value is so short that it can have several meanings. */
export const isAmbiguous = (text: string): boolean => text.length < 4;

/** The bindings of one scenario. */
export class Bindings {
  readonly #places = new Map<string, BoundValues>();
  readonly #latest = new Map<string, string>();
  readonly #counters = new Map<string, ValuePair>();
  readonly #segments = new Map<string, BoundValues>();
  readonly #names = new Map<string, string>();
  readonly #pairs = new Map<string, Set<string>>();

  /** Binds a value of a field. `isNormalized`: the recorded value stands for any, so that it can't conflict. */
  bind({ resource, field }: BindingPlace, pair: ValuePair, isNormalized = false): BindingConflict | undefined {
    this.#latest.set(field, pair.actual);
    const values = getOrCreateValues(this.#places, `${resource} ${field}`);
    if (!isNormalized) this.#addPair(pair);
    return bindValue(values, pair, isNormalized);
  }

  /** Whether a counter grows, or shrinks, as the recorded one since its last value. Texts that aren't numbers have no order. */
  followsCounter({ resource, field }: BindingPlace, pair: ValuePair): boolean {
    const key = `${resource} ${field}`;
    const last = this.#counters.get(key);
    this.#counters.set(key, pair);
    return last === undefined || compareCounters(last.recorded, pair.recorded) === compareCounters(last.actual, pair.actual);
  }

  /** Binds the ID of a member of a collection, such as `operations`. */
  bindSegment(collection: string, pair: ValuePair): BindingConflict | undefined {
    this.#addPair(pair);
    return bindValue(getOrCreateValues(this.#segments, collection), pair, false);
  }

  /** Binds a resource name whose form differs, such as `operations/1` and `projects/p/operations/2`. */
  bindName({ recorded, actual }: ValuePair): void {
    if (!recorded.includes('/')) return;
    if (recorded !== actual) this.#names.set(recorded, actual);
    else this.#names.delete(recorded);
  }

  find({ resource, field }: BindingPlace, recorded: string): string | undefined {
    return this.#places.get(`${resource} ${field}`)?.toActual.get(recorded);
  }

  /** Returns the value that the mock last generated for a field with this name, in any resource. */
  findLatest(field: string): string | undefined {
    return this.#latest.get(field);
  }

  findSegment(collection: string, recorded: string): string | undefined {
    return this.#segments.get(collection)?.toActual.get(recorded);
  }

  /** Replaces the resource name in a path or a name, or in that of a resource below. */
  replaceName(path: string): string | undefined {
    for (const [recorded, actual] of this.#names) {
      const at = path.startsWith(recorded) ? 0 : path.indexOf(`/${recorded}`) + 1;
      const end = at + recorded.length;
      const isWhole = (at > 0 || path.startsWith(recorded)) && (end === path.length || path[end] === '/' || path[end] === ':');
      if (isWhole) return path.slice(0, at) + actual + path.slice(end);
    }
    return undefined;
  }

  /** Whether the values are bound to each other, in whatever place. */
  areBound({ recorded, actual }: ValuePair): boolean {
    return this.#pairs.get(recorded)?.has(actual) ?? false;
  }

  /**
   * Returns the only value that is bound to a recorded one, in whatever place, and equal only if no other is. Ambiguous values have
   * none.
   */
  findUnique(recorded: string): string | undefined {
    const actual = isAmbiguous(recorded) ? [] : [...(this.#pairs.get(recorded) ?? [])];
    const replaced = actual.filter((value) => value !== recorded);
    return replaced.length <= 1 ? (replaced[0] ?? actual[0]) : undefined;
  }

  #addPair({ recorded, actual }: ValuePair): void {
    const known = this.#pairs.get(recorded);
    if (known === undefined) this.#pairs.set(recorded, new Set([actual]));
    else known.add(actual);
  }
}

function compareCounters(one: string, other: string): number {
  if (!/^\d{1,40}$/.test(one) || !/^\d{1,40}$/.test(other)) return 0;
  return BigInt(one) === BigInt(other) ? 0 : BigInt(one) < BigInt(other) ? 1 : -1;
}

function getOrCreateValues(map: Map<string, BoundValues>, key: string): BoundValues {
  let values = map.get(key);
  if (values === undefined) map.set(key, (values = { toActual: new Map(), toRecorded: new Map() }));
  return values;
}

function bindValue(
  { toActual, toRecorded }: BoundValues,
  { recorded, actual }: ValuePair,
  isNormalized: boolean,
): BindingConflict | undefined {
  const expected = toActual.get(recorded);
  const earlier = toRecorded.get(actual);
  toActual.set(recorded, actual);
  toRecorded.set(actual, recorded);
  if (isNormalized) return undefined;
  if (expected !== undefined && expected !== actual) return { kind: 'replaced', expected };
  return earlier !== undefined && earlier !== recorded ? { kind: 'kept' } : undefined;
}
