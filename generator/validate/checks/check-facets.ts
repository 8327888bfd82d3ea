/** Facets of fields and parameters: enums, bounds, patterns, and whether they fit the type. */
import { analyzeGrowth } from '../../backtracking/growth.js';
import { findRe2Problem, translatePattern } from '../../pattern.js';
import { isObject, type JsonObject, getMember, type Pointer, formatValue } from '../../read/specification.js';
import { type LintContext, type Element, isUndocumented, getList, getText } from '../lint-context.js';
import { describePart } from '../describe-part.js';
import { resolveReference } from '../find-field.js';
import { checkDefault } from './check-default.js';
import { isNumeric, toNumber } from './number-ranges.js';

export function checkFacets(context: LintContext): void {
  for (const element of context.elements) {
    checkType(context, element);
    checkEnum(context, element);
    checkBounds(context, element);
    checkPattern(context, element.value, element.pointer);
    const keys = getMember(element.value, 'x-propertyNames');
    if (isObject(keys)) checkPattern(context, keys, [...element.pointer, 'x-propertyNames']);
    checkApplies(context, element);
    checkFlags(context, element);
    checkDefault(context, element);
  }
}

function checkType(context: LintContext, { value, pointer }: Element): void {
  if (context.partial) return;
  const type = getText(value, 'type');
  if (getMember(value, 'type') === undefined && getMember(value, '$ref') === undefined && !isUndocumented(value, 'type')) {
    context.report('missing-type', { what: describePart(pointer) }, { at: pointer, part: 'key' });
  }
  if (type === 'array' && getMember(value, 'items') === undefined && !isUndocumented(value, 'items'))
    context.report('missing-items', { what: describePart(pointer) }, { at: pointer, part: 'key' });
}

function checkEnum(context: LintContext, { value, pointer }: Element): void {
  const values = getList(value, 'enum');
  for (const key of ['enumDescriptions', 'enumDeprecated']) {
    const said = getList(value, key);
    if (said.length > 0 && said.length !== values.length)
      context.report(
        'enum-descriptions-length',
        { what: key, found: said.length, expected: values.length },
        { at: [...pointer, key], part: 'key' },
      );
  }
  const seen = new Set<unknown>();
  values.forEach((entry, i) => {
    if (typeof entry === 'string' && seen.has(entry)) context.report('duplicate-enum-value', { value: entry }, [...pointer, 'enum', i]);
    seen.add(entry);
  });
}

const limits = [
  ['minimum', 'maximum'],
  ['x-minLength', 'x-maxLength'],
] as const;

function checkBounds(context: LintContext, { value, pointer }: Element): void {
  for (const [lower, upper] of limits) {
    const [low, high] = [lower, upper].map((bound) => {
      const stated = getMember(value, bound);
      const number = toNumber(stated);
      if (stated !== undefined && number === undefined)
        context.report('bad-bound', { bound, value: formatValue(stated), problem: 'is not a number' }, [...pointer, bound]);
      return number;
    });
    if (low !== undefined && high !== undefined && low > high)
      context.report('bounds-crossed', { lower, upper, low: String(low), high: String(high) }, [...pointer, lower]);
  }
}

function checkPattern(context: LintContext, value: JsonObject, pointer: Pointer): void {
  const pattern = getText(value, 'pattern');
  if (pattern === undefined) return;
  const result = translatePattern(pattern);
  const problem = result.ok ? findRe2Problem(pattern) : result.problem;
  if (problem !== undefined) context.report('bad-pattern', { pattern, problem }, [...pointer, 'pattern']);
  if (problem !== undefined || !result.ok) return;
  const growth = analyzeGrowth(result.pattern.source, result.pattern.flags);
  if (growth.explosive) context.report('slow-pattern', { pattern, problem: growth.reason }, [...pointer, 'pattern']);
}

type Fits = (element: JsonObject, type: string) => boolean;
const isText: Fits = (_, type) => type === 'string';
const isMap: Fits = (element) => isObject(getMember(element, 'additionalProperties'));
const isNumber: Fits = (element) => isNumeric(element);

/** Facet, the types to which it applies in words, and how they are told. */
const applicable: readonly (readonly [string, string, Fits])[] = [
  ['enum', 'strings', isText],
  ['pattern', 'strings', isText],
  ['x-format', 'strings', isText],
  ['x-minLength', 'strings', isText],
  ['x-maxLength', 'strings', isText],
  ['x-maxBytes', 'strings', isText],
  ['x-byteLength', 'strings', isText],
  ['minimum', 'numbers', isNumber],
  ['maximum', 'numbers', isNumber],
  ['items', 'arrays', (_, type) => type === 'array'],
  ['properties', 'objects', (_, type) => type === 'object'],
  ['additionalProperties', 'objects', (_, type) => type === 'object'],
  ['x-propertyNames', 'maps', isMap],
  ['x-rules', 'objects', (_, type) => type === 'object'],
];

/** `any` admits every facet; a type that is none is a finding already. */
const judged: ReadonlySet<string> = new Set(['string', 'boolean', 'integer', 'number', 'object', 'array']);

function checkApplies(context: LintContext, { value, pointer }: Element): void {
  const target = resolveReference(context, value);
  const type = getText(target, 'type');
  if (target === undefined || type === undefined || !judged.has(type)) return;
  for (const [facet, applies, fits] of applicable) {
    if (getMember(value, facet) === undefined || fits(target, type)) continue;
    context.report('facet-type', { facet, applies, type: `"${type}"` }, { at: [...pointer, facet], part: 'key' });
  }
}

const exclusive = [
  ['readOnly', 'x-writeOnly'],
  ['readOnly', 'x-patchable'],
  ['readOnly', 'required'],
  ['x-immutable', 'x-patchable'],
] as const;

function checkFlags(context: LintContext, { value, pointer }: Element): void {
  for (const [one, other] of exclusive) {
    if (getMember(value, one) === true && getMember(value, other) === true)
      context.report(
        'conflicting-keys',
        { one, other },
        { at: [...pointer, other], part: 'key', ...(context.published ? { severity: 'warning' } : {}) },
      );
  }
}
