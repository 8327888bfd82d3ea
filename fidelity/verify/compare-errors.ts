/** Compares the error that the service sent with that of the mock: code, status, and reason. */
import { getList, getMember, getObject, getText, isObject, type Json, type Pointer } from '../../generator/lib/json.js';
import type { BodyComparison } from './compare-bodies.js';
import { compareTexts, type TextContext } from './compare-texts.js';
import type { Difference } from './difference.js';

export interface ErrorContext extends TextContext {
  /** Whether the text of the message must be the same. */
  readonly messages: boolean;
  /** Whether all members but texts must be the same, such as the location, because another mock sent the response. */
  readonly allMembers?: boolean;
}

export function compareErrors(
  recorded: Json | undefined,
  actual: Json | undefined,
  context: ErrorContext,
): Pick<BodyComparison, 'differences' | 'equal'> {
  const read = context.allMembers === true ? readMembers : readError;
  const [expected, own] = [read(recorded), read(actual)];
  const fields = [...new Set([...expected.keys(), ...own.keys()])].filter((field) => context.messages || field !== 'error.message');
  const differences = fields.flatMap((field) => compareField(field, { expected: expected.get(field), actual: own.get(field), context }));
  const equal = fields.filter((field) => !differences.some((difference) => difference.field === field));
  return { differences, equal: equal.map((field) => ({ field, pointer: pointers[field] ?? [], isWeak: false })) };
}

interface ComparedField {
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
  readonly context: ErrorContext;
}

function compareField(field: string, { expected, actual, context }: ComparedField): readonly Difference[] {
  const pointer = pointers[field];
  const place = { field, ...(pointer && { pointer }) };
  if (expected === undefined) return actual === undefined ? [] : [{ kind: 'extra', ...place, actual }];
  if (actual === undefined) return [{ kind: 'missing', ...place, expected }];
  const isSame =
    typeof expected === 'string' && typeof actual === 'string'
      ? compareTexts({ recorded: expected, actual }, { resource: '', field, role: undefined, isOutput: false }, context).kind === 'equal'
      : expected === actual;
  return isSame ? [] : [{ kind: 'value', ...place, expected, actual }];
}

/** Where the members of an error are. */
const pointers: Readonly<Record<string, Pointer>> = {
  'error.code': ['error', 'code'],
  'error.status': ['error', 'status'],
  'error.errors[].reason': ['error', 'errors', 0, 'reason'],
  'error.message': ['error', 'message'],
};

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

/** Returns the members of an error that programs read, and all others except texts. */
function readMembers(body: Json | undefined): ReadonlyMap<string, Json> {
  return new Map([...readError(body), ...listMembers(getMember(body, 'error'), 'error')]);
}

function listMembers(value: Json | undefined, path: string): readonly (readonly [string, Json])[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item, at) => listMembers(item, `${path}[${at}]`));
  if (!isObject(value)) return value === undefined ? [] : [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => (texts.has(name) ? [] : listMembers(member, `${path}.${name}`)));
}

const texts: ReadonlySet<string> = new Set(['message', 'description']);
