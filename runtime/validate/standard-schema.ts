/** Standard Schema (https://standardschema.dev), version 1: the interface with which form and server libraries call validators. */
import type { ValidationError } from '../descriptor.js';
import { parsePointer } from './value-types.js';

/** A validator of Standard Schema. Validation changes nothing, so that the output has the type of the input. */
export interface StandardSchema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'discogen';
    /** Returns the value itself, or the issues. */
    readonly validate: (value: unknown) => { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };
    /** Only a type: it doesn't exist at run time. */
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}

export interface SchemaIssue {
  readonly message: string;
  /** The names and indexes of the members down to the rejected value. A missing or unknown member is part of it. */
  readonly path: readonly PropertyKey[];
}

interface ErrorValidator {
  (value: unknown): boolean;
  readonly errors: readonly ValidationError[] | null;
}

export function createStandardSchema<T>(validate: ErrorValidator): StandardSchema<T>['~standard'] {
  return {
    version: 1,
    vendor: 'discogen',
    validate: (value) =>
      validate(value) ? { value: value as T } : { issues: (validate.errors ?? []).map((error) => toIssue(error, value)) },
  };
}

function toIssue({ instancePath, params, message = 'is invalid' }: ValidationError, value: unknown): SchemaIssue {
  const member = params['missingProperty'] ?? params['additionalProperty'];
  const path: PropertyKey[] = [];
  let current = value;
  for (const name of parsePointer(instancePath)) {
    path.push(Array.isArray(current) ? Number(name) : name);
    current = (current as Record<string, unknown> | undefined)?.[name];
  }
  return { message, path: typeof member === 'string' ? [...path, member] : path };
}
