/**
 * Rejects a request with 501 for parts that the mock ignores: by default those that select what the response contains or what the request
 * changes, because the response would be wrong without them.
 */
import { getCallKind } from '../../../runtime/call-kind.js';
import type { CompiledMethod } from '../../catalog/method.js';
import { bodyPrefix, enumEncoding, limitNames } from '../../lib/ignored-names.js';
import { HttpError, type ErrorDetail } from '../../lib/http-error.js';
import { getMember, getMemberAt, isList, isObject, type Json, type JsonObject } from '../../lib/json.js';
import type { IgnoredMode } from '../../types/settings.js';
import { getField } from '../../catalog/field-tables.js';
import { renderResource } from '../../catalog/links.js';
import { createPlace } from '../../catalog/resource.js';
import { getCollectionSegments, getParameter, getResourcePlace, type EngineCall } from '../call.js';

/** Throws 501 for what nothing reads and the session rejects. */
export function rejectIgnoredParts(call: EngineCall): void {
  const { ignored } = call.handlerUse;
  if (ignored.length === 0) return;
  const mode = call.state.controls.values.ignored;
  const rejected = ignored.filter((name) => isRejected(call, name, mode));
  if (rejected.length > 0) throw createIgnoredError(call, rejected, mode);
}

function isRejected(call: EngineCall, name: string, mode: IgnoredMode): boolean {
  // A client that reads numbers of enum values also reads their names, and such clients ask for numbers in every request.
  if (mode === 'all') return name !== enumEncoding;
  if (mode === 'warn') return false;
  const neutral = findNeutralValues(call.method, name);
  if (neutral === undefined) return false;
  return !readValues(call, name).every(
    (value) => isNeutral(value, neutral) || isNamedByPath(call, name, value) || isCurrent(call, name, value) || isOnlyVersion(call, name),
  );
}

/** Returns the values with which an ignored part selects nothing. Returns `undefined` if it never selects. */
function findNeutralValues({ api, behavior }: CompiledMethod, name: string): readonly string[] | undefined {
  const { selectors = {}, ignored, method, action } = behavior;
  if (ignored?.includes(name)) return Object.hasOwn(selectors, name) ? selectors[name] : undefined;
  const { otherSelectors = {} } = api;
  const other = Object.hasOwn(otherSelectors, name) ? otherSelectors[name] : undefined;
  const kind = getCallKind({ action, httpMethod: method.httpMethod, isList: method.list !== undefined });
  return other?.calls.includes(kind) ? other.neutral : undefined;
}

/** Returns the values of a parameter or a field, also those inside lists. */
function readValues(call: EngineCall, name: string): readonly Json[] {
  if (!name.startsWith(bodyPrefix)) return listValues(getParameter(call, name), []);
  const path = name.slice(bodyPrefix.length).split('.');
  // Body fields next to the resource are parameters once the request is parsed.
  return [...listValues(call.body, path), ...listValues(call.parameters, path)];
}

function listValues(value: Json | undefined, path: readonly string[]): readonly Json[] {
  if (value === undefined) return [];
  if (isList(value)) return value.flatMap((element) => listValues(element, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return isObject(value) ? listValues(getMember(value, name), rest) : [];
}

/** Whether a value selects nothing: it is empty, the zero value of an enum, or the default. */
function isNeutral(value: Json, neutral: readonly string[]): boolean {
  if (value === null || value === '' || (isObject(value) && Object.keys(value).length === 0)) return true;
  return neutral.includes(String(value)) || (typeof value === 'string' && /(?:^|_)UNSPECIFIED$/.test(value));
}

/** Whether the value is a name that the path contains, too. Some clients send both. */
function isNamedByPath({ method, parameters }: EngineCall, name: string, value: Json): boolean {
  if (!/(?:^|[a-z])(?:id|name|parent|project|location|zone)$/i.test(name) || typeof value !== 'string') return false;
  const named = method.bindings.flatMap((binding) => [String(parameters[binding.name]), ...listIds(String(parameters[binding.name]))]);
  const ids = listIds(value);
  return named.includes(value) || (ids.length > 0 && ids.every((id) => named.includes(id)));
}

/** `projects/p/zones/z` -> `p`, `z` */
function listIds(name: string): readonly string[] {
  return name.split('/').filter((_, index) => index % 2 === 1);
}

const actionsOnResources: ReadonlySet<string> = new Set(['get', 'patch', 'update', 'delete', 'setFields', 'setState', 'transition']);

/** Whether a value selects what the call is about anyway: it is that of the field with this name, such as the current generation. */
function isCurrent(call: EngineCall, name: string, value: Json): boolean {
  const { resource, behavior } = call.method;
  const field = name.slice(name.lastIndexOf('.') + 1);
  const isField = resource && (resource.fields === undefined || getField(resource.fields, field) !== undefined);
  if (!isField || !actionsOnResources.has(behavior.action.kind)) return false;
  const member = call.state.locate(getResourcePlace(call));
  // Without a resource, the call fails whatever it selects.
  if (!member) return true;
  const body: JsonObject = renderResource(member.place, member.entity.body, call.origin);
  const current = getMember(body, field);
  return current !== undefined && String(current) === String(value);
}

/** Whether a list of all versions has only the current ones, because the parent doesn't keep others. */
function isOnlyVersion(call: EngineCall, name: string): boolean {
  const { resource, behavior } = call.method;
  if (name !== 'versions' || behavior.action.kind !== 'list' || !resource) return false;
  const parent = call.state.getParent(
    createPlace(resource, [...getCollectionSegments(call), ...resource.behavior.idFields.map(() => '-')]),
  );
  return parent !== undefined && getMemberAt(call.state.findEntity(parent)?.body, 'versioning.enabled') !== true;
}

function createIgnoredError(call: EngineCall, names: readonly string[], mode: IgnoredMode): HttpError {
  const { id } = call.method;
  const describe = (list: readonly string[]): string => {
    const text = limitNames(list).join(', ');
    if (mode === 'all') return `The mock ignores ${text} of ${id}, and its setting 'ignored' is 'all'.`;
    const them = list.length === 1 ? 'it' : 'them';
    return `The mock doesn't implement ${text} of ${id}, and the response would be wrong without ${them}. Register a handler, or set 'ignored' to 'warn'.`;
  };
  const details = names.slice(0, maxDetails).map((name): ErrorDetail => {
    const isField = name.startsWith(bodyPrefix);
    return {
      reason: 'notImplemented',
      message: describe([name]),
      location: isField ? name.slice(bodyPrefix.length) : name,
      locationType: isField ? 'field' : isHeader(call, name) ? 'header' : 'parameter',
    };
  });
  return new HttpError('notImplemented', { message: describe(names), details, rule: 'ignored' });
}

const maxDetails = 20;

function isHeader(call: EngineCall, name: string): boolean {
  return Object.hasOwn(call.headers, name.toLowerCase()) && getParameter(call, name) === undefined;
}
