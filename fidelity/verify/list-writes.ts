/** What a successful request changes in a resource. */
import { getMember, getText, isObject, type Json } from '../../generator/lib/json.js';
import { getLookup } from '../../generator/model/schema-lookup.js';
import type { CompleteExchange } from '../recordings/exchange.js';
import type { MatchedCall } from '../recordings/match-exchange.js';
import { findCreatedPath, findResourcePath, locateTarget } from './locate-resources.js';
import { getJson, getResourcePath } from './resource-path.js';

export interface ResourceWrite {
  /** The recorded path of the resource, without a leading slash. */
  readonly path: string;
  /**
   * `created` and `deleted`: also everything below it. `fields`: only the fields that the request contains. `unknown`: fields that the request
   * doesn't contain, too.
   */
  readonly kind: 'created' | 'deleted' | 'fields' | 'unknown';
  /** The paths of the fields that the request sets or removes. */
  readonly fields: readonly string[];
}

/** The path of the access policy of a resource. */
export const getPolicyPath = (resource: string): string => `${resource}#policy`;

/** Returns what a request changes, as far as its method says. `undefined` for reads, and for methods without a resource. */
export function findWrite(exchange: CompleteExchange, match: MatchedCall): ResourceWrite | undefined {
  const { api, method } = match;
  const { action } = method;
  if (action.kind === 'create') {
    const template = getLookup(api).resource(action.resource);
    const full = getResourcePath(method, exchange, getLookup(api)).slice(1);
    const requested = template && findResourcePath(template, full.replace(/^(?:resumable\/)?(?:upload|download)\//, ''));
    const path = (template && findCreatedPath(exchange, match, template)) ?? requested;
    return path === undefined ? undefined : { path, kind: 'created', fields: [] };
  }
  const path = readActions.has(action.kind) ? undefined : locateTarget(exchange, match)?.path;
  if (path === undefined) return undefined;
  switch (action.kind) {
    case 'delete':
      return { path, kind: 'deleted', fields: [] };
    case 'setIamPolicy':
      return { path: getPolicyPath(path), kind: 'created', fields: [] };
    case 'patch':
    case 'update':
      return { path, kind: match.media === undefined ? 'fields' : 'unknown', fields: listSentFields(exchange, match) };
    case 'setFields':
      return { path, kind: 'fields', fields: [...action.fields, ...listSentFields(exchange, match)] };
    case 'setState':
    case 'addElements':
    case 'removeElements':
    case 'patchElement':
      return { path, kind: 'fields', fields: [action.field] };
    default:
      return { path, kind: 'unknown', fields: [] };
  }
}

const readActions: ReadonlySet<string> = new Set([
  'get',
  'list',
  'getIamPolicy',
  'testIamPermissions',
  'getElement',
  'waitForField',
  'notImplemented',
]);

/** Returns the fields in the body of a change, and those of its field mask. */
function listSentFields({ request }: CompleteExchange, { method, queryParameters }: MatchedCall): readonly string[] {
  const body = getJson(request.body);
  const sent = method.requestWrap === undefined ? body : getMember(body, method.requestWrap);
  const mask = method.updateMask?.name;
  const value = mask === undefined ? undefined : (queryParameters.get(mask)?.[0] ?? getText(body, mask));
  const masked = value === undefined || value === '*' ? [] : value.split(',').map((path) => toFieldName(path.trim()));
  return [...listFields(sent, ''), ...masked];
}

/** Field masks can contain the names of protobuf fields. */
const toFieldName = (path: string): string => path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Lists the paths of the values of an object. A list is one value. */
export function listFields(value: Json | undefined, path: string): readonly string[] {
  if (!isObject(value)) return value === undefined ? [] : [path];
  const members = Object.entries(value);
  if (members.length === 0) return path === '' ? [] : [path];
  return members.flatMap(([name, member]) => listFields(member, path === '' ? name : `${path}.${name}`));
}

/** Whether a request set a field, or an object around it. */
export const isWritten = (field: string, written: readonly string[]): boolean =>
  written.some((each) => field === each || field.startsWith(`${each}.`) || field.startsWith(`${each}[`));
