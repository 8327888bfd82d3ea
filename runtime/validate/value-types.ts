/** Adds the place and the type of a rejected value to messages. */
import type { ValidationError } from '../descriptor.js';
import { addMisspelledNames } from './misspelled-names.js';
import { describeReceived, maxErrors, type BuiltError, type FoundErrors } from './report.js';

/** Builds the errors that a validator found. `anyNumber`: 64-bit integers may be numbers, too. */
export function buildErrors(found: readonly FoundErrors[], anyNumber: boolean): readonly ValidationError[] {
  const errors: ValidationError[] = [];
  // Loops are several times as fast as `flatMap`.
  for (const { place, build } of found)
    for (const built of build()) if (errors.length < maxErrors) errors.push(createFullError(place, built, anyNumber));
  return addMisspelledNames(errors);
}

function createFullError(place: string, { error, received }: BuiltError, anyNumber: boolean): ValidationError {
  const { instancePath, schemaPath, keyword, params, message = 'is invalid' } = error;
  const expected = anyNumber && keyword === 'type' && params['format'] !== undefined ? 'must be an integer' : message;
  return {
    instancePath: place + instancePath,
    schemaPath,
    keyword,
    params,
    message: received === undefined ? expected : appendType(expected, received),
  };
}

/** `must be a string (received a number)`; `must be an integer (received the number 1.5)` */
function appendType(message: string, received: number | string): string {
  if (typeof received === 'string') return `${message} (received ${received})`;
  return `${message} (received ${message.endsWith('an integer') ? `the number ${received}` : 'a number'})`;
}

/** Formats the message of an error, with the type of the rejected value if the error concerns a single value. */
export function formatMessageWithType({ message = 'is invalid', instancePath, keyword, params }: ValidationError, value: unknown): string {
  const isUnknown = keyword === 'additionalProperties';
  const target = getValueAt(value, instancePath);
  const rejected = isUnknown ? getOwn(target, String(params['additionalProperty'])) : target;
  const isOneValue = keyword === 'type' || isUnknown || Object(rejected) !== rejected;
  const received = /\(received [^()]*\)$/.test(message) ? undefined : describeReceived(rejected);
  return isOneValue && received !== undefined ? appendType(message, received) : message;
}

/** Formats a JSON pointer: `/requestBody/rrdatas/0` becomes `requestBody.rrdatas[0]`. */
export function formatErrorLocation(instancePath: string): string {
  const parts = parsePointer(instancePath).map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`));
  return parts.join('').replace(/^\./, '');
}

/** The names and indexes of a JSON pointer. */
export function parsePointer(pointer: string): readonly string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function getValueAt(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce(getOwn, value);
}

function getOwn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as never)[name] : undefined;
}
