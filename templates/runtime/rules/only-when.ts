import type { OnlyWhenRule } from '../rule.js';
import { append } from '../validate/report.js';
import type { CreateCheck, HeldValues, CheckObject, Violation } from './rule-check.js';
import { formatAlternatives, formatCondition, formatFailingFields, formatHeldValues, parseCondition } from './condition.js';
import { isPresent, parseFieldPath, findValues, type FoundValue, type FieldPath } from './field-paths.js';

/** Fields may be there, or hold certain values, only where a condition holds. */
export const onlyWhen: CreateCheck<OnlyWhenRule> = ({ fields, values, when }, known) => {
  const state = values === undefined ? 'set' : formatAlternatives(values.map(String));
  const only = `may be ${state} only where ${formatCondition(when)}`;
  const { source } = known;
  const parts = parseCondition(when, known);
  const [first = ''] = Object.keys(when);
  const judged = fields.map((field) => ({ field, path: parseFieldPath(field), may: `${field} ${only} (${first} is ` }));
  const violation = ({ field, may }: Judged, at: FoundValue, actual: string): Violation => ({
    path: at.pointer,
    message: `${may}${actual})`,
    params: values === undefined ? { field, when, source } : { field, when, value: at.value, source },
  });
  const judge: CheckObject = (value, { partial = false }) => {
    let found: Violation[] | null = null;
    let actual: string | undefined;
    for (const one of judged) {
      for (const at of findValues(value, one.path)) {
        if (!(values === undefined ? isPresent(at.value) : values.includes(at.value as string))) continue;
        // Most fields are absent most of the time, which costs least to see.
        actual ??= formatFailingFields(parts, value, partial);
        if (actual === undefined) return none;
        found = append(found, violation(one, at, actual));
      }
    }
    return found ?? none;
  };
  const [one] = judged;
  if (one === undefined || judged.length > 1) return judge;
  const { pointer } = one.path;
  return Object.assign(judge, {
    tell: ({ value, conditions }: HeldValues) => violation(one, { value, pointer }, formatHeldValues(parts, conditions)),
  });
};

/** A field that the rule is about, and what begins each message about it. */
interface Judged {
  readonly field: string;
  readonly path: FieldPath;
  readonly may: string;
}

const none: readonly Violation[] = [];
