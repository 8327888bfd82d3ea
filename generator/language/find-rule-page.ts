/** Finds the section of the documentation about a rule. */
import { getMember, type Json, type Pointer, getPart } from '../lib/json.js';
import { isRuleKind } from './index.js';

/** The section about a kind of rule: the kind is its heading. */
export const getKindPage = (kind: string): string => `docs/reference/rules.md#${kind.toLowerCase()}`;

/** The section about expressions in `x-validations`. */
export const validationPage = 'docs/reference/cel.md#supported-expressions';
/** The section about the cost of validations. */
export const costPage = 'docs/reference/cel.md#cost';

/** Returns the section about the rule that contains a part of a document, or `undefined` for a part outside of rules. */
export function findRulePage(root: Json, pointer: Pointer): string | undefined {
  let value: Json | undefined = root;
  for (const [i, key] of pointer.entries()) {
    value = getPart(value, key);
    const list = pointer[i - 1];
    if (typeof key !== 'number') continue;
    if (list === 'x-validations') return validationPage;
    const kind = list === 'x-rules' ? getMember(value, 'kind') : undefined;
    if (isRuleKind(kind)) return getKindPage(kind);
  }
  return undefined;
}
