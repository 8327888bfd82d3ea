/** Finds the narrowest condition that tells the scenarios with one value from those with others. */
import { compareText } from '../../generator/lib/diagnostics.js';
import type { Json, JsonObject } from '../../generator/lib/json.js';
import { countArrangements, Support } from './evidence.js';
import type { FactCondition } from './field-fact.js';
import { getAtPath } from './flatten.js';
import type { Observation } from './observe.js';

/** What requests set in a resource, and in which scenario. */
type Case = Pick<Observation, 'sent' | 'scenario'>;

/** A field whose values in the matching observations exclude others. */
interface FieldCondition {
  readonly field: string;
  readonly values: readonly Json[];
  readonly excluded: ReadonlySet<Case>;
}

/** With more fields, a condition says little. */
const maxFields = 4;
const maxValues = 5;
/** The name of a field with a name that clients choose. That a value is seen with some names says nothing about others. */
const nameField = /(?:^|\.)(?:id|name|title|description|\w*(?:Id|Name))$/;

/** A field that a condition can be about. */
export interface ConditionField {
  readonly path: string;
  /** Whether an overlay can contain its values. Otherwise, a condition only says whether it is present. */
  readonly isPublic: boolean;
}

/** Stands for any value in a condition. */
export const present = '{present}';

/** The value of a field in a request, as a condition states it. Of objects and lists, it says whether they are present. */
function getConditionValue({ sent }: Pick<Case, 'sent'>, { path, isPublic }: ConditionField): Json {
  const value = getAtPath(sent, path) ?? null;
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0)) return null;
  return isPublic && typeof value !== 'object' ? value : present;
}

/** Whether requests set what a condition says. */
export const isFactConditionMet = (own: Pick<Case, 'sent'>, when: JsonObject): boolean =>
  Object.entries(when).every(([path, values]) =>
    [true, false].some((isPublic) => (values as readonly Json[]).includes(getConditionValue(own, { path, isPublic }))),
  );

/**
 * Returns a condition that all matching observations meet and none of the others does. Where several fields exclude the same observations, it
 * isn't known which of them decides: the condition then contains all of them, and says nothing about cases in which they differ.
 */
export function findCondition(
  matching: readonly Case[],
  others: readonly Case[],
  fields: readonly ConditionField[],
): FactCondition | undefined {
  const conditions = fields.flatMap((field) => toFieldCondition(matching, others, field));
  const chosen: FieldCondition[] = [];
  let open = new Set(others);
  while (open.size > 0) {
    const counted = conditions
      .map((condition) => ({ condition, left: [...open].filter((other) => !condition.excluded.has(other)) }))
      .sort((one, two) => one.left.length - two.left.length || compareText(one.condition.field, two.condition.field));
    const [best] = counted;
    if (best === undefined || best.left.length === open.size) return undefined;
    const equal = counted.filter(({ left }) => left.length === best.left.length && left.every((other) => best.left.includes(other)));
    chosen.push(...withoutInner(equal.map(({ condition }) => condition)));
    if (chosen.length > maxFields || chosen.some(({ field, values }) => nameField.test(field) && !isAbsence(values) && !isPresence(values)))
      return undefined;
    open = new Set(best.left);
  }
  return Object.fromEntries(
    chosen.map(({ field, values }) => [field, values] as const).sort(([left], [right]) => compareText(left, right)),
  );
}

function toFieldCondition(matching: readonly Case[], others: readonly Case[], field: ConditionField): FieldCondition[] {
  const values: Json[] = [];
  for (const own of matching) {
    const value = getConditionValue(own, field);
    if (!values.includes(value)) values.push(value);
    if (values.length > maxValues) return [];
  }
  // A list of values that are seen once each says nothing about others.
  if (values.length > 1 && values.length * 2 > new Set(matching.map(({ scenario }) => scenario.signature)).size) return [];
  const excluded = new Set(others.filter((other) => !values.includes(getConditionValue(other, field))));
  return excluded.size === 0 ? [] : [{ field: field.path, values: sortValues(values), excluded }];
}

const sortValues = (values: readonly Json[]): readonly Json[] =>
  [...values].sort((left, right) => compareText(JSON.stringify(left), JSON.stringify(right)));

/** The absence of an object says that its fields are absent, and the presence of a field that its object is present. */
const withoutInner = (conditions: readonly FieldCondition[]): readonly FieldCondition[] =>
  conditions.filter(
    ({ field, values }) =>
      !conditions.some(
        (other) =>
          (isAbsence(values) && isAbsence(other.values) && field.startsWith(`${other.field}.`)) ||
          (isPresence(values) && !other.values.includes(null) && other.field.startsWith(`${field}.`)),
      ),
  );

const isAbsence = (values: readonly Json[]): boolean => values.length === 1 && values[0] === null;

const isPresence = (values: readonly Json[]): boolean => values.length === 1 && values[0] === present;

/**
 * The probability that values drawn at random agree in some group of as many scenarios: a condition can be found for any group, so it adds no
 * evidence.
 */
export function getChanceOfGroup(values: number, matching: readonly Case[], others: readonly Case[]): number {
  const own = new Support();
  for (const { scenario } of matching) own.add(scenario);
  const rest = new Support();
  for (const { scenario } of others) rest.add(scenario);
  return Math.min(1, countArrangements([own.scenarios, rest.scenarios]) * values ** -(own.scenarios - 1));
}
