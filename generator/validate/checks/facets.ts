/** Facets of fields and parameters: enums, bounds, patterns, and whether they fit the type. */
import { growthOf } from '../../backtracking/growth.js';
import { re2Problem, translatePattern } from '../../pattern.js';
import { isObject, type JsonObject, member, type Pointer, show } from '../../read/specification.js';
import { type Context, type Element, leavesOpen, listOf, textOf } from '../context.js';
import { describePart } from '../describe.js';
import { resolve } from '../lookup.js';
import { checkDefault } from './default.js';
import { isNumeric, numberOf } from './numbers.js';

export function checkFacets(context: Context): void {
  for (const element of context.elements) {
    checkType(context, element);
    checkEnum(context, element);
    checkBounds(context, element);
    checkPattern(context, element.value, element.pointer);
    const keys = member(element.value, 'x-keys');
    if (isObject(keys)) checkPattern(context, keys, [...element.pointer, 'x-keys']);
    checkApplies(context, element);
    checkFlags(context, element);
    checkDefault(context, element);
  }
}

function checkType(context: Context, { value, pointer }: Element): void {
  if (context.partial) return;
  const type = textOf(value, 'type');
  if (member(value, 'type') === undefined && member(value, '$ref') === undefined && !leavesOpen(value, 'type')) {
    context.report('missing-type', { what: describePart(pointer) }, { at: pointer, part: 'key' });
  }
  if (type === 'array' && member(value, 'items') === undefined && !leavesOpen(value, 'items'))
    context.report('missing-items', { what: describePart(pointer) }, { at: pointer, part: 'key' });
}

function checkEnum(context: Context, { value, pointer }: Element): void {
  const values = listOf(value, 'enum');
  for (const key of ['enumDescriptions', 'enumDeprecated']) {
    const said = listOf(value, key);
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

function checkBounds(context: Context, { value, pointer }: Element): void {
  for (const [lower, upper] of limits) {
    const [low, high] = [lower, upper].map((bound) => {
      const stated = member(value, bound);
      const number = numberOf(stated);
      if (stated !== undefined && number === undefined)
        context.report('bad-bound', { bound, value: show(stated), problem: 'is not a number' }, [...pointer, bound]);
      return number;
    });
    if (low !== undefined && high !== undefined && low > high)
      context.report('bounds-crossed', { lower, upper, low: String(low), high: String(high) }, [...pointer, lower]);
  }
}

function checkPattern(context: Context, value: JsonObject, pointer: Pointer): void {
  const pattern = textOf(value, 'pattern');
  if (pattern === undefined) return;
  const result = translatePattern(pattern);
  const problem = result.ok ? re2Problem(pattern) : result.problem;
  if (problem !== undefined) context.report('bad-pattern', { pattern, problem }, [...pointer, 'pattern']);
  if (problem !== undefined || !result.ok) return;
  const growth = growthOf(result.pattern.source, result.pattern.flags);
  if (growth.explosive) context.report('slow-pattern', { pattern, problem: growth.reason }, [...pointer, 'pattern']);
}

type Fits = (element: JsonObject, type: string) => boolean;
const isText: Fits = (_, type) => type === 'string';
const isMap: Fits = (element) => isObject(member(element, 'additionalProperties'));
const isNumber: Fits = (element) => isNumeric(element);

/** Facet, the types to which it applies in words, and how they are told. */
const applicable: readonly (readonly [string, string, Fits])[] = [
  ['enum', 'strings', isText],
  ['pattern', 'strings', isText],
  ['x-format', 'strings', isText],
  ['x-minLength', 'strings', isText],
  ['x-maxLength', 'strings', isText],
  ['x-maxBytes', 'strings', isText],
  ['x-decodedBytes', 'strings', isText],
  ['minimum', 'numbers', isNumber],
  ['maximum', 'numbers', isNumber],
  ['items', 'arrays', (_, type) => type === 'array'],
  ['properties', 'objects', (_, type) => type === 'object'],
  ['additionalProperties', 'objects', (_, type) => type === 'object'],
  ['x-keys', 'maps', isMap],
  ['x-rules', 'objects', (_, type) => type === 'object'],
];

/** `any` admits every facet; a type that is none is a finding already. */
const judged: ReadonlySet<string> = new Set(['string', 'boolean', 'integer', 'number', 'object', 'array']);

function checkApplies(context: Context, { value, pointer }: Element): void {
  const target = resolve(context, value);
  const type = textOf(target, 'type');
  if (target === undefined || type === undefined || !judged.has(type)) return;
  for (const [facet, applies, fits] of applicable) {
    if (member(value, facet) === undefined || fits(target, type)) continue;
    context.report('facet-type', { facet, applies, type: `"${type}"` }, { at: [...pointer, facet], part: 'key' });
  }
}

const exclusive = [
  ['readOnly', 'x-writeOnly'],
  ['readOnly', 'x-patchable'],
  ['readOnly', 'required'],
  ['x-immutable', 'x-patchable'],
] as const;

function checkFlags(context: Context, { value, pointer }: Element): void {
  for (const [one, other] of exclusive) {
    if (member(value, one) === true && member(value, other) === true)
      context.report(
        'conflicting-keys',
        { one, other },
        { at: [...pointer, other], part: 'key', ...(context.published ? { severity: 'warning' } : {}) },
      );
  }
}
