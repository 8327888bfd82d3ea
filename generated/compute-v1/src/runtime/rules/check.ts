/** The fixed shape of a rule's check. */

export interface RuleContext {
  /** The value holds some fields of the whole: what is absent may stand elsewhere, so a rule that needs it is not judged. */
  readonly partial?: boolean | undefined;
  /** Defaults of the fields that the rule names, by field path. An absent field counts as its default. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  /** Other resources that a rule among resources compares with. */
  readonly siblings?: readonly unknown[] | undefined;
}

export interface Violation {
  /** JSON pointer from the object that the rule stands on: `/timeoutSec`, or empty. */
  readonly path: string;
  /** A sentence that a person understands. */
  readonly message: string;
  /** Made anew for each violation: whoever reports it adds to it. */
  readonly params: Record<string, unknown>;
}

/** Judges one object; a value that is no object, or members of wrong types, break no rule here. */
export type Judge = (value: unknown, context: RuleContext) => readonly Violation[];

/** What a rule says is read once, when it is first judged: the judge that this leaves is asked often. */
export type Check<R> = (rule: R) => Judge;
