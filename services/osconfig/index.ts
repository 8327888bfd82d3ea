/** The service modules of OS Config. */
import type { ServiceModules } from '../../mock/service.js';
import { lookUpEffectivePolicy } from './effective-policy.js';

const modules: ServiceModules<'osconfig'> = {
  rules: {},
  actions: { 'osconfig/effective-policy': lookUpEffectivePolicy },
};

export const osconfigServices: object = modules;
