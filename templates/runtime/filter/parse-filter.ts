/**
 * Parses the part of the AIP-160 grammar that lists support: OR binds tighter than AND, and adjacent terms are combined with AND.
 *
 * This folder parses filters itself because the runtime has no dependencies, and because an error names the position in the filter and the
 * part of AIP-160 that is missing. Parsers of expression languages such as CEL have other precedences and no bare words.
 */
import { FilterError, tokenize, type Comparator, type Token } from './lexer.js';

export type FilterExpression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterExpression[] }
  | { readonly kind: 'not'; readonly part: FilterExpression }
  | Restriction;

/** A comparison of a field with a value. */
export interface Restriction {
  readonly kind: 'restriction';
  readonly path: readonly string[];
  readonly comparator: Comparator;
  readonly value: string;
  readonly quoted: boolean;
  /** The position of the field, starting with 0. */
  readonly at: number;
  /** The position of the value, starting with 0. */
  readonly valueAt: number;
}

/** Parses a filter. Throws `FilterError` with the position of a syntax error. */
export function parseFilter(text: string): FilterExpression {
  const parser = new Parser(tokenize(text), text.length);
  const expression = parser.expression();
  parser.requireEnd();
  return expression;
}

const maxDepth = 50;

class Parser {
  readonly #tokens: readonly Token[];
  readonly #length: number;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens;
    this.#length = length;
  }

  requireEnd(): void {
    const token = this.#peek();
    if (token) throw new FilterError(token.at, 'the end of the filter is expected');
  }

  expression(): FilterExpression {
    const parts = [this.#sequence()];
    while (this.#keyword('AND')) parts.push(this.#sequence());
    return combine('and', parts);
  }

  #sequence(): FilterExpression {
    const parts = [this.#factor()];
    while (this.#startsTerm()) parts.push(this.#factor());
    return combine('and', parts);
  }

  #factor(): FilterExpression {
    const parts = [this.#term()];
    while (this.#keyword('OR')) parts.push(this.#term());
    return combine('or', parts);
  }

  #term(): FilterExpression {
    if (this.#keyword('NOT')) return { kind: 'not', part: this.#simple() };
    const token = this.#peek();
    if (token?.kind !== 'text' || !token.text.startsWith('-')) return this.#simple();
    if (token.text.length > 1) return { kind: 'not', part: this.#restriction(1) };
    this.#next += 1;
    return { kind: 'not', part: this.#simple() };
  }

  #simple(): FilterExpression {
    if (this.#peek()?.kind !== '(') return this.#restriction(0);
    this.#next += 1;
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new FilterError(this.#at(), `nested more than ${maxDepth} levels deep`);
    const inner = this.expression();
    const close = this.#peek();
    if (close?.kind !== ')') throw new FilterError(this.#at(), "')' is expected");
    this.#next += 1;
    this.#depth -= 1;
    return inner;
  }

  /** Parses a restriction. `skip` is the number of leading characters of the first token that aren't part of the field. */
  #restriction(skip: number): Restriction {
    const at = this.#at() + skip;
    const path = this.#path(skip);
    const comparator = this.#peek();
    if (comparator?.kind !== 'comparator') throw new FilterError(this.#at(), 'a comparison is expected (field, operator, value)');
    this.#next += 1;
    const value = this.#peek();
    if (value?.kind !== 'text' && value?.kind !== 'quoted') throw new FilterError(this.#at(), 'a value is expected');
    this.#next += 1;
    return {
      kind: 'restriction',
      path,
      comparator: comparator.text,
      value: value.text,
      quoted: value.kind === 'quoted',
      at,
      valueAt: value.at,
    };
  }

  /** Parses names separated by dots. A quoted name may contain dots. */
  #path(skip: number): readonly string[] {
    const first = this.#peek();
    if (first?.kind !== 'text' || isKeyword(first.text)) throw new FilterError(this.#at(), 'a field is expected');
    this.#next += 1;
    const path = first.text.slice(skip).split('.');
    const quoted = this.#peek();
    if (path.at(-1) === '' && path.length > 1 && quoted?.kind === 'quoted' && quoted.at === first.end) {
      this.#next += 1;
      path[path.length - 1] = quoted.text;
    }
    if (path.includes('')) throw new FilterError(first.at, 'a field is expected');
    return path;
  }

  #startsTerm(): boolean {
    const token = this.#peek();
    if (token?.kind === '(') return true;
    return token?.kind === 'text' && token.text !== 'AND' && token.text !== 'OR';
  }

  #keyword(word: string): boolean {
    const token = this.#peek();
    if (token?.kind !== 'text' || token.text !== word) return false;
    this.#next += 1;
    return true;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #at(): number {
    return this.#peek()?.at ?? this.#length;
  }
}

function isKeyword(text: string): boolean {
  return text === 'AND' || text === 'OR' || text === 'NOT';
}

function combine(kind: 'and' | 'or', parts: readonly FilterExpression[]): FilterExpression {
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind, parts };
}
