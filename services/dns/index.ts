/** The service modules of DNS. */
import type { ServiceModules } from '../../mock/service.js';
import { dnssecKey } from './dnssec-key.js';
import { recordData } from './record-data.js';

const modules: ServiceModules<'dns'> = {
  rules: {
    'dns/dnssec-key': dnssecKey,
    'dns/record-data': recordData,
  },
  actions: {},
};

export const dnsServices: object = modules;
