/** Parses a filter in the styles that a method supports. */
import type { FilterRule } from '../rule.js';
import { FilterError } from './lexer.js';
import { parseFilter, type Expression } from './parse-filter.js';
import { parseRegexFilter, type RegexFilter } from './regex-style.js';

/** Parses a filter. Throws `FilterError` if it isn't valid in any of the styles. */
export function readFilter(text: string, styles: FilterRule['styles']): Expression | RegexFilter {
  const parsed = tryParseFilter(text);
  if (!(parsed instanceof FilterError) && styles.includes('aip160')) return parsed;
  const regex = styles.includes('regex') ? parseRegexFilter(text) : undefined;
  if (regex) return regex;
  throw parsed instanceof FilterError ? parsed : new FilterError(0, 'the method does not support this filter style');
}

function tryParseFilter(text: string): Expression | FilterError {
  try {
    return parseFilter(text);
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
}

/** Formats the message for an invalid filter. */
export function formatFilterError({ message, at }: FilterError): string {
  return `Invalid list filter expression: ${message}, at position ${at + 1}`;
}
