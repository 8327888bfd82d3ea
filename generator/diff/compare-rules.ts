/** Changes of rules. */
import type { Rule, RuleKind } from '../../templates/runtime/rule.js';
import type { StatedRule } from '../model/model.js';
import { listRuleFields } from '../rules/index.js';
import { childSite, type ChangeKind, type Effect, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';
import { toCanonicalText } from './match-members.js';

/**
 * What a new rule of a kind does: `restricts` what may be sent, `offers` something to use, `describes` what happens anyway,
 * `alters` what a request means; `shape`: what it means for callers is told of the method (pages, operations, request ids).
 */
type Nature = 'restricts' | 'offers' | 'describes' | 'alters' | 'shape';

const natures: Readonly<Record<RuleKind, Nature>> = {
  nonOverlapping: 'restricts',
  etag: 'restricts',
  activeStandby: 'restricts',
  states: 'describes',
  serverDefault: 'describes',
  counter: 'describes',
  derivedFrom: 'describes',
  builtIn: 'describes',
  ownedResources: 'describes',
  deleteRequiresEmpty: 'restricts',
  deleteBlockedByReference: 'restricts',
  subdomainOf: 'restricts',
  exclusiveValue: 'restricts',
  service: 'describes',
  requestId: 'shape',
  operation: 'shape',
  pagination: 'shape',
  filter: 'offers',
  orderBy: 'offers',
  update: 'alters',
  requiredIfResourceHas: 'restricts',
  changeRecord: 'describes',
  elementSelector: 'offers',
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

/** Of the service modules, only the syntax of record data restricts requests. */
const getNature = (rule: Rule): Nature => (rule.kind === 'service' && rule.module === 'dns/record-data' ? 'restricts' : natures[rule.kind]);

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
  const known = new Set(others.map(({ rule }) => toCanonicalText(rule)));
  return rules.map((rule, index) => ({ ...rule, index })).filter(({ rule }) => !known.has(toCanonicalText(rule)));
}

const isAbout = ({ rule }: Placed): string => JSON.stringify([rule.kind, listRuleFields(rule)[0]?.path]);

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
    { ...childSite(site, []), old: [...site.old, ...place(old)], new: [...site.new, ...place(next)] },
    {
      message,
      effect: effects[getNature(stated.rule)][how],
    },
  );
}
