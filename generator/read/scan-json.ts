/** Scans JSON text for what JSON.parse doesn't report: positions, duplicate keys, and the exact syntax error. */

/** A value with its offset and its parts. */
export interface JsonNode {
  readonly offset: number;
  readonly members?: ReadonlyMap<string, { readonly offset: number; readonly node: JsonNode }>;
  readonly items?: readonly JsonNode[];
}

export interface JsonScan {
  readonly root?: JsonNode;
  readonly duplicates: readonly { readonly key: string; readonly offset: number; readonly first: number }[];
  /** The first syntax error. */
  readonly problem?: { readonly offset: number; readonly text: string };
  readonly tooDeepAt?: number;
}

const literal = /(?:true|false|null)(?![A-Za-z0-9_])/y;
const numeral = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9A-Za-z_.])/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;
const whitespace = /[ \t\n\r]*/y;

class ScanStop {
  constructor(
    readonly offset: number,
    readonly text: string | undefined,
  ) {}
}

export function scanJson(text: string, limit: number): JsonScan {
  const scanner = new Scanner(text, limit);
  try {
    return { root: scanner.readDocument(), duplicates: scanner.duplicates };
  } catch (stop) {
    if (!(stop instanceof ScanStop)) throw stop;
    const { duplicates } = scanner;
    return stop.text === undefined
      ? { duplicates, tooDeepAt: stop.offset }
      : { duplicates, problem: { offset: stop.offset, text: stop.text } };
  }
}

class Scanner {
  readonly duplicates: { key: string; offset: number; first: number }[] = [];
  private position = 0;

  constructor(
    private readonly text: string,
    private readonly limit: number,
  ) {}

  readDocument(): JsonNode {
    const root = this.value(0);
    this.skipBlank();
    if (this.position < this.text.length) this.fail('the end of the text');
    return root;
  }

  private value(depth: number): JsonNode {
    this.skipBlank();
    const offset = this.position;
    const unit = this.text[offset];
    if (unit === '{' || unit === '[') {
      if (depth >= this.limit) throw new ScanStop(offset, undefined);
      this.position += 1;
      return unit === '{' ? { offset, members: this.members(depth + 1) } : { offset, items: this.items(depth + 1) };
    }
    if (unit === '"') this.readString();
    else if (this.match(literal) === undefined && this.match(numeral) === undefined) this.fail('a value');
    return { offset };
  }

  private members(depth: number): Map<string, { offset: number; node: JsonNode }> {
    const members = new Map<string, { offset: number; node: JsonNode }>();
    if (this.take('}')) return members;
    do {
      this.skipBlank();
      const offset = this.position;
      if (this.text[offset] !== '"') this.fail(members.size === 0 ? 'a key in double quotes or "}"' : 'a key in double quotes');
      const key = JSON.parse(this.readString()) as string;
      if (!this.take(':')) this.fail('":" after the key');
      const previous = members.get(key);
      if (previous !== undefined) this.duplicates.push({ key, offset, first: previous.offset });
      members.set(key, { offset, node: this.value(depth) });
    } while (this.take(','));
    if (!this.take('}')) this.fail('"," or "}"');
    return members;
  }

  private items(depth: number): JsonNode[] {
    const items: JsonNode[] = [];
    if (this.take(']')) return items;
    do items.push(this.value(depth));
    while (this.take(','));
    if (!this.take(']')) this.fail('"," or "]"');
    return items;
  }

  /** Scans by code unit, because a regular expression would exhaust its stack on a very long string. */
  private readString(): string {
    const start = this.position;
    for (this.position += 1; this.position < this.text.length;) {
      const unit = this.text.charCodeAt(this.position);
      if (unit === 34) {
        this.position += 1;
        return this.text.slice(start, this.position);
      }
      if (unit === 10 || unit === 13) break;
      if (unit < 32) throw new ScanStop(this.position, 'a control character in a string must be escaped');
      if (unit !== 92) this.position += 1;
      else if (this.match(escape) === undefined) throw new ScanStop(this.position, 'the string has an invalid escape sequence');
    }
    throw new ScanStop(start, 'the string is not closed on its line');
  }

  private take(unit: string): boolean {
    this.skipBlank();
    if (this.text[this.position] !== unit) return false;
    this.position += 1;
    return true;
  }

  private match(expression: RegExp): string | undefined {
    expression.lastIndex = this.position;
    const found = expression.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  private skipBlank(): void {
    this.match(whitespace);
  }

  private fail(expected: string): never {
    const unit = this.text[this.position];
    throw new ScanStop(
      this.position,
      `expected ${expected} (received ${unit === undefined ? 'the end of the text' : JSON.stringify(unit)})`,
    );
  }
}
