/** Checks the facets of fields and parameters: enums, bounds, patterns, defaults, and whether they apply to the type. */
import { findConstantProblem, findFormProblem, findNamedEnumValue } from '../../language/default-problem.js';
import { compilePattern } from '../../lib/pattern.js';
import { isObject, type JsonObject, getMember, getList, getObject, getText } from '../../lib/json.js';
import { formatValue } from '../../language/specification.js';
import { isUndocumented, resolveReference, type Statement } from '../../model/statements.js';
import type { LintContext } from '../lint-context.js';
import { describePart } from '../describe-part.js';
import { types } from '../schema/element-schema.js';
import { isNumericElement, toNumber } from '../../language/number-ranges.js';

type Element = Pick<Statement, 'value' | 'pointer'>;

export function checkFacets(context: LintContext): void {
  for (const element of context.elements) {
    checkType(context, element);
    checkEnum(context, element);
    checkBounds(context, element);
    checkPattern(context, element);
    checkPattern(context, element, 'x-valuePattern');
    const keys = getMember(element.value, 'x-propertyNames');
    if (isObject(keys)) checkPattern(context, { value: keys, pointer: [...element.pointer, 'x-propertyNames'] });
    checkApplicability(context, element);
    checkFlags(context, element);
    checkDefault(context, element);
  }
}

function checkType(context: LintContext, { value, pointer }: Element): void {
  if (context.isOverlay) return;
  const type = getText(value, 'type');
  if (getMember(value, 'type') === undefined && getMember(value, '$ref') === undefined && !isUndocumented({ value }, 'type')) {
    context.report('missing-type', { what: describePart(pointer) }, { at: pointer, part: 'key' });
  }
  if (type !== undefined && context.isPublished && !types.includes(type))
    context.report(
      'unknown-type',
      { what: describePart(pointer), type },
      { at: [...pointer, 'type'], suggestion: context.suggest(type, types) },
    );
  if (type === 'array' && getMember(value, 'items') === undefined && !isUndocumented({ value }, 'items'))
    context.report('missing-items', { what: describePart(pointer) }, { at: pointer, part: 'key' });
}

function checkEnum(context: LintContext, { value, pointer }: Element): void {
  const values = getList(value, 'enum');
  for (const key of ['enumDescriptions', 'enumDeprecated']) {
    const descriptions = getList(value, key);
    if (descriptions.length > 0 && descriptions.length !== values.length)
      context.report(
        'enum-descriptions-length',
        { what: key, found: descriptions.length, expected: values.length },
        { at: [...pointer, key], part: 'key' },
      );
  }
  const seen = new Set<unknown>();
  values.forEach((entry, i) => {
    if (typeof entry === 'string' && seen.has(entry)) context.report('duplicate-enum-value', { value: entry }, [...pointer, 'enum', i]);
    seen.add(entry);
  });
  checkEnumNumbers(context, { value, pointer });
}

/** An overlay can number the values of an enum that only its specification has. */
function checkEnumNumbers(context: LintContext, { value, pointer }: Element): void {
  const values = getList(value, 'enum');
  const valuesByNumber = new Map<unknown, string>();
  for (const [name, number] of Object.entries(getObject(value, 'x-enumNumbers') ?? {})) {
    const at = [...pointer, 'x-enumNumbers', name];
    if (!values.includes(name) && !(context.isOverlay && values.length === 0))
      context.report('invalid-enum-number', { value: name, problem: "is unused: the enum doesn't have this value" }, { at, part: 'key' });
    const other = valuesByNumber.get(number);
    if (other !== undefined) context.report('invalid-enum-number', { value: name, problem: `is also the number of "${other}"` }, at);
    valuesByNumber.set(number, name);
  }
}

const boundPairs = [
  ['minimum', 'maximum'],
  ['x-minLength', 'x-maxLength'],
] as const;

function checkBounds(context: LintContext, { value, pointer }: Element): void {
  for (const [lower, upper] of boundPairs) {
    const [low, high] = [lower, upper].map((bound) => {
      const stated = getMember(value, bound);
      const number = toNumber(stated);
      if (stated !== undefined && number === undefined)
        context.report('invalid-bound', { bound, value: formatValue(stated), problem: 'is not a number' }, [...pointer, bound]);
      return number;
    });
    if (low !== undefined && high !== undefined && low > high)
      context.report('inverted-bounds', { lower, upper, low: String(low), high: String(high) }, [...pointer, lower]);
  }
}

function checkPattern(context: LintContext, { value, pointer }: Element, key = 'pattern'): void {
  const pattern = getText(value, key);
  if (pattern === undefined) return;
  const result = compilePattern(pattern);
  if (!result.ok) context.report('invalid-pattern', { pattern, problem: result.problem }, [...pointer, key]);
}

type IsApplicable = (element: JsonObject, type: string) => boolean;
const isText: IsApplicable = (_, type) => type === 'string';
const isMap: IsApplicable = (element) => isObject(getMember(element, 'additionalProperties'));
const isNumber: IsApplicable = (element) => isNumericElement(element);

/** The facets, a label of the types that they apply to, and the test for these types. */
const applicable: readonly (readonly [string, string, IsApplicable])[] = [
  ['enum', 'strings', isText],
  ['x-enumNumbers', 'strings', isText],
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

/** Other types: `any` supports every facet, and an unknown type has its own diagnostic. */
const knownTypes: ReadonlySet<string> = new Set(['string', 'boolean', 'integer', 'number', 'object', 'array']);

function checkApplicability(context: LintContext, { value, pointer }: Element): void {
  const target = resolveReference(context, value);
  const type = getText(target, 'type');
  if (target === undefined || type === undefined || !knownTypes.has(type)) return;
  for (const [facet, applies, isApplicable] of applicable) {
    if (getMember(value, facet) === undefined || isApplicable(target, type)) continue;
    context.report('facet-type', { facet, applies, type: `"${type}"` }, { at: [...pointer, facet], part: 'key' });
  }
}

const exclusive = [
  ['readOnly', 'x-writeOnly'],
  ['readOnly', 'x-patchable'],
  ['x-immutable', 'x-patchable'],
] as const;

function checkFlags(context: LintContext, { value, pointer }: Element): void {
  for (const [first, second] of exclusive) {
    if (getMember(value, first) === true && getMember(value, second) === true)
      context.report(
        'conflicting-keys',
        { one: first, other: second },
        { at: [...pointer, second], part: 'key', ...(context.isPublished ? { severity: 'warning' } : {}) },
      );
  }
}

/** Checks that defaults and constants have the right type and form, are in the enum, and are within the bounds. */
function checkDefault(context: LintContext, { value, pointer }: Element): void {
  const target = { ...resolveReference(context, value), ...value, ...(context.isOverlay && { enum: [] }) };
  const constant = getMember(value, 'x-const');
  const constantProblem = constant === undefined ? undefined : findConstantProblem(constant, target);
  if (constant !== undefined && constantProblem !== undefined)
    context.report('invalid-default', { what: 'constant value', value: formatValue(constant), problem: constantProblem }, [
      ...pointer,
      'x-const',
    ]);
  const stated = getMember(value, 'default');
  if (stated === undefined || (context.isPublished && findNamedEnumValue(stated, target) !== undefined)) return;
  const problem = findConstantProblem(stated, target);
  const formProblem = problem === undefined ? findFormProblem(stated, target) : undefined;
  const params = { what: 'default', value: formatValue(stated) };
  if (problem !== undefined) context.report('invalid-default', { ...params, problem }, [...pointer, 'default']);
  if (formProblem !== undefined)
    context.report('invalid-default', { ...params, problem: formProblem }, { at: [...pointer, 'default'], severity: 'warning' });
}
