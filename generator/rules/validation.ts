/** Describes the entries of `x-validations`. */
import type { Validation, ValidationReason } from '../../templates/runtime/rule.js';
import { formatCode } from './rule-prose.js';

const reasons: Readonly<Record<ValidationReason, true>> = {
  invalid: true,
  required: true,
  forbidden: true,
  conditionNotMet: true,
  alreadyExists: true,
  resourceNotReady: true,
  resourceInUseByAnotherResource: true,
  containerNotEmpty: true,
};

export const validationReasons = Object.keys(reasons) as ValidationReason[];

/** Describes a validation in one English sentence, for documentation and comments. */
export function formatValidationSentence({ rule, message }: Pick<Validation, 'rule' | 'message'>): string {
  const sentence = message ?? `${formatCode(rule)} holds`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Formats the message of an error. */
export function formatValidationMessage({ rule, message }: Pick<Validation, 'rule' | 'message'>): string {
  return message ?? `failed rule: ${rule}`;
}
