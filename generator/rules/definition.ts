/** The fixed shape of a rule kind. */
import type { StatedValue } from '../../templates/runtime/resource-rules.js';
import type { Rule, RuleKind, SchemaRule } from '../../templates/runtime/rule.js';
import type { JsonSchema } from './parameter-schemas.js';

export type RuleOf<K extends RuleKind> = Extract<Rule, { readonly kind: K }>;
type ParameterOf<K extends RuleKind> = Exclude<keyof RuleOf<K>, 'kind'> & string;
type OptionalOf<K extends RuleKind> = { [P in ParameterOf<K>]: undefined extends RuleOf<K>[P] ? P : never }[ParameterOf<K>];

/** The JSON Schema of each parameter; the compiler names one that is missing, unknown or wrongly optional. */
export interface ParameterSchemas<K extends RuleKind> {
  readonly properties: Readonly<Record<ParameterOf<K>, JsonSchema>>;
  readonly optional: Readonly<Record<OptionalOf<K>, true>>;
  /** Further conditions on the rule. */
  readonly allOf?: readonly JsonSchema[];
}

/**
 * Where a field path begins: `self` the object that has the rule; `request`, `response` the bodies of the method that has it;
 * `parameters` the method's parameters; `anyParameters` those of any method of the API; `parameterOrBody` the method's parameters, else the
 * request body; `schemaParameters` those of the methods that take or return the object that has it. Of other resources: `member` one that stands at the template `of`;
 * `above` the one that the resource with the rule stands below; `target` the one that the method is about; `completeCall` the one that it answers, or lists.
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
  | 'above'
  | 'target'
  | 'answered';

/** What kind of field a rule can work with. */
export type FieldKind = 'number' | 'string' | 'list';

/** One mention of a field in a rule. */
export interface FieldUse {
  /** Dotted, through lists, references and maps. */
  readonly path: string;
  readonly in: FieldPlace;
  /** Where the resource stands, of a `member`. */
  readonly of?: string;
  /** Where in the rule it stands; `key` where the mention is a key. */
  readonly pointer: readonly (string | number)[];
  readonly key?: true;
  readonly kind?: FieldKind;
  /** Values that the rule says of it, with their places in the rule. */
  readonly values?: readonly { readonly value: string | number | boolean; readonly pointer: readonly (string | number)[] }[];
  /** Values that the rule gives to it, with their places in the rule. */
  readonly given?: readonly GivenValue[];
  /** It is named by a placeholder in a text, as this. */
  readonly placeholder?: string;
  /** Other names that a placeholder can have there. */
  readonly alternatives?: readonly string[];
  /** Of a placeholder: the list whose elements may have the field, too. */
  readonly within?: string | undefined;
}

/** A value that a rule gives to a field. */
export interface GivenValue {
  readonly value: StatedValue;
  readonly pointer: readonly (string | number)[];
}

/** One mention of a method in a rule. */
export interface MethodUse {
  readonly id: string;
  readonly pointer: readonly (string | number)[];
}

/** One mention of a kind of resources in a rule, by the path template of its members. */
export interface PlaceUse {
  readonly path: string;
  readonly pointer: readonly (string | number)[];
}

export interface RuleKindDefinition<K extends RuleKind> {
  readonly kind: K;
  /** What carries it. */
  readonly on: K extends SchemaRule['kind'] ? 'schema' : 'method';
  /** For the language's reference and for editors. */
  readonly description: string;
  readonly schema: ParameterSchemas<K>;
  /** The fields that must exist. */
  fields(rule: RuleOf<K>): readonly FieldUse[];
  /** The path templates that must be those of resources, with their places in the rule. */
  places?(rule: RuleOf<K>): readonly PlaceUse[];
  /** The methods that must exist, by their ids, with their places in the rule. */
  methods?(rule: RuleOf<K>): readonly MethodUse[];
  /** Request parameters that the rule reads, besides those among `fields`. */
  parameters?(rule: RuleOf<K>): readonly string[];
  /** At most one of these can be stated. */
  readonly exclusive?: readonly ParameterOf<K>[];
  /** One sentence that a person understands. */
  sentence(rule: RuleOf<K>): string;
}
