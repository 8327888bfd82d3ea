/** The shared constants and imports of the compiled validators of an API. */
import { _, CodeParts, Name, type Code } from './code.js';
import type { MessageRule } from '../../../templates/runtime/rule.js';
import type { Violation } from '../../../templates/runtime/rules/rule-check.js';
import type { Type } from '../../model/model.js';
import { toDataLiteral, toStringLiteral } from '../../lib/literals.js';
import { toPatternLiteral } from './pattern-literals.js';
import type { RuntimeSymbol } from './runtime-symbols.js';

type Prefix = 'enum' | 'not' | 'pattern' | 'fields' | 'filterable' | 'names' | 'rule' | 'facts' | 'source' | 'shape' | 'check';

/** Escapes text as a string literal. */
export function toTextCode(value: string): Code {
  return new CodeParts([toStringLiteral(value)]);
}

/** Marks text as safe code. */
export function toRawCode(code: string): Code {
  return new CodeParts([code]);
}

export class Tables {
  readonly #names = new Map<string, Name>();
  readonly #counts = new Map<Prefix, number>();
  readonly #lines: string[] = [];
  readonly #usedSymbols = new Set<RuntimeSymbol>();
  readonly #patterns = new Map<string, string | undefined>();
  readonly #codeByType = { shape: new WeakMap<Type, Code>(), check: new WeakMap<Type, Code>() };

  /** Returns a runtime function and imports it. */
  useSymbol(symbol: RuntimeSymbol): Code {
    this.#usedSymbols.add(symbol);
    return toRawCode(symbol);
  }

  addSet(prefix: 'enum' | 'not', values: readonly (string | number)[]): Code {
    return this.#addConstant(prefix, `/* @__PURE__ */ new Set(${toDataLiteral([...new Set(values)])})`);
  }

  /** Adds a pattern, unless JavaScript can't express it. The validators ignore such a pattern. */
  addPattern(pattern: string): Code | undefined {
    const literal = this.#patterns.has(pattern) ? this.#patterns.get(pattern) : toPatternLiteral(pattern);
    this.#patterns.set(pattern, literal);
    return literal === undefined ? undefined : this.#addConstant('pattern', literal);
  }

  addNames(names: readonly string[]): Code {
    return this.#addConstant('names', toDataLiteral(names));
  }

  /** Adds a rule with the check function of its kind. Only the used kinds are imported. */
  addRule({ rule, source }: { readonly rule: MessageRule; readonly source: string | undefined }): Code {
    const check = this.useSymbol(rule.kind === 'service' ? 'dnsRecordData' : rule.kind);
    const sourceMember = source === undefined ? '' : `, source: ${toStringLiteral(source)}`;
    return this.#addConstant('rule', `{ check: ${String(check)}, rule: ${toDataLiteral(rule)}${sourceMember} }`);
  }

  addFacts(facts: Violation): Code {
    return this.#addConstant('facts', toDataLiteral(facts));
  }

  addCode(prefix: 'fields' | 'filterable' | 'shape' | 'check', value: Code): Code {
    return this.#addConstant(prefix, String(value));
  }

  /** Creates the code of a type only once. */
  getOrCreate(kind: 'shape' | 'check', type: Type, createCode: () => Code): Code {
    const code = this.#codeByType[kind].get(type) ?? createCode();
    this.#codeByType[kind].set(type, code);
    return code;
  }

  /** Adds the section of a document. Returns empty text if there is none. */
  addSource(reference: string | undefined): Code {
    return reference === undefined ? _`""` : this.#addConstant('source', toStringLiteral(reference));
  }

  get usedSymbols(): ReadonlySet<RuntimeSymbol> {
    return this.#usedSymbols;
  }

  /** Returns the lines of the constants. */
  print(): readonly string[] {
    return this.#lines;
  }

  #addConstant(prefix: Prefix, value: string): Name {
    const key = `${prefix} ${value}`;
    const existing = this.#names.get(key);
    if (existing !== undefined) return existing;
    const count = this.#counts.get(prefix) ?? 0;
    this.#counts.set(prefix, count + 1);
    const name = new Name(`${prefix}${count}`);
    this.#names.set(key, name);
    this.#lines.push(`const ${name} = ${value};`);
    return name;
  }
}
