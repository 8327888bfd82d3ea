/** What the rules of a resource make of a new one, and of new content. The table says which of them see which. */
import type { SchemaRule } from '../../rule.js';
import type { Change, ChangeRule } from './change.js';
import { filledIn } from './filled-in.js';
import { follows } from './follows.js';
import { nameWithin } from './name-within.js';
import { withCreationFields } from './server-set.js';
import { nonOverlapping } from './non-overlapping.js';
import { signingKey } from './signing-key.js';
import { standsAlone } from './stands-alone.js';

type ContentKind = 'nonOverlapping' | 'nameWithin' | 'standsAlone' | 'filledIn' | 'follows' | 'signingKey';

/** In the order in which they refuse and complete. */
export const contentRules: { readonly [K in ContentKind]: ChangeRule<Extract<SchemaRule, { readonly kind: K }>> } = {
  nonOverlapping,
  nameWithin,
  standsAlone,
  filledIn,
  follows,
  signingKey,
};

/** A new resource, or one with new content, as its rules leave it. Throws a refusal where one of them refuses. */
export async function complete(change: Change): Promise<Change> {
  let changed = change;
  for (const [kind, apply] of Object.entries(contentRules)) {
    for (const rule of change.place.resource.rules) {
      if (rule.kind === kind) changed = await (apply as ChangeRule<SchemaRule>)(changed, rule);
    }
  }
  if (changed.before.version > 0) return changed;
  return { ...changed, next: withCreationFields(changed, changed.next, changed.before.body) };
}
