/** Compiles list filters to predicates over the visible form of a resource. Parsing determines the filter style. */
import type { RegexEngine } from '../../../behavior.js';
import { getRegexFilterField } from '../../../filter/check-filter.js';
import { FilterError } from '../../../filter/lexer.js';
import { formatFilterError, readFilter } from '../../../filter/read-filter.js';
import type { RegexFilter } from '../../../filter/read-filter.js';
import type { FilterRule } from '../../../rule.js';
import { HttpError } from '../../lib/http-error.js';
import { compileExpression, readSingleValue, type FilterSubject, type Predicate } from './compile.js';

export interface FilterContext extends FilterSubject {
  readonly rule: FilterRule;
  /** Absent if the mock rejects filters with regular expressions. */
  readonly engine: (() => Promise<RegexEngine>) | undefined;
}

/** Compiles a filter. Throws 400 with the position of a syntax error or an unknown field. */
export async function compileFilter(text: string, context: FilterContext): Promise<Predicate> {
  const { rule } = context;
  try {
    if (text.trim() === '') return () => true;
    const parsed = readFilter(text, rule.styles);
    return parsed.kind === 'regex' ? await compileRegex(parsed, context) : compileExpression(parsed, context);
  } catch (error) {
    if (error instanceof FilterError) throw createInvalidFilterError(text, rule, error);
    throw error;
  }
}

async function compileRegex(filter: RegexFilter, context: FilterContext): Promise<Predicate> {
  const { at, parts } = filter;
  const readValue = readSingleValue(getRegexFilterField(filter), context);
  if (!context.engine) throw new FilterError(at, 'regular expressions are not supported');
  const engine = await context.engine();
  const tests = parts.map(({ pattern, negated, at: position }) => ({ negated, test: compilePattern(engine, pattern, position) }));
  return (resource) => {
    const value = readValue(resource);
    const text = typeof value === 'object' || value === undefined ? '' : String(value);
    return tests.every(({ negated, test }) => test(text) !== negated);
  };
}

function compilePattern(engine: RegexEngine, pattern: string, at: number): (text: string) => boolean {
  try {
    return engine(pattern);
  } catch (error) {
    throw new FilterError(at, `expected an RE2 expression${error instanceof Error ? ` (${error.message})` : ''}`);
  }
}

function createInvalidFilterError(text: string, rule: FilterRule, error: FilterError): HttpError {
  return new HttpError('invalid', {
    message: `Invalid value for field 'filter': '${text}'. ${formatFilterError(error)}.`,
    location: rule.parameter,
    locationType: 'parameter',
    rule: 'filter',
  });
}
