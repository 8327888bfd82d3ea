/** The query parameters that every API of this kind takes, for the stages of the generator. */
export { systemParameters } from '../templates/runtime/system-parameters.js';
