/** Adds the place and the type of a rejected value to messages. */
import type { ValidationError } from '../descriptor.js';
import { describeType } from '../type-text.js';
import type { Errors } from './report.js';

/** Adds the received type to the messages of type errors: `must be a string (received a number)`. */
export function addReceivedTypes(errors: Errors, value: unknown): Errors {
  return errors && errors.map((error) => (error.keyword === 'type' ? { ...error, message: formatMessageWithType(error, value) } : error));
}

/** Formats the message of an error, with the type of the rejected value if the error concerns a single value. */
export function formatMessageWithType({ message = 'is invalid', instancePath, keyword, params }: ValidationError, value: unknown): string {
  const names = parsePointer(instancePath);
  const isUnknownField = keyword === 'additionalProperties';
  const rejected = getValueAt(value, isUnknownField ? [...names, String(params['additionalProperty'])] : names);
  const isOneValue = keyword === 'type' || isUnknownField || Object(rejected) !== rejected;
  const isStated = rejected === undefined || message.endsWith(`(received ${describeType(rejected)})`);
  return isOneValue && !isStated ? `${message} (received ${describeType(rejected)})` : message;
}

/** Formats a JSON pointer: `/requestBody/rrdatas/0` becomes `requestBody.rrdatas[0]`. */
export function formatPlace(instancePath: string): string {
  const parts = parsePointer(instancePath).map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`));
  return parts.join('').replace(/^\./, '');
}

/** Splits a JSON pointer into names and indexes. */
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
