/** Adds the place and the type of a rejected value to messages. */
import type { ValidationError } from '../descriptor.js';
import { describeType } from '../error-text.js';
import type { Errors } from './report.js';

/** The errors, those about a type with the type that was received: `must be a string (received a number)`. */
export function addReceivedTypes(errors: Errors, value: unknown): Errors {
  for (const error of (errors ?? []) as ReportedError[]) {
    if (error.keyword !== 'type') continue;
    const rejected = getValueAt(value, error.instancePath);
    // Validators report into new objects, so a message can be completed in place.
    if (rejected !== undefined) error.message = appendType(error.message ?? 'is invalid', rejected);
  }
  return errors;
}

type ReportedError = { message?: string } & Omit<ValidationError, 'message'>;

/** `must be a string (received a number)`; `must be an integer (received the number 1.5)` */
function appendType(message: string, rejected: unknown): string {
  const isFraction = typeof rejected === 'number' && message.endsWith('an integer');
  return `${message} (received ${isFraction ? `the number ${rejected}` : describeType(rejected)})`;
}

/** States that a lenient request may contain a 64-bit integer as a number, too. */
export function describeNumberForms(errors: Errors): Errors {
  for (const error of (errors ?? []) as ReportedError[])
    if (error.params['format'] !== undefined && error.keyword === 'type') error.message = 'must be an integer';
  return errors;
}

/** Formats the message of an error, with the type of the rejected value if the error concerns a single value. */
export function formatMessageWithType({ message = 'is invalid', instancePath, keyword, params }: ValidationError, value: unknown): string {
  const isUnknown = keyword === 'additionalProperties';
  const target = getValueAt(value, instancePath);
  const rejected = isUnknown ? getOwn(target, String(params['additionalProperty'])) : target;
  const isOneValue = keyword === 'type' || isUnknown || Object(rejected) !== rejected;
  const isStated = rejected === undefined || /\(received [^()]*\)$/.test(message);
  return isOneValue && !isStated ? appendType(message, rejected) : message;
}

/** Formats a JSON pointer: `/requestBody/rrdatas/0` becomes `requestBody.rrdatas[0]`. */
export function formatPlace(instancePath: string): string {
  const parts = parsePointer(instancePath).map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`));
  return parts.join('').replace(/^\./, '');
}

/** The names and indexes of a JSON pointer. */
function parsePointer(pointer: string): readonly string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function getValueAt(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce(getOwn, value);
}

function getOwn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as never)[name] : undefined;
}
