/** The interface of the runtime for compiled validators. */
export type { ValidationError, ViolationTest } from '../descriptor.js';
export type { InvalidResponse, Validation, ValidationOptions } from '../client/client-types.js';
export * from '../cel/operations.js';
export * from '../cel/value-operations.js';
export * from '../rules/non-overlapping.js';
export * from '../rules/rule-check.js';
export * from '../services/dns/validate/check-record-data.js';
export * from './create-validation.js';
export * from './formats.js';
export * from './members.js';
export * from './objects.js';
export * from './report.js';
export * from './shape.js';
export * from './text.js';
export * from './time-formats.js';
export * from './validate-filter.js';
export * from './validate-parameters.js';
export * from './validator.js';
