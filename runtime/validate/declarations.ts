/** The declarations of the entry point. Compiled validators are JavaScript, so the functions that only they call need none. */
export type { CompiledExpression, RelatedExpression, ValidationError } from '../descriptor.js';
export type { InvalidResponse, Validation, ValidationOptions } from '../client/client-types.js';
export * from './create-validation.js';
export type { Re2 } from './pattern.js';
export type { SchemaIssue, StandardSchema } from './standard-schema.js';
export * from './validator.js';
