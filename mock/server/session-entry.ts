/** What a program reads and changes of a session apart from its requests. It is loaded at first use. */
export { createCredentials } from '../engine/issue-tokens.js';
export { addFaults, applySeed, changeSettings, exportState, exportTestSeed, getSettings, replaceFaults } from '../engine/session-state.js';
export { validateFaultRule } from '../state/faults.js';
