/** The types of single values in the model. */

export interface EnumValue {
  readonly value: string;
  readonly description?: string;
  readonly deprecated: boolean;
  /** The number of the value in the protobuf definition, if a specification states it. */
  readonly number?: number;
}

export interface StringType {
  readonly kind: 'string';
  /** Discovery format (`uint64`, `int64`, `byte`, `date-time`, `google-datetime`, ...) or one of `x-format` (`uuid`, `url`, `cidr-ipv4`, `domain-name`, `bcp47`, `pem`). */
  readonly format?: string;
  /** Holds for the whole string, whether or not it is anchored; as written in the specification. */
  readonly pattern?: string;
  readonly enum?: readonly EnumValue[];
  /** Whether the enum accepts other values, because the documents don't list all. */
  readonly open: boolean;
  /** Whether redundant spaces in a value of the enum have no meaning. */
  readonly ignoresSpaces?: true;
  readonly const?: string;
  /** In characters (code points). */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** In bytes of UTF-8. */
  readonly maxBytes?: number;
  /** Exact length in bytes after base64 decoding. */
  readonly byteLength?: number;
  /** Excluded values. */
  readonly not?: readonly string[];
}
export interface NumericType {
  readonly kind: 'integer' | 'number';
  /** `int32`, `uint32`, `float`, `double`. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Excluded values. */
  readonly not?: readonly number[];
}
export interface BooleanType {
  readonly kind: 'boolean';
}
export interface AnyType {
  readonly kind: 'any';
}
