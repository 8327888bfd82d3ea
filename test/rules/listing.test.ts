/**
 * Lists all rules of the four specifications with the examples and checks of each: `--reporter=verbose` prints it. A rule fails without an
 * accepting and a rejecting example.
 */
import { describe, expect, test } from 'vitest';
import { listing, type ListedRule } from './support/listing.js';
import { apiNames } from './support/specifications.js';

describe.each(apiNames)('%s', (api) => {
  for (const listedRule of listing.filter(({ rule }) => rule.api === api)) {
    test(formatTitle(listedRule), () => {
      expect(listedRule.missing).toEqual([]);
    });
  }
});

/** `Snapshot.name pattern: on messages 3 accepting, 5 rejecting` */
function formatTitle({ rule, messages, state, reason }: ListedRule): string {
  const parts = [
    ...(messages ? [`on messages ${messages.accepting} accepting, ${messages.rejecting} rejecting`] : []),
    ...(state ? [`in the mock ${state} accepting, ${state} rejecting, and detected if the rule is removed`] : []),
    ...(reason === undefined ? [] : [`not checked: ${reason}`]),
  ];
  return `${rule.id}: ${parts.join('; ')}`;
}
