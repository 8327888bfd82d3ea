/** Operations that tell by `done` that they are (AIP-151): kept where the API shows operations, so that they can be asked for again. */
import type { OperationRule } from '../rule.js';
import type { CallContext, Plan } from './call.js';
import { formatInstant } from './instants.js';
import { nameFromPlace } from './server-fields.js';
import { getMember, getTextMember, type JsonObject } from './json.js';
import { renderResource } from './links.js';
import { findOperationPlace } from './operation-places.js';
import { getInjectedFailure, rememberRequest, findStatedPlace } from './operations.js';
import { applyEffects, deferEffects, type Effect } from './state/apply-effects.js';
import { scheduleEffects } from './state/schedule.js';
import type { Json } from './mock-types.js';
import type { Place } from './world/resource.js';

/** Accepts a plan; answers its operation as it then is. */
export function startLongRunningOperation(call: CallContext, plan: Plan, rule?: OperationRule): JsonObject {
  const id = call.session.random.hex(16);
  const place = findOperationPlace(call, plan, id) ?? (rule && findStatedPlace(call, id, rule));
  return place ? storeOperation(call, plan, place) : completeAtOnce(call, plan, `operations/${id}`);
}

/** Nobody can ask for it again, so it is done at once. */
function completeAtOnce(call: CallContext, plan: Plan, name: string): JsonObject {
  const metadata = createMetadata(call, plan);
  applyEffects(call.state, [...(plan.onAcceptance ?? []), ...plan.effects], call.at);
  const entity = 'place' in plan.response ? call.state.entity(plan.response.place) : undefined;
  const shown = 'place' in plan.response ? renderResource(plan.response.place, entity?.body ?? {}, call.origin) : plan.response.body;
  const { operationResponse } = call.method.behavior;
  const response = { ...(operationResponse !== undefined && { '@type': operationResponse }), ...shown };
  return { name, ...metadata, done: true, response };
}

/** What of a call its operation tells: the fields that the API shows of its metadata, by the names of AIP-151 and its customs. */
function createMetadata(call: CallContext, { target }: Plan): JsonObject {
  const { operationMetadata: known, action } = call.method.behavior;
  if (!known) return {};
  const [time, { version }] = [formatInstant(call.at), call.method.api];
  const facts: JsonObject = {
    createTime: time,
    startTime: time,
    apiVersion: version,
    verb: action.kind,
    ...(target && { target: nameFromPlace(target.place, 0) }),
  };
  return {
    metadata: { '@type': known.type, ...Object.fromEntries(Object.entries(facts).filter(([name]) => known.fields.includes(name))) },
  };
}

/** Whether the metadata of an operation, by their type, say when it ended. */
export function hasEndTime({ method: { api } }: CallContext, operation: JsonObject): boolean {
  const type = getTextMember(getMember(operation, 'metadata'), '@type');
  return api.methods.some(({ operationMetadata: known }) => known !== undefined && known.type === type && known.fields.includes('endTime'));
}

function storeOperation(call: CallContext, plan: Plan, place: Place): JsonObject {
  const { operationDelay, operationRetention } = call.session.settings;
  const failure = getInjectedFailure(call) ?? plan.failure;
  const { operationResponse: type, operationMetadata } = call.method.behavior;
  call.state.put(place, { name: nameFromPlace(place, 0), ...createMetadata(call, plan), done: false });
  if (!failure) applyEffects(call.state, plan.onAcceptance ?? [], call.at);
  const finish: Effect = {
    kind: 'finish',
    path: place.path,
    effects: failure ? [] : deferEffects(call.state, plan.effects, operationDelay),
    origin: call.origin,
    ...(operationDelay > 0 && { waited: true }),
    ...(failure && { failure }),
    ...(type !== undefined && { type }),
    ...(operationMetadata?.fields.includes('endTime') && { endsMetadata: true }),
    ...('place' in plan.response && { answer: plan.response.place.path }),
  };
  applyEffects(call.state, operationDelay > 0 ? [{ kind: 'later', after: operationDelay, effects: [finish] }] : [finish], call.at);
  const request = rememberRequest(call, place);
  const forget: readonly Effect[] = request === undefined ? [] : [{ kind: 'forgetRequest', name: request }];
  const gone: readonly Effect[] = [{ kind: 'remove', path: place.path }, ...forget];
  scheduleEffects(call.state, call.at + operationDelay + operationRetention, gone as unknown as Json);
  return renderResource(place, call.state.entity(place)?.body ?? {}, call.origin);
}
