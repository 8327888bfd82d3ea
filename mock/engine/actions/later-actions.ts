/** The actions that change something, and the less frequent reads. They are loaded at first use. */
import type { Actions } from '../call.js';
import { applyBatch } from './apply-batch.js';
import { callEach } from './call-each.js';
import { cancelOperation } from './cancel.js';
import { createResource } from './create.js';
import { createFromResource } from './create-from.js';
import { deleteResource, undeleteResource } from './delete.js';
import { addElements, getElement, patchElement, removeElements } from './elements.js';
import { getIamPolicy, setIamPolicy, testIamPermissions } from './iam.js';
import { runServiceModule } from './service.js';
import { applyTransition, patchResource, setFields, setState, updateResource } from './update.js';

export const laterActions: Omit<Actions, 'get' | 'list' | 'waitForField' | 'notImplemented'> = {
  create: createResource,
  patch: patchResource,
  update: updateResource,
  delete: deleteResource,
  undelete: undeleteResource,
  getIamPolicy,
  setIamPolicy,
  testIamPermissions,
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
};
