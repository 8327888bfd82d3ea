/** The query parameters that every API accepts. */
export { systemParameters } from '../../templates/runtime/descriptor.js';
