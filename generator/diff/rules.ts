/** Changes of rules. */
import type { Rule, RuleKind } from '../../templates/runtime/rule.js';
import type { StatedRule } from '../model/model.js';
import { ruleFields } from '../rules/index.js';
import { below, type ChangeKind, type Effect, type Site } from './change.js';
import type { Comparison, Pair } from './comparison.js';
import { canonical } from './match.js';

/**
 * What a new rule of a kind does: `restricts` what may be sent, `offers` something to use, `describes` what happens anyway,
 * `alters` what a request means; `shape`: what it means for callers is told of the method (pages, operations, request ids).
 */
type Nature = 'restricts' | 'offers' | 'describes' | 'alters' | 'shape';

const natures: Readonly<Record<RuleKind, Nature>> = {
  nonOverlapping: 'restricts',
  fingerprint: 'restricts',
  freshness: 'restricts',
  exclusiveRole: 'restricts',
  lockedWhile: 'restricts',
  states: 'describes',
  filledIn: 'describes',
  counter: 'describes',
  follows: 'describes',
  provided: 'describes',
  comesWith: 'describes',
  emptyToDelete: 'restricts',
  notWhileUsed: 'restricts',
  nameWithin: 'restricts',
  standsAlone: 'restricts',
  recordData: 'restricts',
  signingKey: 'describes',
  certificateFacts: 'describes',
  reopens: 'describes',
  requestId: 'shape',
  operation: 'shape',
  paging: 'shape',
  filter: 'offers',
  orderBy: 'offers',
  partialSuccess: 'offers',
  emptyBody: 'restricts',
  mergePatch: 'alters',
  patchable: 'restricts',
  fieldMask: 'offers',
  requiredIfTarget: 'restricts',
  recorded: 'describes',
  chosenElements: 'offers',
  sort: 'offers',
  prefix: 'offers',
  allowMissing: 'offers',
};

const effects: Readonly<Record<Nature, Readonly<Record<'added' | 'removed' | 'changed', Effect>>>> = {
  restricts: { added: 'narrows', removed: 'widens', changed: 'replaces' },
  offers: { added: 'adds', removed: 'removes', changed: 'replaces' },
  describes: { added: 'explains', removed: 'explains', changed: 'explains' },
  alters: { added: 'replaces', removed: 'replaces', changed: 'replaces' },
  shape: { added: 'explains', removed: 'explains', changed: 'replaces' },
};

type Placed = StatedRule<Rule> & { readonly index: number };

/** Rules that are equal, wherever they stand, are the same; others are paired by their kind and the first field that they name. */
export function compareRules(comparison: Comparison, rules: Pair<readonly StatedRule<Rule>[]>, site: Site): void {
  const before = without(rules.old, rules.new);
  const after = without(rules.new, rules.old);
  const waiting = [...after];
  for (const old of before) {
    const at = waiting.findIndex((rule) => isAbout(rule) === isAbout(old));
    const next = at < 0 ? undefined : waiting.splice(at, 1)[0];
    report(comparison, { old, new: next }, site);
  }
  for (const next of waiting) report(comparison, { old: undefined, new: next }, site);
}

function without(rules: readonly StatedRule<Rule>[], others: readonly StatedRule<Rule>[]): Placed[] {
  const known = new Set(others.map(({ rule }) => canonical(rule)));
  return rules.map((rule, index) => ({ ...rule, index })).filter(({ rule }) => !known.has(canonical(rule)));
}

const isAbout = ({ rule }: Placed): string => JSON.stringify([rule.kind, ruleFields(rule)[0]?.path]);

function report({ changes }: Comparison, { old, new: next }: Pair<Placed | undefined>, site: Site): void {
  const stated = next ?? old;
  if (stated === undefined) return;
  const how = old === undefined ? 'added' : next === undefined ? 'removed' : 'changed';
  const kinds: Readonly<Record<typeof how, ChangeKind>> = { added: 'rule-added', removed: 'rule-removed', changed: 'rule-changed' };
  const place = (rule: Placed | undefined): readonly (string | number)[] => ['x-rules', ...(rule === undefined ? [] : [rule.index])];
  const message =
    how === 'changed'
      ? `the rule was: ${old?.sentence ?? ''} It is: ${next?.sentence ?? ''}`
      : `${how === 'added' ? 'a new rule' : 'no longer'}: ${stated.sentence}`;
  changes.add(
    kinds[how],
    { ...below(site, []), old: [...site.old, ...place(old)], new: [...site.new, ...place(next)] },
    {
      message,
      effect: effects[natures[stated.rule.kind]][how],
    },
  );
}
