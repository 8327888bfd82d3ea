/** Maps every action kind to its implementation. The compiler rejects a kind without an entry. */
import type { Action } from '../../../runtime/rule.js';
import { createNotImplementedError, type EngineCall, type ActionPlan, type PlanAction } from '../call.js';
import { applyBatch } from './apply-batch.js';
import { callEach } from './call-each.js';
import { cancelOperation } from './cancel.js';
import { createResource } from './create.js';
import { createFromResource } from './create-from.js';
import { deleteResource, undeleteResource } from './delete.js';
import { getResource, waitForField } from './get.js';
import { getIamPolicy, setIamPolicy, testIamPermissions } from './iam.js';
import { listResources } from './list.js';
import { runServiceModule } from './service.js';
import { addElements, getElement, patchElement, removeElements } from './elements.js';
import { applyTransition, patchResource, setFields, setState, updateResource } from './update.js';

type Actions = { readonly [K in Action['kind']]: PlanAction<K> };

const actions: Actions = {
  get: getResource,
  list: listResources,
  create: createResource,
  patch: patchResource,
  update: updateResource,
  delete: deleteResource,
  undelete: undeleteResource,
  getIamPolicy,
  setIamPolicy,
  testIamPermissions,
  waitForField,
  cancel: cancelOperation,
  setFields,
  setState,
  addElements,
  removeElements,
  getElement,
  patchElement,
  transition: applyTransition,
  createFrom: createFromResource,
  batch: applyBatch,
  callEach,
  service: runServiceModule,
  notImplemented: (call) => {
    throw createNotImplementedError(call.method);
  },
};

export function planAction<K extends Action['kind']>(
  call: EngineCall,
  action: Extract<Action, { readonly kind: K }>,
): ActionPlan | Promise<ActionPlan> {
  return (actions[action.kind as K] as PlanAction<K>)(call, action as Parameters<PlanAction<K>>[1]);
}
