/** The checks of the rules that depend on only one message, each under the name of its kind. */
export { nonOverlapping } from './non-overlapping.js';
export { dnsRecordData } from '../services/dns/validate/check-record-data.js';
