/** Joins the evidence for an expression in several operations or resources. */
import type { Json } from '../../generator/lib/json.js';
import { maxChance, minScenarios, Support } from './evidence.js';
import type { FieldFact } from './field-fact.js';
import { donePrefix } from './observe.js';

/** The support of an expression for a field in all subjects of a kind: operations of all methods, or resources with any schema. */
export type Families = ReadonlyMap<string, Support>;

const getFamilyKey = ({ subject, field }: FieldFact, value: Json): string =>
  `${subject.startsWith('operation') ? 'operation' : subject.startsWith(donePrefix) ? 'done' : 'schema'} ${field} ${JSON.stringify(value)}`;

export function findFamilies(facts: readonly FieldFact[]): Families {
  const families = new Map<string, Support>();
  for (const fact of facts) {
    if (fact.when !== undefined || fact.isForced || fact.subject === 'operations' || fact.rival !== undefined) continue;
    for (const value of [fact.value, ...(fact.aliases ?? [])]) {
      // A field with an address in one resource says nothing about a field with the same name in another.
      if (value === '{generated.ipv4}') continue;
      const key = getFamilyKey(fact, value);
      const support = families.get(key) ?? new Support();
      families.set(key, support);
      support.addAll(fact.support);
    }
  }
  return families;
}

/** A field with few exchanges here has the evidence of the other subjects that have the same expression. */
export function borrowEvidence(fact: FieldFact, families: Families): FieldFact {
  if (fact.rival !== undefined) {
    const [own, other] = [fact.value, fact.rival].map((value) => families.get(getFamilyKey(fact, value))?.scenarios ?? 0) as [
      number,
      number,
    ];
    if (Math.max(own, other) < minScenarios || Math.min(own, other) > 0) return fact;
    const { question: _, rival, ...rest } = fact;
    return borrowEvidence(own > other ? rest : { ...rest, value: rival }, families);
  }
  if (
    fact.when !== undefined ||
    fact.isForced ||
    fact.question !== undefined ||
    (fact.support.scenarios >= minScenarios && fact.chance < maxChance)
  )
    return fact;
  const chance = fact.values ** -fact.support.scenarios;
  const supports = [fact.value, ...(fact.aliases ?? [])].flatMap((value) => families.get(getFamilyKey(fact, value)) ?? []);
  const [best] = supports.sort((left, right) => right.scenarios - left.scenarios);
  if (best !== undefined && best.scenarios >= minScenarios && best.scenarios > fact.support.scenarios && chance < maxChance / 10)
    return { ...fact, support: best, chance };
  return fact;
}
