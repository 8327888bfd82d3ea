/** Compares rules. */
import type { Rule } from '../../templates/runtime/rule.js';
import type { StatedRule } from '../model/model.js';
import type { RuleCategory } from '../rules/definition.js';
import { listRuleFields, ruleKinds } from '../rules/index.js';
import { createChildSite, type ChangeKind, type Effect, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { toCanonicalText } from '../lib/json.js';

const effects: Readonly<Record<RuleCategory, Readonly<Record<'added' | 'removed' | 'changed', Effect>>>> = {
  restricts: { added: 'narrows', removed: 'widens', changed: 'replaces' },
  offers: { added: 'adds', removed: 'removes', changed: 'replaces' },
  describes: { added: 'explains', removed: 'explains', changed: 'explains' },
  alters: { added: 'replaces', removed: 'replaces', changed: 'replaces' },
  shape: { added: 'explains', removed: 'explains', changed: 'replaces' },
};

/** Of the service modules, only the syntax of record data restricts requests. */
const getCategory = (rule: Rule): RuleCategory =>
  rule.kind === 'service' && rule.module === 'dns/record-data' ? 'restricts' : ruleKinds[rule.kind].category;

type IndexedRule = StatedRule<Rule> & { readonly index: number };

/** Equal rules are the same, regardless of position. Other rules are matched by kind and first field. */
export function compareRules(comparison: Comparison, rules: Pair<readonly StatedRule<Rule>[]>, site: Site): void {
  const before = listUnmatched(rules.old, rules.new);
  const after = listUnmatched(rules.new, rules.old);
  const unmatchedNew = [...after];
  for (const old of before) {
    const at = unmatchedNew.findIndex((rule) => getSubject(rule) === getSubject(old));
    const next = at < 0 ? undefined : unmatchedNew.splice(at, 1)[0];
    report(comparison, { old, new: next }, site);
  }
  for (const next of unmatchedNew) report(comparison, { old: undefined, new: next }, site);
}

function listUnmatched(rules: readonly StatedRule<Rule>[], others: readonly StatedRule<Rule>[]): IndexedRule[] {
  const known = new Set(others.map(({ rule }) => toCanonicalText(rule)));
  return rules.map((rule, index) => ({ ...rule, index })).filter(({ rule }) => !known.has(toCanonicalText(rule)));
}

const getSubject = ({ rule }: IndexedRule): string => JSON.stringify([rule.kind, listRuleFields(rule)[0]?.path]);

function report({ changes }: Comparison, { old, new: next }: Pair<IndexedRule | undefined>, site: Site): void {
  const changedRule = next ?? old;
  if (changedRule === undefined) return;
  const outcome = old === undefined ? 'added' : next === undefined ? 'removed' : 'changed';
  const kinds: Readonly<Record<typeof outcome, ChangeKind>> = { added: 'rule-added', removed: 'rule-removed', changed: 'rule-changed' };
  const toPointer = (rule: IndexedRule | undefined): readonly (string | number)[] => [
    'x-rules',
    ...(rule === undefined ? [] : [rule.index]),
  ];
  const message =
    outcome === 'changed'
      ? `the rule changed from: ${old?.sentence ?? ''} To: ${next?.sentence ?? ''}`
      : `${outcome === 'added' ? 'the rule was added' : 'the rule was removed'}: ${changedRule.sentence}`;
  changes.add(
    kinds[outcome],
    { ...createChildSite(site, []), old: [...site.old, ...toPointer(old)], new: [...site.new, ...toPointer(next)] },
    {
      message,
      effect: effects[getCategory(changedRule.rule)][outcome],
    },
  );
}
