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
  const expression = parser.parseExpression();
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

  parseExpression(): FilterExpression {
    const parts = [this.#parseSequence()];
    while (this.#takeKeyword('AND')) parts.push(this.#parseSequence());
    return combine('and', parts);
  }

  #parseSequence(): FilterExpression {
    const parts = [this.#parseFactor()];
    while (this.#isTermNext()) parts.push(this.#parseFactor());
    return combine('and', parts);
  }

  #parseFactor(): FilterExpression {
    const parts = [this.#parseTerm()];
    while (this.#takeKeyword('OR')) parts.push(this.#parseTerm());
    return combine('or', parts);
  }

  #parseTerm(): FilterExpression {
    if (this.#takeKeyword('NOT')) return { kind: 'not', part: this.#parseSimple() };
    const token = this.#peek();
    if (token?.kind !== 'text' || !token.text.startsWith('-')) return this.#parseSimple();
    if (token.text.length > 1) return { kind: 'not', part: this.#parseRestriction(1) };
    this.#next += 1;
    return { kind: 'not', part: this.#parseSimple() };
  }

  #parseSimple(): FilterExpression {
    if (this.#peek()?.kind !== '(') return this.#parseRestriction(0);
    this.#next += 1;
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new FilterError(this.#getPosition(), `nested more than ${maxDepth} levels deep`);
    const inner = this.parseExpression();
    const close = this.#peek();
    if (close?.kind !== ')') throw new FilterError(this.#getPosition(), "')' is expected");
    this.#next += 1;
    this.#depth -= 1;
    return inner;
  }

  /** Parses a restriction. `skip` is the number of leading characters of the first token that aren't part of the field. */
  #parseRestriction(skip: number): Restriction {
    const at = this.#getPosition() + skip;
    const path = this.#parsePath(skip);
    const comparator = this.#peek();
    if (comparator?.kind !== 'comparator') throw new FilterError(this.#getPosition(), 'a comparison is expected (field, operator, value)');
    this.#next += 1;
    const value = this.#peek();
    if (value?.kind !== 'text' && value?.kind !== 'quoted') throw new FilterError(this.#getPosition(), 'a value is expected');
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
  #parsePath(skip: number): readonly string[] {
    const first = this.#peek();
    if (first?.kind !== 'text' || isKeyword(first.text)) throw new FilterError(this.#getPosition(), 'a field is expected');
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

  #isTermNext(): boolean {
    const token = this.#peek();
    if (token?.kind === '(') return true;
    return token?.kind === 'text' && token.text !== 'AND' && token.text !== 'OR';
  }

  #takeKeyword(word: string): boolean {
    const token = this.#peek();
    if (token?.kind !== 'text' || token.text !== word) return false;
    this.#next += 1;
    return true;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #getPosition(): number {
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
