/** Finds the requests and responses that can contain what a tested rule is about. */
import type { Action } from '../../../runtime/rule.js';
import { getAt, getStrings, isObject, type Json } from '../../../generator/lib/json.js';
import type { Method } from '../../../generator/model/model.js';
import type { ApiIndex } from '../api-index.js';
import type { TestedRule, RulePath } from '../tested-rule.js';
import type { SchemaUse } from '../field-paths.js';

/** The order in which methods are tried: those that need the least first. */
const order: readonly Action['kind'][] = [
  'create',
  'createFrom',
  'batch',
  'update',
  'patch',
  'setFields',
  'setIamPolicy',
  'testIamPermissions',
  'service',
];

const rank = ({ action }: Method): number => {
  const at = order.indexOf(action.kind);
  return at < 0 ? order.length : at;
};

/** Lists the requests that can contain the field of a tested rule, with its path in the body. */
export function listRequestUses({ place, value, key }: TestedRule, index: ApiIndex): readonly SchemaUse[] {
  if (place.in !== 'schema') return [];
  const only = key === 'required' && isObject(value) ? new Set(getStrings(value, 'required')) : undefined;
  return index.schemaUses
    .list(place.schema, 'request')
    .filter(({ method }) => method.action.kind !== 'notImplemented' && (only?.has(method.id) ?? true))
    .map(({ method, path }) => ({ method, path: [...path, ...place.path] }))
    .sort((one, other) => rank(one.method) - rank(other.method) || one.path.length - other.path.length);
}

/** Lists the responses that can contain the field of a tested rule, with its path in the body. Reads come first. */
export function listResponseUses({ place }: TestedRule, index: ApiIndex): readonly SchemaUse[] {
  if (place.in !== 'schema') return [];
  const readRank = ({ httpMethod }: Method): number => (httpMethod === 'GET' ? 0 : 1);
  return index.schemaUses
    .list(place.schema, 'response')
    .filter(({ method }) => method.action.kind !== 'notImplemented')
    .map(({ method, path }) => ({ method, path: [...path, ...place.path] }))
    .sort((one, other) => one.path.length - other.path.length || readRank(one.method) - readRank(other.method));
}

/** Returns the values at a path: of all elements of lists and all values of maps. */
export function listValuesAt(value: Json | undefined, [step, ...rest]: RulePath): readonly Json[] {
  if (value === undefined) return [];
  if (step === undefined) return [value];
  if (step === '[]') return Array.isArray(value) ? (value as readonly Json[]).flatMap((item) => listValuesAt(item, rest)) : [];
  if (step === '{}') return isObject(value) ? Object.values(value).flatMap((item) => listValuesAt(item, rest)) : [];
  return isObject(value) ? listValuesAt(getAt(value, [step]), rest) : [];
}

/** Formats a path as comparisons name fields: `items[].name`, `labels.*`. */
export const formatFieldPath = (path: RulePath): string =>
  path
    .map((step) => (step === '{}' ? '*' : step))
    .join('.')
    .replaceAll('.[]', '[]');

/** The reverse of `formatFieldPath`. */
export const parseFieldPath = (field: string): RulePath =>
  field
    .replaceAll('[]', '.[]')
    .split('.')
    .filter((step) => step !== '')
    .map((step) => (step === '*' ? '{}' : step));
