/** The states of long-running operations in responses. */
import type { ValueRole } from './value-role.js';
import { getMember, getText, isObject, type Json } from '../../generator/lib/json.js';

export type OperationStyle = 'status' | 'longrunning';

/** Returns whether the operation in a body has completed, or `undefined` if the body isn't an operation of this style. */
export function isDone(body: Json | undefined, style: OperationStyle): boolean | undefined {
  if (!isObject(body)) return undefined;
  if (style === 'status') {
    const status = getText(body, 'status');
    return status === undefined ? undefined : status.toUpperCase() === 'DONE';
  }
  return getText(body, 'name') === undefined ? undefined : getMember(body, 'done') === true;
}

/** The fields of an operation that change until it is done. The first names are those of AIP-151, the others those of operations with a `status`. */
const runningFields: ReadonlySet<string> = new Set([
  'done',
  'response',
  'error',
  'status',
  'progress',
  'startTime',
  'endTime',
  'statusMessage',
  'statusDetail',
  'warnings',
  'httpErrorStatusCode',
  'httpErrorMessage',
]);

/** The fields of the metadata of an operation that change until it is done. */
const runningMetadata: ReadonlySet<string> = new Set([
  'endTime',
  'startTime',
  'updateTime',
  'state',
  'statusDetail',
  'statusMessage',
  'genericMetadata',
]);

/** Whether a field of an operation depends on how far it is. */
export function isProgressField(path: readonly string[]): boolean {
  const [first = '', second = ''] = path;
  if (first === 'metadata') return runningMetadata.has(second) || /progress/i.test(second);
  return runningFields.has(first);
}

/** The fields of an operation with a `status` whose values the server generates, and their roles. */
const generatedFields: ReadonlyMap<string, ValueRole> = new Map([
  ['name', 'id'],
  ['id', 'id'],
  ['user', 'caller'],
]);

/** Returns the role of a field of an operation, or of an operation in a list. */
export function findOperationRole(path: readonly string[], style: OperationStyle): ValueRole | undefined {
  const isOfList = path.length === 2 && path[0]?.endsWith('[]') === true;
  if (style === 'status' && (path.length === 1 || isOfList)) {
    const role = generatedFields.get(path.at(-1) ?? '');
    if (role !== undefined) return role;
  }
  return isOperationTime(path) ? 'time' : undefined;
}

/** The times of an operation, in it or in its metadata (AIP-151), whatever their type is. */
const operationTimes: ReadonlySet<string> = new Set(['createTime', 'insertTime', 'startTime', 'updateTime', 'endTime']);

/** Whether a field of an operation holds a time. */
function isOperationTime(path: readonly string[]): boolean {
  return operationTimes.has(path.at(-1) ?? '') && (path.length === 1 || path[0] === 'metadata');
}
