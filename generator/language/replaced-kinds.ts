/** Kinds of rules that became expressions or service modules. Lint prints what replaces a rule of such a kind. */
import { getList, getText, type JsonObject } from '../lib/json.js';
import { ruleManifests } from './service.js';

const replacements: Readonly<Record<string, (rule: JsonObject) => string>> = {
  subdomainOf(rule) {
    const [field, of] = [getText(rule, 'field') ?? 'name', getText(rule, 'of') ?? 'dnsName'];
    const isSubdomain = `('.' + self.${field}.lowerAscii()).endsWith('.' + parent.${of}.lowerAscii())`;
    return formatValidation(`!has(self.${field}) || !has(parent.${of}) || parent.${of} == '.' || ${isSubdomain}`, field);
  },
  exclusiveValue(rule) {
    const field = getText(rule, 'field') ?? 'type';
    const among = getList(rule, 'among').map((name) => `other.${String(name)}.lowerAscii() == self.${String(name)}.lowerAscii()`);
    const values = getList(rule, 'values').map((value) => `'${String(value)}'`);
    const isExclusive = ['other', 'self'].map((object) => `${object}.${field} in [${values.join(', ')}]`).join(' || ');
    return formatValidation(
      `!siblings.exists(other, ${[...among, `other.${field} != self.${field}`, `(${isExclusive})`].join(' && ')})`,
      field,
    );
  },
};

function formatValidation(rule: string, field: string): string {
  return `an entry { rule: ${JSON.stringify(rule)}, fieldPath: ${field} } of x-validations`;
}

/** Returns what replaces a rule, or `undefined` if its kind isn't one of these. */
export function findReplacement(rule: JsonObject): string | undefined {
  const kind = getText(rule, 'kind') ?? '';
  if (Object.hasOwn(replacements, kind)) return replacements[kind]?.(rule);
  const [module] = [...ruleManifests].find(([, { replaces }]) => replaces === kind) ?? [];
  return module && `{ kind: service, module: ${module}, options: … }, with the rule's other keys as its options`;
}
