/** The checks of the rules that are judged on one message alone, each under the name of its kind. */
export { nonOverlapping } from './non-overlapping.js';
export { dnsRecordData } from '../services/dns/validate/check-record-data.js';
