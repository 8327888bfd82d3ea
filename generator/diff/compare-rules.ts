/** Compares rules and validations. */
import type { Rule } from '../../runtime/rule.js';
import { type Pointer, toCanonicalText } from '../lib/json.js';
import type { ObjectType, StatedRule, StatedValidation } from '../model/model.js';
import type { RuleCategory } from '../language/definition.js';
import { listRuleFields, ruleKinds } from '../language/index.js';
import { findRuleValidator } from '../language/service.js';
import type { ChangeEffect, Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';

type Outcome = 'added' | 'removed' | 'changed';

const effects: Readonly<Record<RuleCategory, Readonly<Record<Outcome, ChangeEffect>>>> = {
  restricts: { added: 'narrows', removed: 'widens', changed: 'replaces' },
  offers: { added: 'adds', removed: 'removes', changed: 'replaces' },
  describes: { added: 'behaves', removed: 'behaves', changed: 'behaves' },
  alters: { added: 'replaces', removed: 'replaces', changed: 'replaces' },
  shape: { added: 'explains', removed: 'explains', changed: 'replaces' },
};

/** A rule or a validation. */
interface RuleStatement {
  /** Statements with the same identity are equal, regardless of their position. */
  readonly identity: string;
  /** Other statements are matched by their subject. */
  readonly subject: string;
  readonly category: RuleCategory;
  readonly sentence: string;
  readonly pointer: Pointer;
}

/** Matches rules by kind and first field. */
export function compareRules(comparison: Comparison, rules: Pair<readonly StatedRule<Rule>[]>, site: Site): void {
  compareStatements(comparison, { old: rules.old.map(toRuleStatement), new: rules.new.map(toRuleStatement) }, { site, key: 'x-rules' });
}

function toRuleStatement({ rule, sentence, pointer }: StatedRule<Rule>): RuleStatement {
  return {
    identity: toCanonicalText(rule),
    subject: JSON.stringify([rule.kind, listRuleFields(rule)[0]?.path]),
    // Of the rules of service modules, those that validators check restrict requests.
    category: rule.kind === 'service' && findRuleValidator(rule) !== undefined ? 'restricts' : ruleKinds[rule.kind].category,
    sentence,
    pointer,
  };
}

/** Validations with the same expression are equal, regardless of messages. Others are matched by field. */
export function compareValidations(comparison: Comparison, { old, new: next }: Pair<ObjectType>, site: Site): void {
  const statements = { old: listValidationStatements(old.validations), new: listValidationStatements(next.validations) };
  compareStatements(comparison, statements, { site, key: 'x-validations' });
}

function listValidationStatements(validations: readonly StatedValidation[] = []): readonly RuleStatement[] {
  return validations.map(({ rule, field, sentence, pointer }) => ({
    identity: JSON.stringify([rule.rule, rule.optionalOldSelf ?? false, field]),
    subject: JSON.stringify([rule.fieldPath, field]),
    category: 'restricts',
    sentence,
    pointer,
  }));
}

interface StatementOwner {
  readonly site: Site;
  /** The key of the list. */
  readonly key: string;
}

function compareStatements(
  { changes }: Comparison,
  { old, new: next }: Pair<readonly RuleStatement[]>,
  { site, key }: StatementOwner,
): void {
  const createSite = (before: RuleStatement | undefined, after: RuleStatement | undefined): Site => ({
    ...site,
    old: before?.pointer ?? [...site.old, key],
    new: after?.pointer ?? [...site.new, key],
  });
  const added = listUnmatched(next, old);
  for (const before of listUnmatched(old, next)) {
    const at = added.findIndex(({ subject }) => subject === before.subject);
    const after = at < 0 ? undefined : added.splice(at, 1)[0];
    if (after === undefined)
      changes.add('rule-removed', createSite(before, undefined), {
        message: `the rule was removed: ${before.sentence}`,
        effect: effects[before.category].removed,
      });
    else
      changes.add('rule-changed', createSite(before, after), {
        message: `the rule changed from: ${before.sentence} To: ${after.sentence}`,
        effect: effects[after.category].changed,
      });
  }
  for (const after of added)
    changes.add('rule-added', createSite(undefined, after), {
      message: `the rule was added: ${after.sentence}`,
      effect: effects[after.category].added,
    });
}

function listUnmatched(statements: readonly RuleStatement[], others: readonly RuleStatement[]): RuleStatement[] {
  const known = new Set(others.map(({ identity }) => identity));
  return statements.filter(({ identity }) => !known.has(identity));
}
