/** Compares the error that the service sent with that of the mock: code, status, and reason. */
import { getList, getMember, getObject, getText, type Json } from '../../lib/json.js';
import type { Difference } from './difference.js';

/** `messages`: whether the text of the message must be the same. */
export function compareErrors(
  recorded: Json | undefined,
  actual: Json | undefined,
  { messages }: { readonly messages: boolean },
): readonly Difference[] {
  const [expected, own] = [readError(recorded), readError(actual)];
  return [...expected.keys(), ...own.keys()]
    .filter((field, index, all) => all.indexOf(field) === index && (messages || field !== 'error.message'))
    .flatMap((field) => compareField(field, expected.get(field), own.get(field)));
}

function compareField(field: string, expected: Json | undefined, actual: Json | undefined): readonly Difference[] {
  if (expected === actual) return [];
  if (expected === undefined) return [{ kind: 'extra', field, ...(actual !== undefined && { actual }) }];
  return actual === undefined ? [{ kind: 'missing', field, expected }] : [{ kind: 'value', field, expected, actual }];
}

/** Returns the members of an error that programs read, by their paths. */
function readError(body: Json | undefined): ReadonlyMap<string, Json> {
  const error = getObject(body, 'error');
  const [first] = getList(error, 'errors');
  const info = getList(error, 'details').find((detail) => getText(detail, '@type') === 'type.googleapis.com/google.rpc.ErrorInfo');
  const members: readonly (readonly [string, Json | undefined])[] = [
    ['error.code', getMember(error, 'code')],
    ['error.status', getMember(error, 'status')],
    ['error.errors[].reason', getMember(first, 'reason')],
    ['error.details[].reason', getMember(info, 'reason')],
    ['error.message', getMember(error, 'message')],
  ];
  return new Map(members.flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const])));
}
