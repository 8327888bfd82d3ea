import { MaskError, parseMask } from '../parse-mask.js';
import { reportExpression, type ExpressionSite } from './report-expression.js';
import type { Errors } from './report.js';

/** Appends the error of an invalid field mask. An empty mask is valid. */
export function validateMask(errors: Errors, value: unknown, place: ExpressionSite): Errors {
  if (typeof value !== 'string' || value === '') return errors;
  try {
    parseMask(value);
    return errors;
  } catch (error) {
    if (!(error instanceof MaskError)) throw error;
    return reportExpression(errors, place, { keyword: 'fieldMask', message: `must be a field mask: ${error.message}`, params: {} });
  }
}
