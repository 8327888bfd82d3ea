/** Checks that defaults and constants have the right type, are in the enum, and are within the bounds. */
import { type Json, type JsonObject, getMember, getList, getText } from '../../lib/json.js';
import { formatValue } from '../../lib/specification.js';
import { type LintContext, type Element, isUndocumented } from '../lint-context.js';
import { resolveReference } from '../find-field.js';
import { formatRanges, isNumeric, toNumber } from './number-ranges.js';

export function checkDefault(context: LintContext, { value, pointer }: Element): void {
  for (const key of ['default', 'x-const']) {
    const constant = getMember(value, key);
    if (constant === undefined) continue;
    const target = { ...resolveReference(context, value), ...value };
    const problem =
      findTypeProblem(constant, target) ??
      (context.isOverlay ? undefined : findEnumProblem(constant, target)) ??
      findRangeProblem(constant, target);
    if (problem !== undefined)
      context.report('invalid-default', { what: key === 'default' ? 'default' : 'constant value', value: formatValue(constant), problem }, [
        ...pointer,
        key,
      ]);
  }
}

/** Discovery encodes every default as a string. */
function findTypeProblem(value: Json, target: JsonObject): string | undefined {
  const type = getText(target, 'type');
  if (isNumeric(target)) {
    const number = toNumber(value);
    if (number === undefined) return 'is not a number';
    return type !== 'number' && !Number.isInteger(number) ? 'is not an integer' : undefined;
  }
  if (type === 'boolean') return String(value) === 'true' || String(value) === 'false' ? undefined : 'is neither true nor false';
  return type === 'string' && typeof value !== 'string' ? 'is not a string' : undefined;
}

function findEnumProblem(value: Json, target: JsonObject): string | undefined {
  const values = getList(target, 'enum');
  return values.length === 0 || values.includes(value) || isUndocumented(target, 'values') ? undefined : 'is not in the enum';
}

function findRangeProblem(value: Json, target: JsonObject): string | undefined {
  const number = isNumeric(target) ? toNumber(value) : undefined;
  if (number === undefined) return undefined;
  const format = getText(target, 'format') ?? '';
  const [low, high] = formatRanges.get(format) ?? [-Infinity, Infinity];
  if (number < low || number > high) return `does not fit ${format}`;
  const minimum = toNumber(getMember(target, 'minimum')) ?? -Infinity;
  const maximum = toNumber(getMember(target, 'maximum')) ?? Infinity;
  if (number < minimum) return `is less than the minimum ${minimum}`;
  return number > maximum ? `is greater than the maximum ${maximum}` : undefined;
}
