/**
 * Reads literals of JavaScript: texts, numbers, lists, objects, templates without expressions, and bytes such as `Buffer.from('00', 'hex')`.
 * Nothing is evaluated.
 */
import { setMember, type Json } from '../../../generator/lib/json.js';
import { quote } from '../../../generator/lib/diagnostics.js';

/** A value with its position and its parts. */
export interface LiteralNode {
  readonly value: Json;
  readonly offset: number;
  readonly end: number;
  /** Whether the value is the hexadecimal digits of bytes. */
  readonly isBytes?: boolean;
  readonly parts?: ReadonlyMap<string | number, LiteralNode>;
}

/** Thrown for what isn't a literal, or exceeds a limit. */
export class LiteralError extends Error {
  constructor(
    readonly offset: number,
    readonly problem: string,
    readonly limit?: 'too-deep' | 'too-many',
  ) {
    super(problem);
  }
}

type TokenKind = 'end' | 'name' | 'number' | 'punctuation' | 'text';

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
  readonly end: number;
}

const space = /\s+|\/\/[^\n]*|\/\*[^]*?\*\//y;
const tokenForms: readonly (readonly [TokenKind, RegExp])[] = [
  ['name', /[A-Za-z_$][\w$]*/y],
  ['number', /-?(?:0[xX][\dA-Fa-f]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w$])/y],
  ['punctuation', /[()[\]{}.,:;=+]/y],
];

/** Returns the end of the text that begins at an offset. Without a regular expression, which fails for texts of some megabytes. */
function findTextEnd(text: string, offset: number): number | undefined {
  const quotes = text.charAt(offset);
  if (quotes !== "'" && quotes !== '"' && quotes !== '`') return undefined;
  for (let index = offset + 1; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === quotes) return index + 1;
    if (character === '\\') index += 1;
    else if (quotes === '`' ? character === '$' && text.charAt(index + 1) === '{' : character === '\n') return undefined;
  }
  return undefined;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '', '\r': '' };

/** Returns the text that a literal with its quotes stands for. */
const unescape = (literal: string): string =>
  literal
    .slice(1, -1)
    .replace(/\\(?:u\{[\dA-Fa-f]{1,6}\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|\r\n|[^])/g, ([, kind = '', ...rest]) =>
      rest.length > 0 && /[ux]/.test(kind) ? toCharacter(rest.join('')) : (escapes[kind] ?? kind),
    );

function toCharacter(digits: string): string {
  const code = parseInt(digits.replace(/^\{/, ''), 16);
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

const words: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
  // As in a list that is converted to JSON.
  ['undefined', null],
]);

/** Reads the tokens of a text, and the literals that they form. */
export class LiteralReader {
  #next: Token;
  #count = 0;

  constructor(
    private readonly text: string,
    private readonly limits: { readonly depth: number; readonly elements: number },
  ) {
    this.#next = this.#readToken(0);
  }

  /** The next token. */
  get next(): Token {
    return this.#next;
  }

  /** Whether the next token is a name or punctuation. */
  sees(text: string): boolean {
    return this.#next.text === text && this.#next.kind !== 'text';
  }

  /** Moves on if the next token is a name or punctuation. */
  skip(text: string): boolean {
    if (!this.sees(text)) return false;
    this.take();
    return true;
  }

  /** Returns the next token, and moves on. */
  take(): Token {
    const token = this.#next;
    this.#next = this.#readToken(token.end);
    return token;
  }

  expect(text: string): Token {
    return this.sees(text) ? this.take() : this.fail(quote(text));
  }

  expectName(): string {
    return this.#next.kind === 'name' ? this.take().text : this.fail('a name');
  }

  fail(expected: string): never {
    const { text, offset, kind } = this.#next;
    throw new LiteralError(offset, `expected ${expected} (received ${kind === 'end' ? 'the end of the file' : quote(text, 40)})`);
  }

  /** Reads the arguments of a call. */
  readArguments(): readonly LiteralNode[] {
    const { parts } = this.#readItems(this.expect('('), ')', 0);
    return [...parts.values()];
  }

  readLiteral(depth = 0): LiteralNode {
    const { kind, offset, text } = this.#next;
    if ((this.#count += 1) > this.limits.elements) throw new LiteralError(offset, '', 'too-many');
    if (depth > this.limits.depth) throw new LiteralError(offset, '', 'too-deep');
    if (kind === 'text') return this.#readText();
    if (kind === 'number') return this.#createNode(Number(text), this.take());
    if (this.sees('[')) return this.#readList(depth);
    if (this.sees('{')) return this.#readObject(depth);
    if (this.sees('new') || this.sees('Buffer')) return this.#readBytes(offset);
    if (kind !== 'name' || !words.has(text)) return this.fail('a literal');
    return this.#createNode(words.get(text) as Json, this.take());
  }

  #createNode(value: Json, { offset, end }: Token): LiteralNode {
    return { value, offset, end };
  }

  /** Reads a text, which can be in several pieces: `'a' + 'b'`. */
  #readText(): LiteralNode {
    const { offset } = this.#next;
    const pieces: string[] = [];
    let end = offset;
    do {
      if (this.#next.kind !== 'text') this.fail('a text');
      const token = this.take();
      pieces.push(unescape(token.text));
      ({ end } = token);
    } while (this.skip('+'));
    return { value: pieces.join(''), offset, end };
  }

  #readList(depth: number): LiteralNode {
    const open = this.expect('[');
    const { parts, end } = this.#readItems(open, ']', depth);
    return { value: [...parts.values()].map(({ value }) => value), offset: open.offset, end, parts };
  }

  #readItems(open: Token, close: string, depth: number) {
    const parts = new Map<string | number, LiteralNode>();
    let { end } = open;
    while (!this.sees(close)) {
      parts.set(parts.size, this.readLiteral(depth + 1));
      if (!this.skip(',') && !this.sees(close)) this.fail(`"," or ${quote(close)}`);
    }
    ({ end } = this.take());
    return { parts, end };
  }

  #readObject(depth: number): LiteralNode {
    const { offset } = this.expect('{');
    const value: Record<string, Json> = {};
    const parts = new Map<string | number, LiteralNode>();
    while (!this.sees('}')) {
      const { kind } = this.#next;
      if (kind === 'end' || kind === 'punctuation') this.fail('a key');
      const key = kind === 'text' ? unescape(this.take().text) : this.take().text;
      this.expect(':');
      const node = this.readLiteral(depth + 1);
      parts.set(key, node);
      setMember(value, key, node.value);
      if (!this.skip(',') && !this.sees('}')) this.fail('"," or "}"');
    }
    return { value, offset, end: this.take().end, parts };
  }

  /** Reads `Buffer.from('00', 'hex')` or `new Buffer('00', 'hex')`. */
  #readBytes(offset: number): LiteralNode {
    if (this.skip('new')) this.expect('Buffer');
    else {
      this.expect('Buffer');
      this.expect('.');
      this.expect('from');
    }
    this.expect('(');
    const { value } = this.#readText();
    const encoding = this.skip(',') ? this.#readText().value : 'utf8';
    if (encoding !== 'hex' && encoding !== 'base64' && encoding !== 'utf8') this.fail('the encoding hex, base64, or utf8 before it');
    const { end } = this.expect(')');
    return { value: Buffer.from(String(value), encoding as BufferEncoding).toString('hex'), offset, end, isBytes: true };
  }

  #readToken(from: number): Token {
    let offset = from;
    do {
      from = offset;
      space.lastIndex = from;
      offset += space.exec(this.text)?.[0].length ?? 0;
    } while (offset > from);
    if (offset >= this.text.length) return { kind: 'end', text: '', offset, end: offset };
    const textEnd = findTextEnd(this.text, offset);
    if (textEnd !== undefined) return { kind: 'text', text: this.text.slice(offset, textEnd), offset, end: textEnd };
    for (const [kind, form] of tokenForms) {
      form.lastIndex = offset;
      const [text] = form.exec(this.text) ?? [];
      if (text !== undefined) return { kind, text, offset, end: form.lastIndex };
    }
    return { kind: 'punctuation', text: this.text.slice(offset, offset + 10).split('\n', 1)[0] ?? '', offset, end: this.text.length };
  }
}
