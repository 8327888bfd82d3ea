/** The shared constants and imports of the compiled validators of an API. */
import { _, Name, type Code } from 'ajv';
import { _Code, type CodeItem } from 'ajv/dist/compile/codegen/code.js';
import type { RuleFacts } from '../../../templates/runtime/cel/report-rule.js';
import type { RuleStatement } from '../../../templates/runtime/rules/validate-rule.js';
import type { Type } from '../../model/model.js';
import { toDataLiteral, toStringLiteral } from '../../lib/literals.js';
import { toPatternLiteral, type PatternResult } from './pattern-literals.js';
import type { RuntimeSymbol } from './runtime-symbols.js';

/** A pattern that JavaScript can't express. The validators ignore it. */
export interface DroppedPattern {
  readonly addPattern: string;
  readonly reason: string;
}

type Prefix = 'enum' | 'not' | 'pattern' | 'fields' | 'filterable' | 'names' | 'rule' | 'facts' | 'source' | 'shape' | 'check';

/** Escapes text as a string literal. */
export function toTextCode(value: string): Code {
  return new _Code(toStringLiteral(value));
}

/** Marks text as safe code. */
export function toRawCode(code: string): Code {
  return new _Code(code);
}

export function joinList(items: readonly Code[]): Code {
  return joinCode(items, ', ');
}

/** Joins code in linear time, unlike nested templates. */
export function joinCode(items: readonly Code[], separator: string): Code {
  const parts: CodeItem[] = [];
  items.forEach((item, index) => {
    if (index > 0) parts.push(separator);
    if (item instanceof _Code) for (const part of item._items) parts.push(part);
    else parts.push(item);
  });
  return new _Code(parts);
}

export class Tables {
  readonly #names = new Map<string, Name>();
  readonly #counts = new Map<Prefix, number>();
  readonly #lines: string[] = [];
  readonly #usedSymbols = new Set<RuntimeSymbol>();
  readonly #patterns = new Map<string, PatternResult>();
  readonly #codeByType = { shape: new WeakMap<Type, Code>(), check: new WeakMap<Type, Code>() };
  readonly #dropped = new Map<string, DroppedPattern>();

  /** Returns a runtime function and imports it. */
  useSymbol(symbol: RuntimeSymbol): Code {
    this.#usedSymbols.add(symbol);
    return toRawCode(symbol);
  }

  addSet(prefix: 'enum' | 'not', values: readonly (string | number)[]): Code {
    return this.#addConstant(prefix, `/* @__PURE__ */ new Set(${toDataLiteral([...new Set(values)])})`);
  }

  addPattern(pattern: string): Code | undefined {
    const result = this.#patterns.get(pattern) ?? toPatternLiteral(pattern);
    this.#patterns.set(pattern, result);
    if (result.ok) return this.#addConstant('pattern', result.literal);
    this.#dropped.set(pattern, { addPattern: pattern, reason: result.reason });
    return undefined;
  }

  addNames(names: readonly string[]): Code {
    return this.#addConstant('names', toDataLiteral(names));
  }

  /** Adds a rule with the check function of its kind. Only the used kinds are imported. */
  addRule(statement: RuleStatement): Code {
    const check = statement.rule.kind === 'service' ? 'dnsRecordData' : statement.rule.kind;
    const callArguments = joinList([this.useSymbol(check), toRawCode(toDataLiteral(statement))]);
    return this.#addConstant('rule', `/* @__PURE__ */ ${String(this.useSymbol('compileRule'))}(${String(callArguments)})`);
  }

  addFacts(facts: RuleFacts): Code {
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

  get dropped(): readonly DroppedPattern[] {
    return [...this.#dropped.values()];
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
