/** Reads a filter in the styles that a method takes. The style is decided by parsing. */
import type { FilterRule } from '../rule.js';
import { FilterFault } from './lexer.js';
import { parseFilter, type Expression } from './parse-filter.js';
import { parseRegexFilter, type RegexFilter } from './regex-style.js';

/** Throws `FilterFault` for what is no filter in any of the styles. */
export function readFilter(text: string, styles: FilterRule['styles']): Expression | RegexFilter {
  const parsed = attempt(text);
  if (!(parsed instanceof FilterFault) && styles.includes('aip160')) return parsed;
  const regex = styles.includes('regex') ? parseRegexFilter(text) : undefined;
  if (regex) return regex;
  throw parsed instanceof FilterFault ? parsed : new FilterFault(0, 'this style is not supported');
}

function attempt(text: string): Expression | FilterFault {
  try {
    return parseFilter(text);
  } catch (error) {
    if (error instanceof FilterFault) return error;
    throw error;
  }
}

/** What is said of a filter that cannot be read. */
export function formatFilterFault({ message, at }: FilterFault): string {
  return `Invalid list filter expression: ${message}, at position ${at + 1}`;
}
