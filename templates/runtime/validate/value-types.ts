/** Tells the place and the type of a rejected value. */
import type { ValidationError } from '../descriptor.js';
import { describeType } from '../type-text.js';
import type { Errors } from './report.js';

/** The errors, those about a type with the type that was received: `must be a string (received a number)`. */
export function addReceivedTypes(errors: Errors, value: unknown): Errors {
  return errors && errors.map((error) => (error.keyword === 'type' ? { ...error, message: formatMessageWithType(error, value) } : error));
}

/** The message of an error in the value that was validated, with the type of what was rejected if that is one value. */
export function formatMessageWithType({ message = 'is invalid', instancePath, keyword, params }: ValidationError, value: unknown): string {
  const names = parsePointer(instancePath);
  const isUnknownField = keyword === 'additionalProperties';
  const rejected = getValueAt(value, isUnknownField ? [...names, String(params['additionalProperty'])] : names);
  const isOneValue = keyword === 'type' || isUnknownField || Object(rejected) !== rejected;
  const isStated = rejected === undefined || message.endsWith(`(received ${describeType(rejected)})`);
  return isOneValue && !isStated ? `${message} (received ${describeType(rejected)})` : message;
}

/** `/requestBody/rrdatas/0` as `requestBody.rrdatas[0]`. */
export function formatPlace(instancePath: string): string {
  const parts = parsePointer(instancePath).map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`));
  return parts.join('').replace(/^\./, '');
}

/** The names and indexes of a JSON pointer. */
function parsePointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function getValueAt(value: unknown, names: readonly string[]): unknown {
  let found = value;
  for (const name of names) found = Object(found) === found && Object.hasOwn(found as object, name) ? (found as never)[name] : undefined;
  return found;
}
