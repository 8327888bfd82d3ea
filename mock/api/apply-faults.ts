/** Applies injected faults to a request. It is loaded at first use. */
import type { ErrorForm } from '../../runtime/behavior.js';
import { getDefaultReason, getReasonDefaults, getStatusName, toHttpErrorBody } from '../lib/http-error.js';
import type { HttpResult } from '../lib/http-result.js';
import { continueWith, wait, type MaybePromise } from '../lib/maybe-promise.js';
import { applyFaultRules, getFaultStatus, type FaultEffects, type FaultTarget } from '../state/faults.js';
import type { Session } from '../state/session.js';
import type { FaultRule } from '../types/mock.js';

/** Returns the faults that apply to a request, after the delay that they add. */
export function applyFaults(session: Session, target: FaultTarget): MaybePromise<FaultEffects> {
  return continueWith(countFaults(session, target), (effects) =>
    effects.latencyMs > 0 ? wait(effects.latencyMs).then(() => effects) : effects,
  );
}

/** Counts the faults that apply in a transaction, if any of them is limited to a number or a share of requests. */
function countFaults(session: Session, target: FaultTarget): MaybePromise<FaultEffects> {
  const { faults } = session.controls;
  const { effects, next } = applyFaultRules(faults, target);
  if (next === faults) return effects;
  return session.change(
    ({ controls }) => {
      const current = applyFaultRules(controls.values.faults, target);
      controls.change({ faults: current.next });
      return current.effects;
    },
    { control: 'faults' },
  );
}

/** Returns the result of a rule that responds instead of the mock. Status 0 cuts the connection. */
export function toFaultResult(
  rule: FaultRule,
  { ids, form }: { readonly ids: readonly string[]; readonly form?: ErrorForm | undefined },
): HttpResult {
  const fault = ids.join(', ');
  const code = getFaultStatus(rule);
  if (rule.drop || code === undefined) return { status: 0, body: null, note: { fault } };
  const reason = rule.reason ?? getDefaultReason(code);
  const defaults = getReasonDefaults(reason);
  const message = rule.message ?? defaults?.message ?? `An injected fault responded with status ${code}.`;
  const status = defaults?.code === code ? defaults.status : getStatusName(code);
  const body = toHttpErrorBody({ code, message, status, reason, details: [{ reason, message }], metadata: {} }, form);
  return { status: code, body, note: { fault, rejection: { rule: 'fault', reason, message } } };
}
