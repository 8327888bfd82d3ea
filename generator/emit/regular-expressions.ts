/** Finds the packages that need the RE2 engine for their patterns or filters. */
import type { PartName } from '../language/parts.js';
import type { Api } from '../model/model.js';
import { hasRe2FieldPatterns } from './patterns.js';
import { hasRe2Patterns } from './validations.js';

export function hasRegexFilters(api: Api): boolean {
  return api.methods.some(({ rules }) => rules.some(({ rule }) => rule.kind === 'filter' && rule.styles.includes('regex')));
}

/** The module of the runtime that compiles RE2 expressions, from `src/`. */
export const re2Module = '../runtime/re2.js';

/** Whether the package loads the engine: filters of the mock or patterns of the validators need it. */
export function hasRe2Engine(api: Api, parts: ReadonlySet<PartName>): boolean {
  return (parts.has('mock') && hasRegexFilters(api)) || (parts.has('validators') && (hasRe2Patterns(api) || hasRe2FieldPatterns(api)));
}
