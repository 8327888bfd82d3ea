/** Building blocks of JSON Schemas. Import them as `schema`. */

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: string | number | boolean;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly uniqueItems?: boolean;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

type ScalarType = 'string' | 'number' | 'boolean';

export const anyText = (description: string): JsonSchema => ({ type: 'string', description });
export const anyTexts = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description });
/** Text that isn't empty. */
export const text = (description: string): JsonSchema => ({ type: 'string', minLength: 1, description });
/** Different texts that aren't empty. */
export const texts = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  minItems: 1,
  uniqueItems: true,
  description,
});
export const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
export const flags = (description: string): JsonSchema => ({ type: 'array', items: { type: 'boolean' }, description });
export const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
export const scalar = (description: string, type: readonly ScalarType[] = ['string', 'number', 'boolean']): JsonSchema => ({
  type,
  description,
});
export const choice = (description: string, values: readonly string[]): JsonSchema => ({ type: 'string', enum: values, description });
export const ref = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
export const list = (description: string, items: JsonSchema): JsonSchema => ({ type: 'array', items, description });
export const nonEmptyList = (description: string, items: JsonSchema): JsonSchema => ({ type: 'array', items, minItems: 1, description });
export const map = (description: string, values: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: values,
  description,
});

/** Creates the schema of an object with exactly these members. All members are required except the `optional` ones. */
export function object(
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false, description };
}
