/** Converts JSON-encoded values to values of JavaScript and back, without loss. */
export { fromInt64, fromUint64, toInt64, toUint64, fromBase64, toBase64 } from './encoded-values.js';
export { toDate, fromDuration, fromTimestamp, toDuration, toTimestamp } from './time.js';
export type { Timestamp } from './time.js';
