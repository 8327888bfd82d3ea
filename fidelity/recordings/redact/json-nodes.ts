/** Parses JSON text into nodes with their places, so that a change keeps everything else: digits, the order of keys, and keys that occur twice. */

/** Where a node is in the text. */
interface JsonRange {
  readonly start: number;
  readonly end: number;
}

/** A string, with its decoded value, or any other scalar, with its text. */
export interface JsonScalar extends JsonRange {
  readonly kind: 'string' | 'number' | 'literal';
  readonly value: string;
}

export interface JsonMember {
  readonly key: JsonScalar;
  readonly value: JsonNode;
}

export type JsonNode =
  | JsonScalar
  | ({ readonly kind: 'array'; readonly items: readonly JsonNode[] } & JsonRange)
  | ({ readonly kind: 'object'; readonly members: readonly JsonMember[] } & JsonRange);

/** Deeper nesting would exhaust the stack. */
const maxDepth = 2000;

/** Returns `undefined` if the text isn't valid JSON, or is nested too deeply. */
export function parseJsonNodes(text: string): JsonNode | undefined {
  return isJson(text) ? new JsonNodeParser(text).parse() : undefined;
}

/** Whether a text is valid JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const space = /[\s:,]*/y;
const numberOrLiteral = /[\w.+-]+/y;

/** Parses valid JSON. */
class JsonNodeParser {
  #at = 0;

  constructor(private readonly text: string) {}

  parse(): JsonNode | undefined {
    return this.#parseValue(0);
  }

  #skip(): string | undefined {
    const code = this.text.charCodeAt(this.#at);
    if (code <= 32 || code === 44 || code === 58) {
      space.lastIndex = this.#at;
      space.test(this.text);
      this.#at = space.lastIndex;
    }
    return this.text[this.#at];
  }

  #parseValue(depth: number): JsonNode | undefined {
    if (depth > maxDepth) return undefined;
    switch (this.#skip()) {
      case '{': {
        const members: JsonMember[] = [];
        const start = this.#at;
        this.#at += 1;
        while (this.#skip() !== '}') {
          const key = this.#parseString();
          const value = this.#parseValue(depth + 1);
          if (value === undefined) return undefined;
          members.push({ key, value });
        }
        this.#at += 1;
        return { kind: 'object', members, start, end: this.#at };
      }
      case '[': {
        const items: JsonNode[] = [];
        const start = this.#at;
        this.#at += 1;
        while (this.#skip() !== ']') {
          const item = this.#parseValue(depth + 1);
          if (item === undefined) return undefined;
          items.push(item);
        }
        this.#at += 1;
        return { kind: 'array', items, start, end: this.#at };
      }
      case '"':
        return this.#parseString();
      default: {
        const start = this.#at;
        numberOrLiteral.lastIndex = start;
        const value = numberOrLiteral.exec(this.text)?.[0] ?? '';
        this.#at = start + Math.max(1, value.length);
        return { kind: /^[-\d]/.test(value) ? 'number' : 'literal', start, end: this.#at, value };
      }
    }
  }

  #parseString(): JsonScalar {
    const start = this.#at;
    let end = this.text.indexOf('"', start + 1);
    while (this.#isEscaped(end)) end = this.text.indexOf('"', end + 1);
    end += 1;
    this.#at = end;
    const content = this.text.slice(start + 1, end - 1);
    return { kind: 'string', start, end, value: content.includes('\\') ? (JSON.parse(`"${content}"`) as string) : content };
  }

  #isEscaped(at: number): boolean {
    let first = at;
    while (this.text[first - 1] === '\\') first -= 1;
    return (at - first) % 2 === 1;
  }
}
