import { MaskFault, readMask } from '../mask.js';
import { told, type Expressed } from './expression.js';
import type { Errors } from './report.js';

/** The errors so far and what is wrong with a mask of fields; empty text asks for all of them. */
export function judgeMask(errors: Errors, value: unknown, place: Expressed): Errors {
  if (typeof value !== 'string' || value === '') return errors;
  try {
    readMask(value);
    return errors;
  } catch (error) {
    if (!(error instanceof MaskFault)) throw error;
    return told(errors, place, { keyword: 'fieldMask', message: `must be a mask of fields: ${error.message}`, params: {} });
  }
}
