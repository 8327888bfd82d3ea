/** Applies injected faults to a request. */
import { getDefaultReason, getReasonDefaults, getStatusName, toErrorBody } from '../lib/http-error.js';
import type { ParsedRequest } from '../lib/http-request.js';
import type { HttpResult } from '../lib/http-result.js';
import { wait, type MaybePromise } from '../lib/maybe-promise.js';
import { getFaultStatus, type FaultEffects } from '../state/faults.js';
import type { Session } from '../state/session.js';
import type { FaultRule } from '../types/mock.js';

/** Returns the faults that apply to a request, after the delay that they add. */
export function applyFaults({ faults }: Session, methodId: string | undefined, { path }: ParsedRequest): MaybePromise<FaultEffects> {
  const effects = faults.apply(methodId, path);
  return effects.latencyMs > 0 ? wait(effects.latencyMs).then(() => effects) : effects;
}

/** Returns the result of a rule that responds instead of the mock. Status 0 cuts the connection. */
export function toFaultResult(rule: FaultRule, ids: readonly string[]): HttpResult {
  const fault = ids.join(', ');
  const code = getFaultStatus(rule);
  if (rule.drop || code === undefined) return { status: 0, body: null, note: { fault } };
  const reason = rule.reason ?? getDefaultReason(code);
  const defaults = getReasonDefaults(reason);
  const message = rule.message ?? defaults?.message ?? `An injected fault responded with status ${code}.`;
  const status = defaults?.code === code ? defaults.status : getStatusName(code);
  const body = toErrorBody({ code, message, status, errors: [{ domain: 'global', reason, message }] });
  return { status: code, body, note: { fault, rejection: { rule: 'fault', reason, message } } };
}
