/** Compares validations. */
import type { ObjectType, StatedValidation } from '../model/model.js';
import { createChildSite, type ChangeKind, type Effect, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';

type IndexedValidation = StatedValidation & { readonly index: number };
type Outcome = 'added' | 'removed' | 'changed';

const kinds: Readonly<Record<Outcome, ChangeKind>> = { added: 'rule-added', removed: 'rule-removed', changed: 'rule-changed' };
const effects: Readonly<Record<Outcome, Effect>> = { added: 'narrows', removed: 'widens', changed: 'replaces' };

/** Validations with the same expression are equal, regardless of messages. Others are matched by field. */
export function compareValidations(comparison: Comparison, { old, new: next }: Pair<ObjectType>, site: Site): void {
  const before = listUnmatched(old.validations, next.validations);
  const unmatchedNew = listUnmatched(next.validations, old.validations);
  for (const removed of before) {
    const at = unmatchedNew.findIndex((validation) => getSubject(validation) === getSubject(removed));
    const replacement = at < 0 ? undefined : unmatchedNew.splice(at, 1)[0];
    report(comparison, { old: removed, new: replacement }, site);
  }
  for (const added of unmatchedNew) report(comparison, { old: undefined, new: added }, site);
}

const getIdentity = ({ rule, field }: StatedValidation): string => JSON.stringify([rule.rule, rule.optionalOldSelf ?? false, field]);
const getSubject = ({ rule, field }: StatedValidation): string => JSON.stringify([rule.fieldPath, field]);

function listUnmatched(validations: readonly StatedValidation[] = [], others: readonly StatedValidation[] = []): IndexedValidation[] {
  const known = new Set(others.map(getIdentity));
  const indexes = new Map<string | undefined, number>();
  const indexed = validations.map((validation) => {
    const index = indexes.get(validation.field) ?? 0;
    indexes.set(validation.field, index + 1);
    return { ...validation, index };
  });
  return indexed.filter((validation) => !known.has(getIdentity(validation)));
}

function report({ changes }: Comparison, { old, new: next }: Pair<IndexedValidation | undefined>, site: Site): void {
  const outcome = old === undefined ? 'added' : next === undefined ? 'removed' : 'changed';
  const messages: Readonly<Record<Outcome, string>> = {
    added: `the rule was added: ${next?.sentence ?? ''}`,
    removed: `the rule was removed: ${old?.sentence ?? ''}`,
    changed: `the rule changed from: ${old?.sentence ?? ''} To: ${next?.sentence ?? ''}`,
  };
  changes.add(
    kinds[outcome],
    { ...createChildSite(site, []), old: [...site.old, ...toPointer(old)], new: [...site.new, ...toPointer(next)] },
    { message: messages[outcome], effect: effects[outcome] },
  );
}

function toPointer(validation: IndexedValidation | undefined): readonly (string | number)[] {
  if (!validation) return ['x-validations'];
  const { field, index } = validation;
  return [...(field === undefined ? [] : ['properties', field]), 'x-validations', index];
}
