/** The checks of DNS data for compiled validators. */
export * from './check-record-data.js';
