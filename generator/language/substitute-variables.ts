/**
 * Substitutes the variables of a specification. `{base_url}` in a string stands for the variable `base_url`. The word `Provider` in an identifier
 * (`privateIpProviderAccess`) stands for the variable `Provider`. Only declared variables with a value or a default are substituted.
 */
import { isObject, type Json, type JsonObject, getObject, getText, setMember, mapMembers } from '../lib/json.js';
import { getChildRole, type ElementRole } from './element-roles.js';

/** The word in identifiers that stands for the vendor's name. */
export const vendorVariable = 'Provider';

/** Lists the declared variables with their defaults. */
export function listDeclaredVariables(value: JsonObject): ReadonlyMap<string, string | undefined> {
  const declared = Object.entries(getObject(value, 'x-variables') ?? {});
  return new Map(declared.map(([name, variable]) => [name, getText(variable, 'default')]));
}

/** Returns the reason why a value is invalid for a variable, or `undefined`. A vendor's name becomes part of identifiers. */
export function checkVariableValue(name: string, value: string): string | undefined {
  if (name === vendorVariable && !/^[A-Za-z][A-Za-z0-9]*$/.test(value))
    return 'must begin with a letter and consist of letters and digits, because it becomes part of identifiers';
  if (/[\u0000-\u0020\u007f]/.test(value)) return 'must have neither spaces nor control characters';
  return undefined;
}

/** Returns the specification with variables replaced in all strings and identifiers. Undeclared variables have no effect. */
export function substituteVariables(value: JsonObject, variables: Readonly<Record<string, string>>): JsonObject {
  const known = new Map<string, string>();
  for (const [name, fallback] of listDeclaredVariables(value)) {
    const text = Object.hasOwn(variables, name) ? variables[name] : fallback;
    if (text !== undefined) known.set(name, text);
  }
  const vendor = known.get(vendorVariable);
  const substitution = new Substitution(known, vendor === undefined || vendor === vendorVariable ? undefined : vendor);
  return known.size === 0 ? value : substitution.substituteObject(value, 'element');
}

/** Keys whose strings refer to other parts of the specification. */
const referenceKeys: ReadonlySet<string> = new Set(['$ref', 'id', 'parameterOrder', 'path', 'flatPath']);
/** Keys whose content refers to fields: rules, actions, notes. */
const ruleKeys: ReadonlySet<string> = new Set(['x-rules', 'x-validations', 'x-action', 'x-permissions', 'annotations']);
/** Keys in them whose strings are prose or contain no identifiers. */
const proseKeys: ReadonlySet<string> = new Set(['source', 'x-source', 'trigger', 'condition', 'effects', 'values', 'message']);

class Substitution {
  constructor(
    private readonly known: ReadonlyMap<string, string>,
    private readonly vendor: string | undefined,
  ) {}

  substituteObject(value: JsonObject, role: ElementRole): JsonObject {
    const result: Record<string, Json> = {};
    for (const [key, inner] of Object.entries(value)) {
      const name = role === 'container' ? this.substituteIdentifier(this.substituteText(key)) : key;
      setMember(result, name, this.substituteMember(role, key, inner));
    }
    return result;
  }

  private substituteMember(role: ElementRole, key: string, value: Json): Json {
    if (role === 'element' && key === 'x-variables') return value;
    if (role === 'element' && referenceKeys.has(key))
      return this.mapTexts(value, (text) => this.substituteIdentifier(this.substituteText(text)));
    if (role === 'element' && ruleKeys.has(key)) return this.substituteRules(value);
    if (isObject(value)) return this.substituteObject(value, getChildRole(role, key));
    return this.mapTexts(value, (text) => this.substituteText(text));
  }

  /** Applies a change to all strings of a list and of mappings in it. */
  private mapTexts(value: Json, change: (text: string) => string): Json {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map((entry: Json) => this.mapTexts(entry, change));
    return isObject(value) ? mapMembers(value, (inner) => this.mapTexts(inner, change)) : value;
  }

  /** The keys of conditions are field names too. */
  private substituteRules(value: Json): Json {
    if (typeof value === 'string') return this.substituteIdentifier(this.substituteText(value));
    if (Array.isArray(value)) return value.map((entry: Json) => this.substituteRules(entry));
    if (!isObject(value)) return value;
    const result: Record<string, Json> = {};
    for (const [key, inner] of Object.entries(value)) {
      setMember(
        result,
        this.substituteIdentifier(key),
        proseKeys.has(key) ? this.mapTexts(inner, (text) => this.substituteText(text)) : this.substituteRules(inner),
      );
    }
    return result;
  }

  /** Drops the last slash of a value if a slash follows, so that `{base_url}/` doesn't end in two. */
  private substituteText(text: string): string {
    return this.substituteMentions(text).replace(/\{([A-Za-z_][A-Za-z0-9_]*)\}(\/?)/g, (written, name: string, slash: string) => {
      const value = this.known.get(name);
      return value === undefined ? written : (slash === '' ? value : value.replace(/\/+$/, '')) + slash;
    });
  }

  /** Substitutes identifiers that prose mentions, but not the word by itself. */
  private substituteMentions(text: string): string {
    const { vendor } = this;
    return vendor === undefined ? text : text.replace(/(?<=[A-Za-z0-9])Provider(?![a-z])|Provider(?=[A-Z0-9])/g, () => vendor);
  }

  private substituteIdentifier(text: string): string {
    const { vendor } = this;
    return vendor === undefined ? text : text.replace(/Provider(?![a-z])/g, () => vendor);
  }
}
