/** Groups what comparisons show by method. */
import { compareLocation, compareText, type Location } from '../../generator/lib/diagnostics.js';
import type { Json } from '../../generator/lib/json.js';
import type { AssumedResource } from './assumed-resource.js';
import { type Difference, type DifferenceKind, differenceKinds } from './difference.js';
import type { ComparedExchange, ExchangeResult, SkippedExchange, SkipReason } from './exchange-result.js';
import { hideSecrets } from '../recordings/redact/hidden-values.js';
import { hideSecretsInDifference, hideSecretsInExchange } from './hide-secrets.js';

/** The differences of one kind in one field of the responses of a method. */
export interface DifferenceGroup {
  readonly kind: DifferenceKind;
  /** The path of the field: `items[].name`. Empty for the whole response. */
  readonly field: string;
  /** The number of exchanges. */
  readonly count: number;
  /** What the service and the mock sent in the first of them. */
  readonly expected?: Json;
  readonly actual?: Json;
  /** The rule of the mock that rejected the request, and its message. */
  readonly rule?: string;
  readonly message?: string;
  /** The first responses in the recordings that show it. */
  readonly evidence: readonly Location[];
  /** Why the project accepts the difference. */
  readonly accepted?: string;
}

/** How often the values of a field compare. Counts exchanges; one with several values of the field counts once, with the worst. */
export interface FieldVerdict {
  /** The path of the field: `items[].name`. */
  readonly field: string;
  readonly agree: number;
  /** The value reconstructed the state before the recording. */
  readonly assumed: number;
  readonly differ: number;
  /** The description of the API lacks the field. */
  readonly notCompared: number;
}

/** The exchanges that weren't compared for one reason. */
export interface SkipGroup {
  readonly reason: SkipReason;
  readonly count: number;
  /** The details of the first exchange. */
  readonly detail?: string;
  readonly evidence: readonly Location[];
}

/** Numbers of exchanges. */
export interface ExchangeCounts {
  /** The number of compared exchanges. */
  readonly compared: number;
  /** The number of compared exchanges without a difference, and with a value that was not assumed. */
  readonly agree: number;
  /** The number of compared exchanges that show nothing but what was assumed. */
  readonly assumed: number;
  /** The number of compared exchanges with a difference. */
  readonly differ: number;
}

export interface MethodVerdict extends ExchangeCounts {
  /** The method ID. */
  readonly method: string;
  /** `dns v1` */
  readonly api: string;
  /** The number of scenarios with a compared exchange. */
  readonly scenarios: number;
  /** By the path of the field. */
  readonly fields: readonly FieldVerdict[];
  readonly differences: readonly DifferenceGroup[];
  readonly skipped: readonly SkipGroup[];
  /** The fields that the service sent and the description of the API lacks. They aren't compared. */
  readonly undocumented: readonly string[];
  /** The first exchanges with a difference, if they were kept. */
  readonly samples?: readonly ComparedExchange[];
}

/** What the comparisons show of an API. */
export interface ApiVerdict extends ExchangeCounts {
  /** `dns v1` */
  readonly api: string;
  /** The number of scenarios that call the API. */
  readonly scenarios: number;
  /** The number of exchanges, also of those that weren't compared. */
  readonly exchanges: number;
}

export interface Verdict extends ExchangeCounts {
  readonly recordings: number;
  readonly scenarios: number;
  readonly exchanges: number;
  /** What the comparison assumes of the states before the scenarios. */
  readonly state: readonly AssumedResource[];
  /** By API. */
  readonly apis: readonly ApiVerdict[];
  /** By API and method. */
  readonly methods: readonly MethodVerdict[];
  /** The exchanges without a method of a given API. */
  readonly skipped: readonly SkipGroup[];
}

/** The maximum number of locations of a group. */
const maxEvidence = 5;
/** The maximum number of exchanges of a method that are kept. */
const maxSamples = 3;

interface MutableGroup {
  readonly difference: Difference;
  count: number;
  readonly evidence: Location[];
}

type MutableField = { -readonly [Key in keyof Omit<FieldVerdict, 'field'>]: number };

interface MutableSkip {
  readonly reason: SkipReason;
  readonly detail: string | undefined;
  count: number;
  readonly evidence: Location[];
}

class MethodTally {
  scenarios = 0;
  compared = 0;
  agree = 0;
  assumed = 0;
  differ = 0;
  readonly fields = new Map<string, MutableField>();
  readonly groups = new Map<string, MutableGroup>();
  readonly skips = new Map<string, MutableSkip>();
  readonly undocumented = new Set<string>();
  readonly samples: ComparedExchange[] = [];

  constructor(
    readonly api: string,
    readonly method: string,
    private readonly keepsSamples: boolean,
  ) {}

  add(result: ComparedExchange): void {
    this.compared += 1;
    if (result.differences.length > 0) this.differ += 1;
    else if (result.values.isAssumed) this.assumed += 1;
    else this.agree += 1;
    this.#addFields(result);
    for (const field of result.undocumented) this.undocumented.add(field);
    const seen = new Set<string>();
    let isNew = false;
    for (const difference of result.differences) {
      const key = JSON.stringify([difference.kind, difference.field, difference.rule]);
      const group = this.groups.get(key) ?? { difference: hideSecretsInDifference(difference, result), count: 0, evidence: [] };
      this.groups.set(key, group);
      if (seen.has(key)) continue;
      seen.add(key);
      isNew ||= group.count === 0;
      group.count += 1;
      if (group.evidence.length < maxEvidence) group.evidence.push(result.exchange.response?.at ?? result.exchange.at);
    }
    if (isNew && this.keepsSamples && this.samples.length < maxSamples) this.samples.push(result);
  }

  #addFields({ differences, values, undocumented }: ComparedExchange): void {
    const verdicts = new Map<string, keyof MutableField>();
    for (const field of undocumented) verdicts.set(field, 'notCompared');
    for (const field of values.agree) verdicts.set(field, 'agree');
    for (const field of values.assumed) verdicts.set(field, 'assumed');
    for (const { field } of differences) verdicts.set(field, 'differ');
    verdicts.delete('');
    for (const [field, verdict] of verdicts) {
      const name = hideSecrets(field);
      const counts = this.fields.get(name) ?? { agree: 0, assumed: 0, differ: 0, notCompared: 0 };
      this.fields.set(name, counts);
      counts[verdict] += 1;
    }
  }

  toVerdict(): MethodVerdict {
    const { api, method, scenarios, compared, agree, assumed, differ } = this;
    const fields = [...this.fields].map(([field, counts]) => ({ field, ...counts }));
    const differences = [...this.groups.values()]
      .sort(
        (one, other) =>
          differenceKinds.indexOf(one.difference.kind) - differenceKinds.indexOf(other.difference.kind) ||
          other.count - one.count ||
          compareText(one.difference.field, other.difference.field),
      )
      .map(toGroup);
    return {
      method,
      api,
      scenarios,
      compared,
      agree,
      assumed,
      differ,
      fields: fields.sort((one, other) => compareText(one.field, other.field)),
      differences,
      skipped: toSkipGroups(this.skips),
      undocumented: [...this.undocumented].map(hideSecrets).sort(),
      ...(this.samples.length > 0 && { samples: this.samples.map(hideSecretsInExchange) }),
    };
  }
}

function toGroup({ difference: { pointer: _, ...difference }, count, evidence }: MutableGroup): DifferenceGroup {
  return { ...difference, count, evidence: evidence.sort(compareLocation) };
}

/** Collects the results of scenarios. */
export class Tally {
  readonly #methods = new Map<string, MethodTally>();
  readonly #apis = new Map<string, { scenarios: number; exchanges: number }>();
  readonly #skips = new Map<string, MutableSkip>();
  readonly #recordings = new Set<string>();
  readonly #state: AssumedResource[] = [];
  #scenarios = 0;
  #exchanges = 0;

  /** `keepsSamples`: keeps some exchanges of each method whole. */
  constructor(private readonly keepsSamples: boolean) {}

  addRecording(file: string): void {
    this.#recordings.add(file);
  }

  addScenario(results: readonly ExchangeResult[], assumed: readonly AssumedResource[] = []): void {
    for (const each of assumed)
      this.#state.push({ ...each, path: hideSecrets(each.path), fields: each.fields.map((field) => hideSecrets(field)) });
    this.#scenarios += 1;
    this.#exchanges += results.length;
    const compared = new Set<MethodTally>();
    const called = new Set<string>();
    for (const result of results) {
      if (result.api !== undefined) this.#addCall(result.api, called);
      const { api, method } = result;
      const tally = api === undefined || method === undefined ? undefined : this.#getOrCreateTally(api, method);
      if (result.kind === 'skipped') {
        addSkip(tally?.skips ?? this.#skips, result);
      } else if (tally !== undefined) {
        tally.add(result);
        compared.add(tally);
      }
    }
    for (const tally of compared) tally.scenarios += 1;
  }

  #addCall(api: string, called: Set<string>): void {
    const counts = this.#apis.get(api) ?? { scenarios: 0, exchanges: 0 };
    this.#apis.set(api, counts);
    counts.exchanges += 1;
    if (!called.has(api)) counts.scenarios += 1;
    called.add(api);
  }

  #getOrCreateTally(api: string, method: string): MethodTally {
    const key = `${api} ${method}`;
    const tally = this.#methods.get(key) ?? new MethodTally(api, method, this.keepsSamples);
    this.#methods.set(key, tally);
    return tally;
  }

  toVerdict(): Verdict {
    const methods = [...this.#methods.values()]
      .map((tally) => tally.toVerdict())
      .sort((one, other) => compareText(one.api, other.api) || compareText(one.method, other.method));
    const apis = [...this.#apis].map(([api, counts]) => ({ api, ...counts, ...sumCounts(methods.filter((method) => method.api === api)) }));
    return {
      recordings: this.#recordings.size,
      scenarios: this.#scenarios,
      exchanges: this.#exchanges,
      ...sumCounts(methods),
      state: this.#state,
      apis: apis.sort((one, other) => compareText(one.api, other.api)),
      methods,
      skipped: toSkipGroups(this.#skips),
    };
  }
}

function sumCounts(methods: readonly MethodVerdict[]): ExchangeCounts {
  const sum = (key: keyof ExchangeCounts): number => methods.reduce((total, method) => total + method[key], 0);
  return { compared: sum('compared'), agree: sum('agree'), assumed: sum('assumed'), differ: sum('differ') };
}

function addSkip(skips: Map<string, MutableSkip>, { reason, detail, exchange, method }: SkippedExchange): void {
  const key = method === undefined ? JSON.stringify([reason, detail]) : reason;
  const skip = skips.get(key) ?? { reason, detail, count: 0, evidence: [] };
  skips.set(key, skip);
  skip.count += 1;
  if (skip.evidence.length < maxEvidence) skip.evidence.push(exchange.at);
}

function toSkipGroups(skips: ReadonlyMap<string, MutableSkip>): readonly SkipGroup[] {
  return [...skips.values()]
    .map(({ reason, detail, count, evidence }) => ({
      reason,
      count,
      evidence,
      ...(detail !== undefined && { detail: hideSecrets(detail) }),
    }))
    .sort(
      (one, other) => compareText(one.reason, other.reason) || other.count - one.count || compareText(one.detail ?? '', other.detail ?? ''),
    );
}
