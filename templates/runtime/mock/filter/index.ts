/** List filters: text to a predicate over what a client sees of a resource. The style is decided by parsing. */
import type { RegexEngine } from '../../descriptor.js';
import type { FilterRule } from '../../rule.js';
import { Refusal } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Fields } from '../world/resource.js';
import type { Shapes } from '../shape.js';
import { compile, singleValue } from './compile.js';
import { FilterFault } from './lexer.js';
import { parseFilter, type Expression } from './parse.js';
import { parseRegexFilter, type RegexFilter } from './regex-style.js';

export type Filter = (resource: JsonObject) => boolean;

export interface FilterContext {
  readonly rule: FilterRule;
  /** Absent where the shape is not shown: any field may be named. */
  readonly fields: Fields | undefined;
  readonly shapes?: Shapes;
  /** Absent: filters of the style with regular expressions are refused. */
  readonly engine: (() => Promise<RegexEngine>) | undefined;
}

/** Throws 400, with the position, for what is no filter or names what does not exist. */
export async function compileFilter(text: string, context: FilterContext): Promise<Filter> {
  const { rule, fields, shapes } = context;
  try {
    if (text.trim() === '') return () => true;
    const parsed = attempt(() => parseFilter(text));
    if (!(parsed instanceof FilterFault) && rule.styles.includes('aip160')) return compile(parsed, { fields, shapes });
    const regex = rule.styles.includes('regex') ? parseRegexFilter(text) : undefined;
    if (regex) return await compileRegex(regex, context);
    throw parsed instanceof FilterFault ? parsed : new FilterFault(0, 'this style is not supported');
  } catch (error) {
    if (error instanceof FilterFault) throw refusal(text, rule, error);
    throw error;
  }
}

function attempt(work: () => Expression): Expression | FilterFault {
  try {
    return work();
  } catch (error) {
    if (error instanceof FilterFault) return error;
    throw error;
  }
}

async function compileRegex({ field, at, parts }: RegexFilter, { fields, shapes, engine: load }: FilterContext): Promise<Filter> {
  const single = singleValue({ path: field.split('.'), at }, { fields, shapes });
  if (!load) throw new FilterFault(at, 'regular expressions are not supported');
  const engine = await load();
  const tests = parts.map(({ pattern, negated, at: where }) => ({ negated, test: tested(engine, pattern, where) }));
  return (resource) => {
    const value = single(resource);
    const text = typeof value === 'object' || value === undefined ? '' : String(value);
    return tests.every(({ negated, test }) => test(text) !== negated);
  };
}

function tested(engine: RegexEngine, pattern: string, at: number): (text: string) => boolean {
  try {
    return engine(pattern);
  } catch (error) {
    throw new FilterFault(at, error instanceof Error ? error.message : 'the regular expression cannot be read');
  }
}

function refusal(text: string, rule: FilterRule, fault: FilterFault): Refusal {
  return new Refusal('invalid', {
    message: `Invalid value for field 'filter': '${text}'. Invalid list filter expression: ${fault.message}, at position ${fault.at + 1}.`,
    location: rule.parameter,
    locationType: 'parameter',
    rule: 'filter',
  });
}
