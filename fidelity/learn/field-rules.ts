/** Creates entries for rules that list the fields of a schema. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { groupBy } from '../../generator/lib/group-by.js';
import type { ListEntry } from './entry.js';
import type { Support } from './evidence.js';

/** A field for which recordings show a rule. */
export interface RuledField {
  readonly schema: string;
  readonly field: string;
  readonly support: Support;
}

/** Creates one rule for each schema. Its support is that of its field with the fewest scenarios. */
export function createFieldRules(kind: string, fields: readonly RuledField[]): ListEntry[] {
  return [...groupBy(fields, ({ schema }) => schema)]
    .sort(([left], [right]) => compareText(left, right))
    .map(([schema, own]) => ({
      at: ['schemas', schema, 'x-rules'],
      id: `${schema}:${kind}`,
      content: { kind, fields: [...new Set(own.map(({ field }) => field))].sort(compareText) },
      support: own.reduce((weakest, next) => (next.support.scenarios < weakest.support.scenarios ? next : weakest)).support,
    }));
}
