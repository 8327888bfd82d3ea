/** What the compiled validators of one API share: constants, each once, and the runtime's functions that they call. */
import { _, Name, type Code } from 'ajv';
import { _Code, type CodeItem } from 'ajv/dist/compile/codegen/code.js';
import type { RuleFacts } from '../../../templates/runtime/cel/report-rule.js';
import type { RuleStatement } from '../../../templates/runtime/rules/validate-rule.js';
import type { Type } from '../../model/model.js';
import { toDataLiteral, toStringLiteral } from '../literals.js';
import { toPatternLiteral, type PatternResult } from './pattern-literals.js';
import { createImports, type RuntimeSymbol } from './runtime-symbols.js';

/** A pattern that JavaScript cannot express; the validators do not judge it. */
export interface DroppedPattern {
  readonly pattern: string;
  readonly reason: string;
}

type Prefix = 'enum' | 'not' | 'pattern' | 'fields' | 'filterable' | 'names' | 'rule' | 'facts' | 'source' | 'shape' | 'check';

/** A string of the specification as code. */
export function textCode(value: string): Code {
  return new _Code(toStringLiteral(value));
}

/** Code that has been made safe already. */
export function rawCode(code: string): Code {
  return new _Code(code);
}

export function listCode(items: readonly Code[]): Code {
  return joinCode(items, ', ');
}

/** In linear time, which templates in templates do not take. */
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
  readonly #used = new Set<RuntimeSymbol>();
  readonly #patterns = new Map<string, PatternResult>();
  readonly #made = { shape: new WeakMap<Type, Code>(), check: new WeakMap<Type, Code>() };
  readonly #dropped = new Map<string, DroppedPattern>();

  /** The runtime's function of this name, which gets imported. */
  use(symbol: RuntimeSymbol): Code {
    this.#used.add(symbol);
    return rawCode(symbol);
  }

  set(prefix: 'enum' | 'not', values: readonly (string | number)[]): Code {
    return this.#constant(prefix, `/* @__PURE__ */ new Set(${toDataLiteral([...new Set(values)])})`);
  }

  pattern(pattern: string): Code | undefined {
    const result = this.#patterns.get(pattern) ?? toPatternLiteral(pattern);
    this.#patterns.set(pattern, result);
    if (result.ok) return this.#constant('pattern', result.literal);
    this.#dropped.set(pattern, { pattern, reason: result.reason });
    return undefined;
  }

  names(names: readonly string[]): Code {
    return this.#constant('names', toDataLiteral(names));
  }

  /** A rule with the check of its kind: kinds that are not named are not carried. */
  rule(ruling: RuleStatement): Code {
    const given = listCode([this.use(ruling.rule.kind === 'service' ? 'dnsRecordData' : ruling.rule.kind), rawCode(toDataLiteral(ruling))]);
    return this.#constant('rule', `/* @__PURE__ */ ${String(this.use('compileRule'))}(${String(given)})`);
  }

  facts(facts: RuleFacts): Code {
    return this.#constant('facts', toDataLiteral(facts));
  }

  code(prefix: 'fields' | 'filterable' | 'shape' | 'check', value: Code): Code {
    return this.#constant(prefix, String(value));
  }

  /** What is made of a type once, however often it is asked for. */
  once(what: 'shape' | 'check', type: Type, make: () => Code): Code {
    const made = this.#made[what].get(type) ?? make();
    this.#made[what].set(type, made);
    return made;
  }

  /** The section of a document; empty text where there is none. */
  source(reference: string | undefined): Code {
    return reference === undefined ? _`""` : this.#constant('source', toStringLiteral(reference));
  }

  get dropped(): readonly DroppedPattern[] {
    return [...this.#dropped.values()];
  }

  /** The imports and the constants, a line each. */
  print(): string[] {
    return [...createImports(this.#used), ...this.#lines];
  }

  #constant(prefix: Prefix, value: string): Name {
    const key = `${prefix} ${value}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const count = this.#counts.get(prefix) ?? 0;
    this.#counts.set(prefix, count + 1);
    const name = new Name(`${prefix}${count}`);
    this.#names.set(key, name);
    this.#lines.push(`const ${name} = ${value};`);
    return name;
  }
}
