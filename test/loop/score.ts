/**
 * Compares what was learned with what was removed, by behavior. The same scenarios are replayed against the mocks of the full, the reduced, and
 * the learned specification. A removed fact is found if the learned mock agrees wherever the reduced one differs because of it. A learned entry is
 * wrong if the learned mock differs where the reduced one didn't.
 */
import { getLookup, type Lookup } from '../../generator/model/schema-lookup.js';
import type { Api } from '../../generator/model/model.js';
import { getMember, isObject, type Json } from '../../generator/lib/json.js';
import type { Exchange } from '../../fidelity/recordings/exchange.js';
import type { MatchedCall } from '../../fidelity/recordings/match-exchange.js';
import type { Difference } from '../../fidelity/verify/difference.js';
import type { ExchangeResult } from '../../fidelity/verify/exchange-result.js';
import type { LearnedEntry } from './learned-entries.js';
import { join, listLeaves, overlaps, readPath, visitMessages } from './places.js';
import type { RemovedFact } from './removed-facts.js';

/** The results about one exchange. */
export interface Trial {
  readonly match: MatchedCall;
  readonly exchange: Exchange;
  readonly full: ExchangeResult | undefined;
  readonly reduced: ExchangeResult | undefined;
  readonly learned: ExchangeResult | undefined;
  /** The signature of the scenario, if it was among those learned from. */
  readonly signature?: string;
}

interface Count {
  /** The independent scenarios among those learned from that show a fact. */
  readonly signatures: Set<string>;
  /** The places where the reduced mock differs because of it. */
  shown: number;
  /** Those of them where the learned mock agrees. */
  right: number;
}

interface FactScore extends Count {
  readonly fact: RemovedFact;
  /** The places in responses that the reduced mock can't give, because it rejects the request or the creation of the resource. */
  readonly failed: Count;
}

const createCount = (): Count => ({ signatures: new Set(), shown: 0, right: 0 });

interface Place {
  readonly path: string;
  /** The path of the object. Empty for the body. */
  readonly at: string;
  readonly score: FactScore;
}

export class Score {
  readonly facts: readonly FactScore[];
  readonly wrong = new Map<LearnedEntry, string>();
  /** Differences of no entry. */
  readonly unattributed: string[] = [];
  readonly #lookup: Lookup;

  constructor(
    private readonly api: Api,
    facts: readonly RemovedFact[],
    private readonly entries: readonly LearnedEntry[],
  ) {
    this.#lookup = getLookup(api);
    this.facts = facts.map((fact) => ({ fact, ...createCount(), failed: createCount() }));
  }

  add(trial: Trial): void {
    const { full, reduced, learned } = trial;
    const own = getDifferences(full);
    const without = getDifferences(reduced);
    const withLearned = getDifferences(learned);
    if (own === undefined) return;
    // What the full mock doesn't repeat says nothing.
    const isRepeatable = ({ path }: Located): boolean => own.every((other) => !overlaps(other.path, path));
    const after = withLearned?.filter(isRepeatable);
    if (after === undefined || without === undefined || without.some(({ path }) => path === '')) {
      if (without === undefined || after !== undefined) this.#scoreFailed(trial, after);
      return;
    }
    const before = without.filter(isRepeatable);
    if (before.length > 0) this.#scoreFacts(trial, before, after);
    const fresh = after.filter((difference) => !before.some((other) => isRepeated(difference, other)));
    if (fresh.length > 0) this.#blame(trial, fresh);
  }

  #scoreFacts({ match, exchange, signature }: Trial, before: readonly Located[], after: readonly Located[]): void {
    for (const { path, at, score } of this.#listPlaces(match, exchange)) {
      if (!before.some((difference) => overlaps(difference.path, path))) continue;
      // Without the object that has the field, the fact can't show.
      if (at !== '' && after.some((difference) => difference.kind === 'missing' && isWithin(at, difference.path))) continue;
      score.shown += 1;
      if (signature !== undefined) score.signatures.add(signature);
      if (!after.some((difference) => overlaps(difference.path, path))) score.right += 1;
    }
  }

  #scoreFailed({ match, exchange, signature }: Trial, after: readonly Located[] | undefined): void {
    for (const { path, score } of this.#listPlaces(match, exchange)) {
      score.failed.shown += 1;
      if (signature !== undefined) score.failed.signatures.add(signature);
      if (after?.every((difference) => difference.path !== '' && !overlaps(difference.path, path)) === true) score.failed.right += 1;
    }
  }

  /** Lists the recorded fields that have the value of a fact. */
  #listPlaces({ method }: MatchedCall, { response }: Exchange): readonly Place[] {
    const body = response?.body?.kind === 'json' ? response.body.value : undefined;
    if ((response?.status ?? 0) >= 400) return this.#listErrorPlaces(method.id, response?.status ?? 0);
    const places: Place[] = [];
    for (const score of this.facts)
      if ('method' in score.fact.owner && method.id === `${this.api.name}.${score.fact.owner.method}`)
        places.push({ path: score.fact.field, at: '', score });
    visitMessages(body, method.response, this.#lookup, (schema, at) => {
      for (const score of this.facts) {
        if (!('schema' in score.fact.owner) || score.fact.owner.schema !== schema) continue;
        for (const [field, value] of listLeaves(score.fact.field, score.fact.value)) {
          const path = join(at, field);
          if (this.#hasValue(score.fact, field, { stated: value, recorded: readPath(body, path) })) places.push({ path, at, score });
        }
      }
    });
    return places;
  }

  /** Several facts can set the same field: those with a constant own its value, and the one with a template owns all others. */
  #hasValue(
    { id, kind, owner }: RemovedFact,
    field: string,
    { stated, recorded }: { readonly stated: Json; readonly recorded: Json | undefined },
  ): boolean {
    if (recorded === undefined) return false;
    if (kind !== 'template') return agrees(stated, recorded);
    const isOther = (fact: RemovedFact): boolean =>
      fact.id !== id && fact.kind !== 'template' && fact.field === field && JSON.stringify(fact.owner) === JSON.stringify(owner);
    return !this.facts.some(({ fact }) => isOther(fact) && agrees(fact.value, recorded));
  }

  #listErrorPlaces(methodId: string, status: number): readonly Place[] {
    const action = this.api.methods.find(({ id }) => id === methodId)?.action;
    const schema = action !== undefined && 'resource' in action ? this.#lookup.resource(action.resource)?.schema : undefined;
    return this.facts.flatMap((score) =>
      'errorsOf' in score.fact.owner && score.fact.owner.errorsOf === schema && status === 404
        ? [{ path: 'error.message', at: '', score }]
        : [],
    );
  }

  /** Finds the entries that cause differences. */
  #blame({ match: { method }, exchange }: Trial, differences: readonly Located[]): void {
    const body = (recorded: Exchange): Json | undefined =>
      recorded.response?.body?.kind === 'json' ? recorded.response.body.value : undefined;
    const places: { readonly path: string; readonly entry: LearnedEntry }[] = [];
    const addFields = (entry: LearnedEntry, at: string): void => {
      for (const field of entry.fields ?? []) places.push({ path: join(at, field), entry });
    };
    for (const entry of this.entries) {
      if (entry.owner === undefined) addFields(entry, '');
      else if ('method' in entry.owner && entry.owner.method === method.id) places.push({ path: '', entry });
      else if ('schema' in entry.owner && entry.fields?.[0] === 'error') addFields(entry, '');
    }
    visitMessages(body(exchange), method.response, this.#lookup, (schema, at) => {
      for (const entry of this.entries)
        if (entry.owner !== undefined && 'schema' in entry.owner && entry.owner.schema === schema) addFields(entry, at);
    });
    for (const difference of differences) {
      const causes = places.filter(({ path }) => path === '' || overlaps(path, difference.path));
      const text = `${method.id} ${difference.kind} ${difference.path}: ${shorten(difference.expected)} expected, ${shorten(difference.actual)} received`;
      for (const { entry } of causes) if (!this.wrong.has(entry)) this.wrong.set(entry, text);
      if (causes.length === 0) this.unattributed.push(text);
    }
  }
}

interface Located extends Pick<Difference, 'kind' | 'expected' | 'actual'> {
  readonly path: string;
}

/** Returns the differences of a body, and of the status. `undefined` if the exchange wasn't compared. */
function getDifferences(result: ExchangeResult | undefined): readonly Located[] | undefined {
  if (result?.kind !== 'compared') return undefined;
  const bodies = result.differences.filter(({ field }) => !field.startsWith('headers.'));
  return bodies.map(({ pointer, field, ...rest }) => ({ ...rest, path: pointer === undefined ? field : pointer.join('.') }));
}

/** Whether a difference is part of one that was there before. */
function isRepeated(difference: Located, before: Located): boolean {
  if (difference.kind === 'missing') return before.path === difference.path || difference.path.startsWith(`${before.path}.`);
  return (
    before.path === difference.path &&
    before.kind === difference.kind &&
    JSON.stringify(before.actual) === JSON.stringify(difference.actual)
  );
}

const isWithin = (path: string, whole: string): boolean => path === whole || path.startsWith(`${whole}.`);

/** Whether a recorded value has the stated one, and possibly further members. In Discovery documents, all defaults are strings. */
function agrees(stated: Json | undefined, recorded: Json | undefined): boolean {
  if (Array.isArray(stated))
    return (
      Array.isArray(recorded) &&
      stated.length === recorded.length &&
      stated.every((item: Json, index) => agrees(item, recorded[index] as Json))
    );
  if (isObject(stated))
    return isObject(recorded) && Object.entries(stated).every(([name, inner]) => agrees(inner, getMember(recorded, name)));
  return String(stated) === String(recorded);
}

function shorten(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
