/** The evidence for a hypothesis: independent scenarios, and how likely they agree by chance. */
import type { Json } from '../../generator/lib/json.js';
import { isObject } from '../../generator/lib/json.js';
import type { Type } from '../../generator/model/model.js';
import type { CallScenario } from './calls.js';
import { compareText } from '../../generator/lib/diagnostics.js';

/** The number of independent scenarios that a proposal needs. */
export const minScenarios = 3;
/** The probability below which agreement isn't by chance. */
export const maxChance = 0.01;

/** The scenarios that support a hypothesis. */
export class Support {
  private readonly bySignature = new Map<string, Set<CallScenario>>();

  add(scenario: CallScenario): this {
    const same = this.bySignature.get(scenario.signature) ?? new Set();
    this.bySignature.set(scenario.signature, same.add(scenario));
    return this;
  }

  addAll(other: Support): void {
    for (const same of other.bySignature.values()) for (const scenario of same) this.add(scenario);
  }

  /** The number of scenarios whose requests differ in more than names. */
  get scenarios(): number {
    return this.bySignature.size;
  }

  /** The first digits of the digests of the recordings, sorted. */
  get recordings(): readonly string[] {
    const digests = [...this.bySignature.values()].flatMap((same) => [...same].map(({ digest }) => digest.slice(0, 12)));
    return [...new Set(digests)].sort(compareText);
  }
}

/** The number of values that a field can have. Texts and numbers count as many. */
export function countValues(type: Type | undefined, value: Json): number {
  if (typeof value === 'boolean') return 2;
  if (Array.isArray(value))
    return value.length === 0
      ? 2
      : (value as Json[]).reduce<number>((product, element) => product * countValues(elementType(type), element), 1);
  if (isObject(value)) {
    const members = Object.values(value);
    return members.length === 0 ? 2 : members.reduce<number>((product, member) => product * countValues(undefined, member), 1);
  }
  if (type?.kind === 'string' && type.enum !== undefined) return Math.max(2, type.enum.length);
  if (type?.kind === 'string' && type.const !== undefined) return 1e6;
  return 1e6;
}

const elementType = (type: Type | undefined): Type | undefined => (type?.kind === 'array' ? type.items : undefined);

/** The probability that the values of `scenarios` scenarios agree, if each is drawn at random from `values` values. */
export const getChance = (values: number, scenarios: number): number => Math.min(1, values ** -(scenarios - 1));

export const isSufficient = (scenarios: number, chance: number): boolean => scenarios >= minScenarios && chance < maxChance;

/** The lower bound of the 95 % Wilson interval for a share without counterexamples. */
export function getWilsonBound(scenarios: number, against = 0): number {
  const total = scenarios + against;
  if (total === 0) return 0;
  const z = 1.96;
  const share = scenarios / total;
  const center = share + (z * z) / (2 * total);
  const margin = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  return (center - margin) / (1 + (z * z) / total);
}

/** In how many ways scenarios can be split into groups of these sizes: a condition that says nothing splits them as recorded once in so many. */
export function countArrangements(sizes: readonly number[]): number {
  let total = 0;
  let count = 1;
  for (const size of sizes)
    for (let index = 1; index <= size; index += 1) {
      total += 1;
      count = (count * total) / index;
    }
  return count;
}
