/** The interface of the check of a rule. */

/** The defaults of the fields that a rule names, by field path. An absent field has its default. */
export type Defaults = Readonly<Record<string, unknown>>;

/** The defaults of the fields that a rule names, and the source of the rule. */
export interface RuleFields {
  readonly defaults: Defaults;
  /** The section of the documentation. */
  readonly source?: string | undefined;
}

export interface RuleContext {
  /** Whether the value is a partial update. A rule that needs an absent field is then skipped. */
  readonly partial?: boolean | undefined;
  /** The other resources to compare with. */
  readonly siblings?: readonly unknown[] | undefined;
}

export interface Violation {
  /** The JSON pointer from the object that has the rule: `/timeoutSec`, or empty. */
  readonly path: string;
  /** The error message. */
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Checks one object. Values of a wrong type violate no rule, because type checks report them. */
export type CheckObject = (value: unknown, context: RuleContext) => readonly Violation[];

/** Creates the check of a rule once, so that repeated checks don't parse the rule again. */
export type CreateCheck<R> = (rule: R, fields: RuleFields) => CheckObject;
