/** Collects the errors of recordings, with those of the mock. */
import { getObject, type JsonObject } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { asObject, type ObservedCall, type CallScenario, isSuccess } from './calls.js';
import type { Observation } from './observe.js';
import { ResourceTracker, type TrackedResource } from './track-resources.js';

/** An error that both the service and the mock sent. */
export interface ErrorObservation {
  readonly error: JsonObject;
  /** The error of the mock. */
  readonly actual: JsonObject;
  /** The reason of the mock's error, as `x-errors` calls it. */
  readonly reason: string | undefined;
  readonly call: ObservedCall;
  readonly scenario: CallScenario;
  readonly resource?: TrackedResource;
  /** The request, for the texts that a message can repeat. */
  readonly observation: Observation;
}

export function observeErrors(api: Api, scenarios: readonly CallScenario[]): ErrorObservation[] {
  return scenarios.flatMap((scenario) => {
    const tracker = new ResourceTracker(api);
    return scenario.calls.flatMap((call, index) => {
      if (isSuccess(call)) tracker.apply(call);
      const error = getObject(call.response, 'error');
      const body = call.actual?.body;
      const actual = body?.kind === 'json' ? getObject(body.value, 'error') : undefined;
      if (call.status < 400 || error === undefined || actual === undefined) return [];
      const resource = tracker.describeTarget(call);
      const observation: Observation = {
        subject: 'error',
        role: 'message',
        at: '',
        type: { kind: 'any' },
        value: asObject(call.response) ?? {},
        call,
        scenario,
        index,
        ...(resource && { resource }),
      };
      return [{ error, actual, reason: getReason(call, actual), call, scenario, ...(resource && { resource }), observation }];
    });
  });
}

const reasons: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  405: 'methodNotAllowed',
  409: 'alreadyExists',
  412: 'conditionNotMet',
};

function getReason({ actual }: ObservedCall, error: JsonObject): string | undefined {
  return actual?.rejection?.reason ?? reasons[Number(error['code'])];
}
