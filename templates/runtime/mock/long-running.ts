/** Operations that tell by `done` that they are (AIP-151): kept where the API shows operations, so that they can be asked for again. */
import type { Call, Plan } from './call.js';
import { nameIn } from './fill.js';
import type { JsonObject } from './json.js';
import { view } from './links.js';
import { nearestOperation } from './operation-places.js';
import { failureOfFault, rememberRequest } from './operations.js';
import { applyAll, waiting, type Effect } from './state/effects.js';
import { schedule } from './state/schedule.js';
import type { Json } from './types.js';
import type { Place } from './world/resource.js';

/** Accepts a plan; answers its operation as it then is. */
export function acceptLongRunning(call: Call, plan: Plan): JsonObject {
  const id = call.session.random.hex(16);
  const place = nearestOperation(call, plan, id);
  return place ? kept(call, plan, place) : finished(call, plan, `operations/${id}`);
}

/** Nobody can ask for it again, so it is done at once. */
function finished(call: Call, plan: Plan, name: string): JsonObject {
  applyAll(call.state, [...(plan.onAcceptance ?? []), ...plan.effects], call.at);
  if (!('place' in plan.answer)) return { name, done: true, response: plan.answer.body };
  const { place } = plan.answer;
  const entity = call.state.entity(place);
  return { name, done: true, response: view(place, entity?.body ?? {}, call.origin) };
}

function kept(call: Call, plan: Plan, place: Place): JsonObject {
  const { operationDelay, operationRetention } = call.session.settings;
  const failure = failureOfFault(call) ?? plan.failure;
  call.state.put(place, { name: nameIn(place, 0), done: false });
  if (!failure) applyAll(call.state, plan.onAcceptance ?? [], call.at);
  const finish: Effect = {
    kind: 'finish',
    path: place.path,
    effects: failure ? [] : waiting(call.state, plan.effects, operationDelay),
    origin: call.origin,
    ...(operationDelay > 0 && { waited: true }),
    ...(failure && { failure }),
    ...('place' in plan.answer && { answer: plan.answer.place.path }),
  };
  applyAll(call.state, operationDelay > 0 ? [{ kind: 'later', after: operationDelay, effects: [finish] }] : [finish], call.at);
  const request = rememberRequest(call, place);
  const forget: readonly Effect[] = request === undefined ? [] : [{ kind: 'forgetRequest', name: request }];
  const gone: readonly Effect[] = [{ kind: 'remove', path: place.path }, ...forget];
  schedule(call.state, call.at + operationDelay + operationRetention, gone as unknown as Json);
  return view(place, call.state.entity(place)?.body ?? {}, call.origin);
}
