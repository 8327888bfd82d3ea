/** Describes the entries of `x-validations`. */
import type { ValidationRule, ValidationReason } from '../../runtime/rule.js';
import { hasVariable } from './cel/compile-siblings.js';
import { parseExpression } from './cel/parse-expression.js';
import { formatCode } from './prose.js';

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
export function formatValidationSentence({ rule, message }: Pick<ValidationRule, 'rule' | 'message'>): string {
  const sentence = message === undefined ? `${formatCode(rule)} must be true` : beginSentence(message, rule);
  const note = hasRelatedResources(rule) ? ' Only the server can check it.' : '';
  return `${sentence}${/[.!?]$/.test(sentence) ? '' : '.'}${note}`;
}

/** Whether a rule compares a resource with its parent or its siblings. Clients don't have these. */
function hasRelatedResources(rule: string): boolean {
  if (!/\b(?:parent|siblings)\b/.test(rule)) return false;
  const parsed = parseExpression(rule);
  return parsed.ok && ['parent', 'siblings'].some((name) => hasVariable(parsed.ast, name));
}

/** Capitalizes a message, and formats as code the names and constants that the rule has too. A message with inline code keeps its form. */
function beginSentence(message: string, rule: string): string {
  if (message.includes('`')) return message;
  const names = new Set(rule.match(/[A-Za-z_]\w*/g));
  const text = message.replace(/[A-Za-z_]\w*/g, (word, index: number) =>
    names.has(word) && (index === 0 ? !isArticle(word) : isCodeName(word)) ? formatCode(word) : word,
  );
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** A word of a rule that is also one of English, such as a variable `a`. */
const isArticle = (word: string): boolean => /^(?:an?|the|all|each|in|only)$/i.test(word);

/** `rawKey`, `QUOTA_EXCEEDED`, `IPV4` */
const isCodeName = (word: string): boolean => /[a-z0-9][A-Z]|_/.test(word) || /^[A-Z][A-Z0-9]+$/.test(word);

/** Formats the message of an error. */
export function formatValidationMessage({ rule, message }: Pick<ValidationRule, 'rule' | 'message'>): string {
  return message ?? `failed rule: ${rule}`;
}
