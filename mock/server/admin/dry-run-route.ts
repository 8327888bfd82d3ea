/** The control route of dry runs: creates the request for a change of a resource, and executes it without effects. */
import { ParameterError } from '../../../runtime/errors.js';
import { expandPath, getVariableNames } from '../../../runtime/paths/expand.js';
import { matchPath } from '../../../runtime/paths/match.js';
import type { HttpError } from '../../lib/http-error.js';
import { readRequest } from '../../lib/http-request.js';
import { emptyObject, getMember, isEqual, isList, isObject, pick, type Json, type JsonObject } from '../../lib/json.js';
import type { DryRun, DryRunError, PlannedCall } from '../../types/control.js';
import { getRule, type CompiledMethod } from '../../catalog/method.js';
import { decodeSegment } from '../../catalog/resource.js';
import { createInvalidError, readMembers, toJson, type AdminRoute } from './admin-call.js';

const isOptionalText = (value: Json | undefined): boolean => value === undefined || typeof value === 'string';
const isOptionalObject = (value: Json | undefined): boolean => value === undefined || isObject(value);

export const dryRunCall: AdminRoute = async (call) => {
  const planned = (await readMembers(call, {
    methodId: [(value) => typeof value === 'string', 'the ID of a method'],
    target: [isOptionalText, 'the path of a resource or a collection'],
    parameters: [isOptionalObject, 'an object'],
    resource: [isOptionalObject, 'an object'],
    before: [isOptionalObject, 'an object'],
  })) as unknown as PlannedCall;
  const { catalog } = call.session;
  const method = catalog.routedMethods.find(({ id }) => id === planned.methodId);
  if (!method) throw createInvalidError(`the mock has no method ${planned.methodId}`, 'methodId');
  try {
    const request = createRequest(planned, method);
    const error = await call.dryRun(
      readRequest({
        method: request.method,
        url: request.path,
        origin: call.incoming.origin,
        headers: { 'content-type': 'application/json' },
        body: request.body && JSON.stringify(request.body),
      }),
    );
    return toJson({ request, errors: error ? listErrors(error, method) : [] } satisfies DryRun);
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    const { parameter } = error;
    return toJson({
      errors: [{ reason: 'required', message: `Required parameter '${parameter}' is missing.`, parameter }],
    } satisfies DryRun);
  }
};

/** Throws `ParameterError` for a missing or invalid parameter of the path. */
function createRequest(
  { target, parameters = emptyObject, resource, before }: PlannedCall,
  method: CompiledMethod,
): NonNullable<DryRun['request']> {
  const { httpMethod, path: template, body: bodyMode } = method.behavior.method;
  const change = before ? createChange(method, before, resource) : { parameters: emptyObject, body: resource };
  const path =
    target !== undefined && matchPath(template, target)
      ? target
      : `${method.rootPath}/${expandPath(template, { ...readVariables(method, target), ...parameters }, method.id)}`;
  const inPath = getVariableNames(template);
  const query = Object.entries({ ...change.parameters, ...parameters }).filter(([name]) => !inPath.includes(name));
  const { requestWrap } = method.behavior;
  const body = requestWrap === undefined ? change.body : { [requestWrap]: change.body ?? null };
  return {
    method: httpMethod,
    path: `${path}${formatQuery(query)}`,
    ...(resource && bodyMode !== undefined && body && { body }),
  };
}

/** Returns the variables in the path of a resource or a collection of the method's resource type. */
function readVariables({ resource }: CompiledMethod, target: string | undefined): Readonly<Record<string, string>> {
  const segments = target?.split('/').slice(1) ?? [];
  const entries = resource?.steps.flatMap((step, index) => {
    const segment = segments[index];
    return 'variable' in step && segment !== undefined ? [[step.variable, decodeSegment(segment)] as const] : [];
  });
  return Object.fromEntries(entries ?? []);
}

function formatQuery(entries: readonly (readonly [string, Json])[]): string {
  const query = new URLSearchParams(
    entries
      .flatMap(([name, value]) => (isList(value) ? value : [value]).map((item) => [name, String(item)]))
      .filter(([, text]) => text !== ''),
  );
  return query.size > 0 ? `?${query.toString()}` : '';
}

interface PlannedChange {
  readonly parameters: JsonObject;
  readonly body: JsonObject | undefined;
}

/**
 * Returns the parameters and the body of a call that changes `before` to `after`: an update has all fields, a patch only the changes. They have
 * the etags of `before`, so that the API detects a change in between, as the parameters of a deletion do.
 */
function createChange(method: CompiledMethod, before: JsonObject, after: JsonObject | undefined): PlannedChange {
  const { resource, behavior } = method;
  const { httpMethod, parameters = {} } = behavior.method;
  const etags = pick(before, resource?.etags.map(({ field }) => field) ?? []);
  if (after === undefined) return { parameters: pick(etags, Object.keys(parameters)), body: undefined };
  if (httpMethod !== 'PATCH') {
    const sent = Object.entries(after).filter(([name]) => !resource?.fields?.[name]?.readOnly);
    return { parameters: emptyObject, body: { ...Object.fromEntries(sent), ...etags } };
  }
  const mask = findMaskParameter(method);
  if (mask === undefined) return { parameters: emptyObject, body: { ...createMergePatch(before, after), ...etags } };
  const changed = listNames(before, after).filter((name) => !isEqual(getMember(before, name), getMember(after, name)));
  return { parameters: { [mask]: changed.join(',') }, body: { ...pick(after, changed), ...etags } };
}

/** Returns the query parameter with the field mask of an update, if the method has one. */
export function findMaskParameter(method: CompiledMethod): string | undefined {
  const { updateMask } = method.behavior.method;
  return getRule(method, 'update')?.mask ?? (updateMask?.in === undefined ? updateMask?.name : undefined);
}

const listNames = (before: JsonObject, after: JsonObject): readonly string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
];

/** A JSON merge patch: `null` removes a member, and lists are replaced. */
function createMergePatch(before: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(
    listNames(before, after).flatMap((name) => {
      const [old, value] = [getMember(before, name), getMember(after, name)];
      if (isEqual(old, value)) return [];
      return [[name, value === undefined ? null : isObject(old) && isObject(value) ? createMergePatch(old, value) : value]];
    }),
  );
}

/** The errors, with the fields of the resource that they name. */
function listErrors({ details }: HttpError, { behavior }: CompiledMethod): readonly DryRunError[] {
  const wrapper = behavior.requestWrap === undefined ? '' : `${behavior.requestWrap}.`;
  return details.map(({ reason, message, location, locationType }) => {
    if (location === undefined || locationType === 'header') return { reason, message };
    if (locationType === 'parameter') return { reason, message, parameter: location };
    const field = location.replace(/^requestBody\.?/, '').replaceAll(/\[(\d+)\]/g, '.$1');
    if (field === '') return { reason, message };
    return { reason, message, field: field.startsWith(wrapper) ? field.slice(wrapper.length) : field };
  });
}
