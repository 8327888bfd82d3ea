/** The definition of a kind of rule. Its schema, its checks, and its documentation are derived from the definition. */
import type { RuleKind, RuleOf } from '../../runtime/rule.js';
import type { OptionalParameter, RequiredParameter } from './parameters.js';
import type { JsonSchema } from './json-schema.js';

type ParameterOf<K extends RuleKind> = Exclude<keyof RuleOf<K>, 'kind'> & string;

/**
 * The effect of a new rule: `restricts` requests, `offers` a feature, `describes` server behavior,
 * `alters` the meaning of a request; `shape`: the effect on callers is reported for the method (pagination, operations, request ids).
 */
export type RuleCategory = 'restricts' | 'offers' | 'describes' | 'alters' | 'shape';

export interface RuleDefinition<K extends RuleKind> {
  /** The description in the language reference and in editors. */
  readonly description: string;
  readonly category: RuleCategory;
  /** The HTTP methods that support the rule. Absent if all do. */
  readonly httpMethods?: readonly string[];
  /** The compiler reports a missing, unknown, or wrongly optional parameter. */
  readonly parameters: {
    readonly [P in ParameterOf<K>]-?: undefined extends RuleOf<K>[P] ? OptionalParameter : RequiredParameter;
  };
  /** Further conditions on the rule. */
  readonly allOf?: readonly JsonSchema[];
  /** Parameters that exclude each other. */
  readonly exclusive?: readonly ParameterOf<K>[];
  /** Lists the request parameters that the rule reads in addition to those that its parameters name. */
  listParameters?(rule: RuleOf<K>): readonly string[];
  /** Describes the rule in one sentence. */
  describe(rule: RuleOf<K>): string;
}

export type RuleDefinitions = { readonly [K in RuleKind]: RuleDefinition<K> };
