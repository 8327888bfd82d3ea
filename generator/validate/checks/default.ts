/** Defaults: of the type, in the enum, within the bounds. */
import { type Json, type JsonObject, member, show } from '../../read/specification.js';
import { type Context, type Element, leavesOpen, listOf, textOf } from '../context.js';
import { resolve } from '../lookup.js';
import { formatRange, isNumeric, numberOf } from './numbers.js';

export function checkDefault(context: Context, { value, pointer }: Element): void {
  for (const key of ['default', 'x-const']) {
    const stated = member(value, key);
    if (stated === undefined) continue;
    const target = { ...resolve(context, value), ...value };
    const problem =
      typeProblem(stated, target) ?? (context.partial ? undefined : enumProblem(stated, target)) ?? rangeProblem(stated, target);
    if (problem !== undefined)
      context.report('bad-default', { what: key === 'default' ? 'default' : 'constant value', value: show(stated), problem }, [
        ...pointer,
        key,
      ]);
  }
}

/** Discovery writes every default as a string. */
function typeProblem(value: Json, target: JsonObject): string | undefined {
  const type = textOf(target, 'type');
  if (isNumeric(target)) {
    const number = numberOf(value);
    if (number === undefined) return 'is not a number';
    return type !== 'number' && !Number.isInteger(number) ? 'is not a whole number' : undefined;
  }
  if (type === 'boolean') return String(value) === 'true' || String(value) === 'false' ? undefined : 'is neither true nor false';
  return type === 'string' && typeof value !== 'string' ? 'is not a string' : undefined;
}

function enumProblem(value: Json, target: JsonObject): string | undefined {
  const values = listOf(target, 'enum');
  return values.length === 0 || values.includes(value) || leavesOpen(target, 'values') ? undefined : 'is not in the enum';
}

function rangeProblem(value: Json, target: JsonObject): string | undefined {
  const number = isNumeric(target) ? numberOf(value) : undefined;
  if (number === undefined) return undefined;
  const [low, high] = formatRange(textOf(target, 'format')) ?? [-Infinity, Infinity];
  if (number < low || number > high) return `does not fit ${textOf(target, 'format') ?? ''}`;
  const minimum = numberOf(member(target, 'minimum')) ?? -Infinity;
  const maximum = numberOf(member(target, 'maximum')) ?? Infinity;
  if (number < minimum) return `is less than the minimum ${minimum}`;
  return number > maximum ? `is greater than the maximum ${maximum}` : undefined;
}
