/**
 * Lists all rules of the four specifications with the examples and checks of each: `--reporter=verbose` prints it. A rule fails without an
 * accepting and a rejecting example.
 */
import { describe, expect, test } from 'vitest';
import { listing, type Listed } from './support/listing.js';
import { apiNames } from './support/specifications.js';

describe.each(apiNames)('%s', (api) => {
  for (const listed of listing.filter(({ rule }) => rule.api === api)) {
    test(lineOf(listed), () => {
      expect(listed.missing).toEqual([]);
    });
  }
});

/** `Snapshot.name pattern: on messages 3 accepting, 5 rejecting` */
function lineOf({ rule, messages, state, told }: Listed): string {
  const shown = [
    ...(messages ? [`on messages ${messages.accepting} accepting, ${messages.rejecting} rejecting`] : []),
    ...(state ? [`in the mock ${state} accepting, ${state} rejecting, and noticed where it is dropped`] : []),
    ...(told === undefined ? [] : [`not judged: ${told}`]),
  ];
  return `${rule.id}: ${shown.join('; ')}`;
}
