/** The checks of the rules that are judged on one message alone, each under the name of its kind. */
export { atMostOne } from './at-most-one.js';
export { certificateChain } from './certificate-chain.js';
export { lessOrEqual } from './less-or-equal.js';
export { nonOverlapping } from './non-overlapping.js';
export { onlyWhen } from './only-when.js';
export { dnsRecordData } from './dns-record-data.js';
export { requires } from './requires.js';
export { totalSize } from './total-size.js';
export { unique } from './unique.js';
