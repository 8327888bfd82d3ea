/** The interface of a rule kind. */
import type { StatedValue } from '../../templates/runtime/resource-rules.js';
import type { Rule, RuleKind, SchemaRule } from '../../templates/runtime/rule.js';
import type { JsonSchema } from './parameter-schemas.js';

export type RuleOf<K extends RuleKind> = Extract<Rule, { readonly kind: K }>;
type ParameterOf<K extends RuleKind> = Exclude<keyof RuleOf<K>, 'kind'> & string;
type OptionalOf<K extends RuleKind> = { [P in ParameterOf<K>]: undefined extends RuleOf<K>[P] ? P : never }[ParameterOf<K>];

/** The JSON Schema of each parameter of a rule kind. The compiler reports a missing, unknown, or wrongly optional parameter. */
export interface ParameterSchemas<K extends RuleKind> {
  readonly properties: Readonly<Record<ParameterOf<K>, JsonSchema>>;
  readonly optional: Readonly<Record<OptionalOf<K>, true>>;
  /** Further conditions on the rule. */
  readonly allOf?: readonly JsonSchema[];
}

/**
 * The object in which a field path begins.
 *
 * - `self`: the object that has the rule
 * - `request`, `response`: a body of the method that has the rule
 * - `parameters`: the parameters of the method
 * - `anyParameters`: the parameters of any method of the API
 * - `parameterOrBody`: the parameters of the method, else its request body
 * - `schemaParameters`: the parameters of the methods that accept or return the object that has the rule
 * - `member`: a resource at the path template `of`
 * - `parent`: the parent of the resource that has the rule
 * - `target`: the resource that the method acts on
 * - `returned`: the resource that the method returns or lists
 */
export type FieldPlace =
  | 'self'
  | 'request'
  | 'response'
  | 'parameters'
  | 'anyParameters'
  | 'parameterOrBody'
  | 'schemaParameters'
  | 'member'
  | 'parent'
  | 'target'
  | 'returned';

/** The type that a rule requires of a field. */
export type FieldKind = 'number' | 'string' | 'list';

/** One mention of a field in a rule. */
export interface FieldUse {
  /** The dotted path, which leads through lists, references, and maps. */
  readonly path: string;
  readonly in: FieldPlace;
  /** The path template of the resource of a `member`. */
  readonly of?: string;
  /** The location of the mention in the rule. `key` is set if the mention is a key. */
  readonly pointer: readonly (string | number)[];
  readonly key?: true;
  readonly kind?: FieldKind;
  /** The values that the rule compares with the field, with their locations in the rule. */
  readonly values?: readonly { readonly value: string | number | boolean; readonly pointer: readonly (string | number)[] }[];
  /** The values that the rule assigns to the field. */
  readonly assignedValues?: readonly AssignedValue[];
  /** The placeholder in a text that names the field. */
  readonly placeholder?: string;
  /** Names other than fields that the placeholder can have. */
  readonly alternatives?: readonly string[];
  /** A list whose elements can also have the field of a placeholder. */
  readonly listField?: string | undefined;
}

/** A value that a rule assigns to a field, with its location in the rule. */
export interface AssignedValue {
  readonly value: StatedValue;
  readonly pointer: readonly (string | number)[];
}

/** One mention of a method in a rule. */
export interface MethodUse {
  readonly id: string;
  readonly pointer: readonly (string | number)[];
}

/** One mention of a path template of resources in a rule. */
export interface PathTemplateUse {
  readonly path: string;
  readonly pointer: readonly (string | number)[];
}

export interface RuleKindDefinition<K extends RuleKind> {
  readonly kind: K;
  /** The kind of element that can have the rule. */
  readonly on: K extends SchemaRule['kind'] ? 'schema' : 'method';
  /** The description in the language reference and in editors. */
  readonly description: string;
  readonly schema: ParameterSchemas<K>;
  /** Lists the fields that the rule names. They must exist. */
  listFields(rule: RuleOf<K>): readonly FieldUse[];
  /** Lists the path templates that the rule names. They must be those of resources. */
  listPathTemplates?(rule: RuleOf<K>): readonly PathTemplateUse[];
  /** Lists the methods that the rule names. They must exist. */
  listMethods?(rule: RuleOf<K>): readonly MethodUse[];
  /** Lists the request parameters that the rule reads in addition to those in `listFields`. */
  listParameters?(rule: RuleOf<K>): readonly string[];
  /** Parameters that exclude each other. */
  readonly exclusive?: readonly ParameterOf<K>[];
  /** Describes the rule in one sentence. */
  describe(rule: RuleOf<K>): string;
}
