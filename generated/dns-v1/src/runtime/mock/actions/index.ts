/** All actions. The table is closed: a new kind does not compile without its entry. */
import type { Action } from '../../rule.js';
import { notImplemented, type Call, type Plan } from '../call.js';
import type { Perform } from './action.js';
import { await_ } from './await.js';
import { batch } from './batch.js';
import { cancel } from './cancel.js';
import { create } from './create.js';
import { createFrom } from './create-from.js';
import { remove } from './delete.js';
import { effectivePolicy } from './effective-policy.js';
import { deleteEvents, listEvents, listGroupStats, reportEvent } from './events.js';
import { get } from './get.js';
import { guestAttributes } from './guest-attributes.js';
import { getIamPolicy, setIamPolicy, testIamPermissions } from './iam.js';
import { list } from './list.js';
import { patch } from './patch.js';
import { setFields } from './set-fields.js';
import { transition } from './transition.js';
import { update } from './update.js';

type Actions = { readonly [K in Action['kind']]: Perform<K> };

const actions: Actions = {
  get,
  list,
  create,
  patch,
  update,
  delete: remove,
  getIamPolicy,
  setIamPolicy,
  testIamPermissions,
  await: await_,
  cancel,
  setFields,
  transition,
  createFrom,
  batch,
  effectivePolicy,
  guestAttributes,
  reportEvent,
  listEvents,
  deleteEvents,
  listGroupStats,
  notImplemented: (call) => {
    throw notImplemented(call.method);
  },
};

export function perform<K extends Action['kind']>(call: Call, action: Extract<Action, { readonly kind: K }>): Plan | Promise<Plan> {
  return (actions[action.kind as K] as Perform<K>)(call, action as Parameters<Perform<K>>[1]);
}
