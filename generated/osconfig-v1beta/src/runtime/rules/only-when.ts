import type { OnlyWhenRule } from '../rule.js';
import { added } from '../validate/report.js';
import type { Check, Held, Judge, Violation } from './check.js';
import { alternatives, conditionText, failing, heldText, partsOf } from './condition.js';
import { isPresent, pathOf, valuesAt, type Found, type Path } from './fields.js';

/** Fields may be there, or hold certain values, only where a condition holds. */
export const onlyWhen: Check<OnlyWhenRule> = ({ fields, values, when }, known) => {
  const state = values === undefined ? 'set' : alternatives(values.map(String));
  const only = `may be ${state} only where ${conditionText(when)}`;
  const { source } = known;
  const parts = partsOf(when, known);
  const [first = ''] = Object.keys(when);
  const judged = fields.map((field) => ({ field, path: pathOf(field), may: `${field} ${only} (${first} is ` }));
  const violation = ({ field, may }: Judged, at: Found, actual: string): Violation => ({
    path: at.pointer,
    message: `${may}${actual})`,
    params: values === undefined ? { field, when, source } : { field, when, value: at.value, source },
  });
  const judge: Judge = (value, { partial = false }) => {
    let found: Violation[] | null = null;
    let actual: string | undefined;
    for (const one of judged) {
      for (const at of valuesAt(value, one.path)) {
        if (!(values === undefined ? isPresent(at.value) : values.includes(at.value as string))) continue;
        // Most fields are absent most of the time, which costs least to see.
        actual ??= failing(parts, value, partial);
        if (actual === undefined) return none;
        found = added(found, violation(one, at, actual));
      }
    }
    return found ?? none;
  };
  const [one] = judged;
  if (one === undefined || judged.length > 1) return judge;
  const { pointer } = one.path;
  return Object.assign(judge, {
    tell: ({ value, conditions }: Held) => violation(one, { value, pointer }, heldText(parts, conditions)),
  });
};

/** A field that the rule is about, and what begins each message about it. */
interface Judged {
  readonly field: string;
  readonly path: Path;
  readonly may: string;
}

const none: readonly Violation[] = [];
