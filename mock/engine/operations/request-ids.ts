/** A request that repeats a request id returns the first response. */
import type { RequestIdRule } from '../../../runtime/rule.js';
import { getTextParameter, type EngineCall } from '../call.js';
import { getMember, getTextMember, type Json } from '../../lib/json.js';
import { scheduleEffects } from '../../state/apply-effects.js';
import { getRule, type CompiledMethod } from '../../catalog/method.js';
import { toCanonicalPath, type Place } from '../../catalog/resource.js';
import { HttpError } from '../../lib/http-error.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const zeros = /^[0-]+$/;

/**
 * Throws 400 for a UUID of zeros, and for a value that isn't a UUID if operations echo the ID, unless the description allows others.
 * Otherwise the format of the parameter decides.
 */
export function validateRequestId({ behavior }: CompiledMethod, rule: RequestIdRule, value: string): void {
  const isAccepted = behavior.anyRequestId === true || rule.echo === undefined || uuid.test(value);
  if (isAccepted && !zeros.test(value)) return;
  const message = `Invalid value for parameter '${rule.parameter}': must be a UUID other than zero (received '${value}')`;
  throw new HttpError('invalid', { message, location: rule.parameter, locationType: 'parameter', rule: 'requestId' });
}

/** Returns the request ID of the call, from its query or its body. */
export function readRequestId(
  call: Pick<EngineCall, 'method' | 'body' | 'parameters'>,
  rule: RequestIdRule | undefined,
): string | undefined {
  if (!rule) return undefined;
  const inBody = call.method.behavior.method.requestIdIn === 'body' ? getTextMember(call.body, rule.parameter) : undefined;
  // Body fields next to the resource are parameters once the request is parsed.
  return inBody ?? getTextParameter(call, rule.parameter);
}

/** Stores the request ID for as long as the operation is stored. Returns its key. */
export function storeRequestId(call: EngineCall, place: Place): string | undefined {
  const name = getRequestKey(call);
  if (name !== undefined) call.state.putRow('request', name, place.path);
  return name;
}

/** Stores the response of a request without an operation, for as long as an operation would be stored. */
export function storeResponse(call: EngineCall, response: Json): void {
  const name = getRequestKey(call);
  if (name === undefined || call.state.getRow('request', name) !== undefined) return;
  call.state.putRow('request', name, { response });
  scheduleEffects(call.state, call.at + call.session.settings.operationRetention, [{ kind: 'forgetRequest', name }]);
}

function getRequestKey(call: EngineCall): string | undefined {
  const requestId = readRequestId(call, getRule(call.method, 'requestId'));
  return requestId === undefined ? undefined : createRequestKey({ ...call, requestId });
}

/** A call with its request ID. */
export interface IdentifiedCall extends Pick<EngineCall, 'state' | 'method' | 'segments' | 'origin' | 'parameters'> {
  readonly requestId: string;
}

/** Returns the key of a request ID. The ID is unique per method and path, which contains the project, and per parameter that names a new resource. */
function createRequestKey(call: Omit<IdentifiedCall, 'state' | 'origin'>): string {
  const { behavior } = call.method;
  const names = (behavior.idParameters ?? []).flat().flatMap((name) => getTextParameter(call, name) ?? []);
  const { namespace = '' } = call.method.resource ?? {};
  return `${behavior.method.httpMethod} ${namespace}${toCanonicalPath([...call.segments, ...names])} ${call.requestId.toLowerCase()}`;
}

/** Returns the result of an earlier request with the same request ID: its operation or its response. */
export function findReplayedOperation(call: IdentifiedCall): { readonly place: Place } | { readonly response: Json } | undefined {
  const { state } = call;
  const row = state.getRow('request', createRequestKey(call));
  const response = getMember(row, 'response');
  if (response !== undefined) return { response };
  const place = typeof row === 'string' ? state.catalog.findPlace(`/${row}`) : undefined;
  return place && getMember(state.findEntity(place)?.body, 'name') !== undefined ? { place } : undefined;
}
