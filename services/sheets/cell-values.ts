/** The values of cells in the forms in which responses contain them. */
import { getMemberAt, isObject, type HandlerCall, type Json } from '../../mock/service.js';
import type { Cell } from './grid.js';
import { defaultPatterns, formatGeneral, formatNumber, formatText, isDateType } from './number-format.js';

type Rejecter = Pick<HandlerCall, 'reject'>;

/** How a response contains values. */
export interface RenderOptions {
  readonly valueRenderOption: string;
  readonly dateTimeRenderOption: string;
}

/** Returns the value of a cell, or an empty text for one without a value. Rejects with 501 if it depends on a formula. */
export function renderValue(call: Rejecter, cell: Cell | undefined, { valueRenderOption, dateTimeRenderOption }: RenderOptions): Json {
  const value = getEnteredValue(cell);
  if (value === undefined) return '';
  const formula = getFormula(cell);
  if (formula !== undefined) return valueRenderOption === 'FORMULA' ? formula : rejectFormula(call);
  if (valueRenderOption === 'FORMATTED_VALUE') return formatCellValue(call, cell);
  const isDate = typeof value === 'number' && isDateType(getMemberAt(cell, 'userEnteredFormat.numberFormat.type'));
  return isDate && dateTimeRenderOption === 'FORMATTED_STRING' ? formatCellValue(call, cell) : value;
}

/** Returns the text, the number, or the truth value that was entered. For a formula, its text. */
export function getEnteredValue(cell: Cell | undefined): string | number | boolean | undefined {
  const entered = cell?.['userEnteredValue'];
  if (!isObject(entered)) return undefined;
  const [value] = Object.values(entered);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

export function getFormula(cell: Cell | undefined): string | undefined {
  const formula = getMemberAt(cell, 'userEnteredValue.formulaValue');
  return typeof formula === 'string' ? formula : undefined;
}

/** Returns the text that a cell shows. Rejects with 501 if it isn't known. */
export function formatCellValue(call: Rejecter, cell: Cell | undefined): string {
  const value = getEnteredValue(cell);
  if (value === undefined) return '';
  if (getFormula(cell) !== undefined) rejectFormula(call);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const type = getMemberAt(cell, 'userEnteredFormat.numberFormat.type');
  const stated = getMemberAt(cell, 'userEnteredFormat.numberFormat.pattern');
  const pattern = typeof stated === 'string' && stated !== '' ? stated : defaultPatterns[String(type)];
  if (pattern === undefined || pattern === '@' || /^general$/i.test(pattern))
    return typeof value === 'string' ? value : formatGeneral(value);
  const text = typeof value === 'string' ? formatText(value, pattern) : formatNumber(value, pattern);
  return text ?? call.reject('notImplemented', `The mock doesn't implement the number format '${pattern}'.`);
}

export function rejectFormula(call: Rejecter): never {
  return call.reject(
    'notImplemented',
    'The mock stores formulas, but does not evaluate them. Read the cell with valueRenderOption=FORMULA, or register a handler.',
  );
}
