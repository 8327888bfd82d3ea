/** The constants and imports of the compiled validators of an API. */
import { Namespace } from '../names.js';
import { findEntirePattern, formatPattern } from '../patterns.js';
import { compareText } from '../../lib/diagnostics.js';
import { toDataLiteral, toRegExpLiteral, toStringLiteral } from '../../lib/literals.js';
import { _, CodeParts, Name, type Code } from './code.js';
import type { RuntimeSymbol } from './runtime-symbols.js';

/** Escapes text as a string literal. */
export function toTextCode(value: string): Code {
  return new CodeParts([toStringLiteral(value)]);
}

/** Marks text as safe code. */
export function toRawCode(code: string): Code {
  return new CodeParts([code]);
}

/** Creates a list of texts. */
export function toTextListCode(values: readonly string[]): Code {
  return new CodeParts([toDataLiteral(values)]);
}

/** The number of containers around a value: 0 for a string, 1 for a list of strings. */
type Depth = number;

interface NamedConstant {
  readonly name: Name;
  readonly text: string;
}

/** The globals of JavaScript that compiled validators use. */
const globals = new Set(['Array', 'Number', 'Object', 'Set', 're2']);

/**
 * Names each constant for what it describes, so that a change of one field changes only the lines about this field. Shapes come first,
 * sorted, and other constants before the function that uses them first.
 */
export class Tables {
  readonly #namespace = new Namespace({ reserved: globals, separator: '_' });
  readonly #constants = new Map<string, NamedConstant[]>();
  readonly #shapes: { readonly depth: Depth; readonly name: string; readonly line: string }[] = [];
  #lines: string[] = [];
  readonly #usedSymbols = new Set<RuntimeSymbol>();
  #usesRe2 = false;

  /** Returns a runtime function and imports it. */
  useSymbol(symbol: RuntimeSymbol): Code {
    this.#usedSymbols.add(symbol);
    return toRawCode(symbol);
  }

  /**
   * Returns a pattern that matches an entire text: a regular expression, or an object with the expression of the specification if
   * JavaScript writes it differently.
   */
  createPattern(pattern: string): Code {
    const expression = findEntirePattern(pattern);
    if (expression === undefined) this.#usesRe2 = true;
    if (expression && formatPattern(expression) === pattern) return toRawCode(toRegExpLiteral(expression));
    const test = expression === undefined ? 're2' : toRegExpLiteral(expression);
    return _`/* @__PURE__ */ ${this.useSymbol('definePattern')}(${toTextCode(pattern)}, ${toRawCode(test)})`;
  }

  /** Whether a pattern needs the RE2 engine. */
  get usesRe2(): boolean {
    return this.#usesRe2;
  }

  /** Adds a constant before the function that is being compiled. Equal constants with the same name are added once. */
  addConstant(name: string, value: Code): Name {
    return this.#add(
      name,
      () => value,
      (constant) => this.#lines.push(`const ${constant.name.str} = ${constant.text};`),
    );
  }

  /** Adds a shape, whose code can refer to its name. */
  addShape(name: string, depth: Depth, createValue: (name: Name) => Code): Name {
    return this.#add(name, createValue, (constant) =>
      this.#shapes.push({ depth, name: constant.name.str, line: `const ${constant.name.str} = ${constant.text};` }),
    );
  }

  get usedSymbols(): ReadonlySet<RuntimeSymbol> {
    return this.#usedSymbols;
  }

  /** Returns the lines of the shapes. A list comes after the shape of its elements. */
  printShapes(): readonly string[] {
    return this.#shapes.toSorted((a, b) => a.depth - b.depth || compareText(a.name, b.name)).map(({ line }) => line);
  }

  /** Returns the lines of the constants that were added since the last call. */
  takeLines(): readonly string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  #add(preferred: string, createValue: (name: Name) => Code, append: (constant: NamedConstant) => void): Name {
    const constants = this.#constants.get(preferred) ?? [];
    this.#constants.set(preferred, constants);
    const existing = constants.find(({ name, text }) => String(createValue(name)) === text);
    if (existing !== undefined) return existing.name;
    const name = new Name(this.#namespace.claim(preferred));
    const constant = { name, text: String(createValue(name)) };
    constants.push(constant);
    append(constant);
    return name;
  }
}
