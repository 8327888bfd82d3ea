/** Building blocks of the JSON Schemas of rule parameters. */

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: string | boolean;
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

export const textSchema = (description: string): JsonSchema => ({ type: 'string', minLength: 1, description });
export const textsSchema = (description: string, minItems = 1): JsonSchema => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  minItems,
  uniqueItems: true,
  description,
});
/** A dotted path. */
export const fieldPathSchema = (description: string): JsonSchema => ({ type: 'string', minLength: 1, description });
export const fieldPathsSchema = (description: string, minItems = 1): JsonSchema => textsSchema(description, minItems);
export const countSchema = (description: string, minimum = 0): JsonSchema => ({ type: 'integer', minimum, description });
export const enumSchema = (description: string, values: readonly string[]): JsonSchema => ({ type: 'string', enum: values, description });

/** `StatedValue` of the runtime's rules. */
export const statedValueSchema = (description: string): JsonSchema => ({
  type: ['string', 'number', 'boolean', 'array', 'object'],
  description,
});
export const statedMembersSchema = (description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: statedValueSchema('The value of the field.'),
  description,
});
export const pathTemplateSchema = (description: string): JsonSchema => textSchema(`${description} A path template of resources.`);

/** `Condition` of the runtime's rules. */
export const conditionSchema = (description: string): JsonSchema => ({
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] }, minItems: 1 },
  description: `${description} Field names, each with the values that satisfy it (null: absent); all must be satisfied.`,
});

/** Creates the schema of an object with exactly these members. All members are required except the `optional` ones. */
export function objectSchema(
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false, description };
}
