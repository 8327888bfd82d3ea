/** The service module of OS Config. */
import { defineBuiltIn } from '../../mock/service.js';
import { lookUpEffectivePolicy } from './effective-policy.js';

export const osconfigServices: object = defineBuiltIn({
  api: 'osconfig',
  actions: { 'osconfig/effective-policy': lookUpEffectivePolicy },
});
