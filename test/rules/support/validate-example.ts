/** Validates an example. */
import type { ValidationError } from '../../../runtime/descriptor.js';
import type { Validator } from './compile.js';
import type { AcceptedExample, RejectedExample } from './examples.js';

export function isAccepted(validator: Validator, example: AcceptedExample): boolean {
  return unexpectedErrors(validator, example).length === 0;
}

/** The errors that contradict an accepting example. */
export function unexpectedErrors(validator: Validator, { value, within, only }: AcceptedExample): readonly ValidationError[] {
  if (validator(value)) return [];
  const errors = validator.errors ?? [];
  if (within === undefined) return errors;
  const errorsAtPath = errors.filter(({ instancePath }) => instancePath === within || instancePath.startsWith(`${within}/`));
  return only === undefined ? errorsAtPath : errorsAtPath.filter(({ keyword }) => keyword === only);
}

/** Whether the validator rejects it with the error of the example. */
export function isRejected(validator: Validator, { value, keyword, path, message }: RejectedExample): boolean {
  if (validator(value)) return false;
  return (validator.errors ?? []).some(
    (error) => error.instancePath === path && error.keyword === keyword && (message === undefined || error.message === message),
  );
}
