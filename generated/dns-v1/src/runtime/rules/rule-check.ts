/** The fixed shape of a rule's check. */

/** Of the fields that a rule names, by field path. An absent field counts as its default. */
export type Defaults = Readonly<Record<string, unknown>>;

/** What is known of a rule and the fields that it names. */
export interface RuleFields {
  readonly defaults: Defaults;
  /** The document's section. */
  readonly source?: string | undefined;
}

export interface RuleContext {
  /** The value holds some fields of the whole: what is absent may stand elsewhere, so a rule that needs it is not judged. */
  readonly partial?: boolean | undefined;
  /** Other resources that a rule among resources compares with. */
  readonly siblings?: readonly unknown[] | undefined;
}

export interface Violation {
  /** JSON pointer from the object that the rule stands on: `/timeoutSec`, or empty. */
  readonly path: string;
  /** A sentence that a person understands. */
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Judges one object; a value that is no object, or members of wrong types, break no rule here. */
export type CheckObject = (value: unknown, context: RuleContext) => readonly Violation[];

/** What a rule says is read once: the judge that this leaves is asked often. */
export type CreateCheck<R> = (rule: R, known: RuleFields) => CheckObject;
