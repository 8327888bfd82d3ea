/** What starts operations. It is loaded at first use. */
export { startLongRunningOperation } from './long-running.js';
export { startOperation } from './start-operation.js';
