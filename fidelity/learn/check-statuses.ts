/** Compares what a learned overlay states about the statuses of methods with recordings. */
import { getMember, type Json, type JsonObject } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { type CallScenario, isSuccess } from './calls.js';
import type { Contradiction } from './contradiction.js';
import { getMethodPath } from './propose-operations.js';

/** Reports the statuses of successful calls that aren't what `x-status` states. */
export function checkStatuses(api: Api, overlay: JsonObject, scenarios: readonly CallScenario[]): Contradiction[] {
  return api.methods.flatMap((method): Contradiction[] => {
    const pointer = [...getMethodPath(method), 'x-status'];
    const stated = pointer.reduce<Json | undefined>((element, key) => getMember(element, key), overlay);
    if (stated === undefined) return [];
    const against = scenarios.filter(({ calls }) =>
      calls.some((call) => call.method === method && isSuccess(call) && call.status !== stated),
    );
    if (against.length === 0) return [];
    return [{ id: `${method.id}:status`, pointer, field: 'status', stated, method: method.id, scenarios: against.length }];
  });
}
