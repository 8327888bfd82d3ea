/**
 * Batch methods (AIP-231, AIP-233, AIP-234, AIP-235): call a standard method, with its handlers, for each element of the request, all or
 * nothing.
 */
import { emptyObject, getMember, getTextMember, isList, isObject, setMember, type Json, type JsonObject } from '../../lib/json.js';
import { HttpError } from '../../lib/http-error.js';
import { applyEffects, type Effect } from '../../state/apply-effects.js';
import { formatPlace, renderResource } from '../../catalog/links.js';
import { readPathParameters, type CompiledMethod } from '../../catalog/method.js';
import { createPlace, decodeName } from '../../catalog/resource.js';
import { HandlerUse } from '../handler-use.js';
import { runHandlers } from '../handlers.js';
import { wildcard } from '../lists/across-parents.js';
import { createInvalidFieldError } from '../resource-change.js';
import {
  createNotImplementedError,
  findHandlers,
  getCollectionSegments,
  getParameter,
  requireParent,
  requireResource,
  type ActionByKind,
  type EngineCall,
  type ActionPlan,
  type PlanAction,
} from '../call.js';
import { createResource } from './create.js';
import { deleteResource } from './delete.js';
import { getResource } from './get.js';
import { patchResource, updateResource } from './update.js';

export const callEach: PlanAction<'callEach'> = async (call, action) => {
  const method = call.state.catalog.methods.find(({ api, id }) => api === call.method.api && id === action.method);
  if (!method) throw createNotImplementedError(call.method);
  const collection = getCollectionSegments(call);
  if (!collection.includes(wildcard)) requireParent(call, createPlace(requireResource(call), [...collection, wildcard]));
  const target: BatchTarget = { call, action, method, collection };
  const isDeferred = call.method.behavior.method.operation !== undefined;
  const [items, effects, changed]: [Json[], Effect[], Set<string>] = [[], [], new Set()];
  const respondByDefault = async (inner: EngineCall, at: string): Promise<Json> => {
    const plan = await planInnerCall(inner);
    const place = plan.target?.place;
    if (place && changed.has(place.path)) throw createInvalidFieldError(at, `it repeats the resource '${formatPlace(place)}'`, 'callEach');
    if (place) changed.add(place.path);
    // The changes of an operation take effect when it is done. Others take effect one by one, so that each call uses the state after the previous ones.
    if (isDeferred) effects.push(...plan.effects);
    else applyEffects(call.state, plan.effects, call.at);
    return renderItem(inner, plan);
  };
  for (const [index, element] of readElements(call, action).entries()) {
    const at = `${action.elements}[${index}]`;
    const inner = createInnerCall(target, element, at);
    items.push(await respond(inner, () => respondByDefault(inner, at)));
  }
  const body = action.items === undefined ? emptyObject : { [action.items]: items };
  return { effects, response: { body }, startsOperation: true };
};

/** A call of a batch method. */
interface BatchTarget {
  readonly call: EngineCall;
  readonly action: ActionByKind<'callEach'>;
  /** The method to call. */
  readonly method: CompiledMethod;
  readonly collection: readonly string[];
}

/** Lists the names or requests in a parameter or in the body. */
function readElements(call: EngineCall, { elements }: ActionByKind<'callEach'>): readonly Json[] {
  const value = getMember(call.body, elements) ?? getParameter(call, elements);
  return value === undefined ? [] : isList(value) ? value : [value];
}

/** Creates the call for a name, or for a request with a name or a parent, parameters, and in the field `body` the resource. */
function createInnerCall(target: BatchTarget, element: Json, at: string): EngineCall {
  const { call, action, method } = target;
  const request = isObject(element) ? element : emptyObject;
  const body = action.body === undefined ? emptyObject : (getMember(request, action.body) ?? emptyObject);
  if (!isObject(body)) throw createInvalidFieldError(`${at}.${action.body ?? ''}`, 'it must be an object', 'callEach');
  const segments = findSegments(target, { element, request, body, at });
  const parameters: Record<string, Json> = Object.fromEntries(readPathParameters(method, segments));
  for (const [name, value] of Object.entries(request)) if (name !== action.body) setMember(parameters, name, value);
  return { ...call, method, segments, body, parameters, hasBody: action.body !== undefined, handlerUse: new HandlerUse([]) };
}

/** A name or a request, and what it contains. */
interface BatchElement {
  readonly element: Json;
  readonly request: JsonObject;
  readonly body: JsonObject;
  /** The location in the request: `requests[0]`. */
  readonly at: string;
}

/** Returns the path of an inner call. Throws 400 if it is outside of the collection of the batch. */
function findSegments(target: BatchTarget, { element, request, body, at }: BatchElement): readonly string[] {
  const { call, method, collection } = target;
  if (method.behavior.action.kind === 'create') {
    const parent = getTextMember(request, 'parent');
    if (parent === undefined) return collection;
    return requireInside(target, [...toSegments(target, parent), ...collection.slice(-1)], { name: parent, at: `${at}.parent` });
  }
  const { idFields } = requireResource(call).behavior;
  const name = typeof element === 'string' ? element : (getTextMember(request, 'name') ?? getTextMember(body, idFields[0] ?? 'name') ?? '');
  if (name === '') throw new HttpError('required', { message: `Required value '${at}.name' is missing.`, location: at, rule: 'callEach' });
  const segments = name.includes('/') ? toSegments(target, name) : [...collection, name];
  requireInside(target, segments.slice(0, -1), { name, at });
  return segments;
}

/** Returns the segments of a path that begins after the version. */
function toSegments({ call }: BatchTarget, name: string): readonly string[] {
  return [...call.segments.slice(0, call.method.api.nameStart), ...name.split('/').map(decodeName)];
}

function requireInside(
  { collection }: BatchTarget,
  segments: readonly string[],
  { name, at }: { readonly name: string; readonly at: string },
): readonly string[] {
  const isInside =
    segments.length === collection.length && collection.every((text, index) => text === wildcard || text === segments[index]);
  if (isInside) return segments;
  throw createInvalidFieldError(at, `'${name}' doesn't belong to the collection in the path`, 'callEach');
}

/** Runs the handlers of the standard method around its default behavior, unless they return operations instead of resources. */
async function respond(call: EngineCall, respondByDefault: () => Promise<Json>): Promise<Json> {
  const handlers = call.method.behavior.method.operation === undefined ? findHandlers(call) : undefined;
  return handlers ? (await runHandlers(handlers, call, respondByDefault)).body : respondByDefault();
}

function planInnerCall(call: EngineCall): ActionPlan | Promise<ActionPlan> {
  const { action } = call.method.behavior;
  switch (action.kind) {
    case 'get':
      return getResource(call, action);
    case 'create':
      return createResource(call, action);
    case 'patch':
      return patchResource(call, action as never);
    case 'update':
      return updateResource(call, action as never);
    case 'delete':
      return deleteResource(call, action);
    default:
      throw createNotImplementedError(call.method);
  }
}

/** Returns the resource after the call. The effects of an operation aren't applied yet. */
function renderItem({ state, origin }: EngineCall, { response, effects }: ActionPlan): Json {
  if (!('place' in response)) return response.body;
  const { place } = response;
  const put = effects.find((effect) => effect.kind === 'put' && effect.path === place.path);
  return renderResource(place, put?.kind === 'put' ? put.body : (state.findEntity(place)?.body ?? emptyObject), origin);
}
