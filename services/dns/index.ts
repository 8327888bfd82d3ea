/** The service module of DNS. */
import { defineBuiltIn } from '../../mock/service.js';
import { dnssecKey } from './dnssec-key.js';
import { recordData } from './record-data.js';

export const dnsServices: object = defineBuiltIn({
  api: 'dns',
  rules: { 'dns/dnssec-key': dnssecKey, 'dns/record-data': recordData },
});
