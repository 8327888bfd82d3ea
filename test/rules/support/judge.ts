/** Whether a validator answers as an example says. */
import type { Validator } from './compile.js';
import type { Judged, Rejected } from './examples.js';

export function accepts(validator: Validator, { value }: Judged): boolean {
  return validator(value);
}

/** Refuses it for the reason that the example gives. */
export function rejects(validator: Validator, { value, keyword, path, message }: Rejected): boolean {
  if (validator(value)) return false;
  return (validator.errors ?? []).some(
    (error) => error.instancePath === path && error.keyword === keyword && (message === undefined || error.message === message),
  );
}
