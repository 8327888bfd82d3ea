/** Operations that tell by `done` that they are (AIP-151): kept where the API shows operations, so that they can be asked for again. */
import type { OperationRule } from '../rule.js';
import type { Call, Plan } from './call.js';
import { instant } from './duration.js';
import { nameIn } from './fill.js';
import { member, textMember, type JsonObject } from './json.js';
import { view } from './links.js';
import { nearestOperation } from './operation-places.js';
import { failureOfFault, rememberRequest, statedPlace } from './operations.js';
import { applyAll, waiting, type Effect } from './state/effects.js';
import { schedule } from './state/schedule.js';
import type { Json } from './types.js';
import type { Place } from './world/resource.js';

/** Accepts a plan; answers its operation as it then is. */
export function acceptLongRunning(call: Call, plan: Plan, rule?: OperationRule): JsonObject {
  const id = call.session.random.hex(16);
  const place = nearestOperation(call, plan, id) ?? (rule && statedPlace(call, id, rule));
  return place ? kept(call, plan, place) : finished(call, plan, `operations/${id}`);
}

/** Nobody can ask for it again, so it is done at once. */
function finished(call: Call, plan: Plan, name: string): JsonObject {
  const metadata = metadataOf(call, plan);
  applyAll(call.state, [...(plan.onAcceptance ?? []), ...plan.effects], call.at);
  const entity = 'place' in plan.answer ? call.state.entity(plan.answer.place) : undefined;
  const shown = 'place' in plan.answer ? view(plan.answer.place, entity?.body ?? {}, call.origin) : plan.answer.body;
  const { operationResponse } = call.method.behaviour;
  const response = { ...(operationResponse !== undefined && { '@type': operationResponse }), ...shown };
  return { name, ...metadata, done: true, response };
}

/** What of a call its operation tells: the fields that the API shows of its metadata, by the names of AIP-151 and its customs. */
function metadataOf(call: Call, { target }: Plan): JsonObject {
  const { operationMetadata: known, action } = call.method.behaviour;
  if (!known) return {};
  const [time, { version }] = [instant(call.at), call.method.api];
  const facts: JsonObject = {
    createTime: time,
    startTime: time,
    apiVersion: version,
    verb: action.kind,
    ...(target && { target: nameIn(target.place, 0) }),
  };
  return {
    metadata: { '@type': known.type, ...Object.fromEntries(Object.entries(facts).filter(([name]) => known.fields.includes(name))) },
  };
}

/** Whether the metadata of an operation, by their type, say when it ended. */
export function hasEndTime({ method: { api } }: Call, operation: JsonObject): boolean {
  const type = textMember(member(operation, 'metadata'), '@type');
  return api.methods.some(({ operationMetadata: known }) => known !== undefined && known.type === type && known.fields.includes('endTime'));
}

function kept(call: Call, plan: Plan, place: Place): JsonObject {
  const { operationDelay, operationRetention } = call.session.settings;
  const failure = failureOfFault(call) ?? plan.failure;
  const { operationResponse: type, operationMetadata } = call.method.behaviour;
  call.state.put(place, { name: nameIn(place, 0), ...metadataOf(call, plan), done: false });
  if (!failure) applyAll(call.state, plan.onAcceptance ?? [], call.at);
  const finish: Effect = {
    kind: 'finish',
    path: place.path,
    effects: failure ? [] : waiting(call.state, plan.effects, operationDelay),
    origin: call.origin,
    ...(operationDelay > 0 && { waited: true }),
    ...(failure && { failure }),
    ...(type !== undefined && { type }),
    ...(operationMetadata?.fields.includes('endTime') && { endsMetadata: true }),
    ...('place' in plan.answer && { answer: plan.answer.place.path }),
  };
  applyAll(call.state, operationDelay > 0 ? [{ kind: 'later', after: operationDelay, effects: [finish] }] : [finish], call.at);
  const request = rememberRequest(call, place);
  const forget: readonly Effect[] = request === undefined ? [] : [{ kind: 'forgetRequest', name: request }];
  const gone: readonly Effect[] = [{ kind: 'remove', path: place.path }, ...forget];
  schedule(call.state, call.at + operationDelay + operationRetention, gone as unknown as Json);
  return view(place, call.state.entity(place)?.body ?? {}, call.origin);
}
