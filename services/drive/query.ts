/** Parses the query language of `files.list` and `drives.list`: https://developers.google.com/workspace/drive/api/guides/ref-search-terms */

export type Operator = 'contains' | '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'has';

export type Query =
  | { readonly kind: 'and'; readonly terms: readonly Query[] }
  | { readonly kind: 'or'; readonly terms: readonly Query[] }
  | { readonly kind: 'not'; readonly term: Query }
  | { readonly kind: 'term'; readonly field: string; readonly operator: Operator; readonly value: string | boolean }
  /** `field has { key='…' and value='…' }` */
  | { readonly kind: 'has'; readonly field: string; readonly key: string; readonly value: string };

type Token = { readonly kind: 'text' | 'name' | 'operator' | 'mark'; readonly text: string };

/** A query that isn't valid. */
export class QueryError extends Error {}

const tokenPattern = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([A-Za-z_][\w.]*)|(<=|>=|!=|=|<|>)|([(){}])|(\d[\w:.+-]*))/sy;

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (text.slice(position).trim() !== '') {
    tokenPattern.lastIndex = position;
    const found = tokenPattern.exec(text);
    if (!found) throw new QueryError('Invalid Value');
    position = tokenPattern.lastIndex;
    const [, single, double, name, operator, mark, number] = found;
    const quoted = single ?? double;
    if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted.replaceAll(/\\(.)/gs, '$1') });
    else if (number !== undefined) tokens.push({ kind: 'text', text: number });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push(operator === undefined ? { kind: 'mark', text: mark ?? '' } : { kind: 'operator', text: operator });
  }
  return tokens;
}

/** Throws `QueryError` for a query that isn't valid. */
export function parseQuery(text: string): Query {
  const reader = new QueryReader(tokenize(text));
  const query = reader.readAlternatives();
  reader.requireEnd();
  return query;
}

/** The maximum depth of parentheses and negations. */
const maxDepth = 100;

class QueryReader {
  #position = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  requireEnd(): void {
    if (this.#position < this.tokens.length) throw new QueryError('Invalid Value');
  }

  readAlternatives(): Query {
    return this.#readSequence('or', () => this.#readSequence('and', () => this.#readFactor()));
  }

  #readSequence(kind: 'and' | 'or', read: () => Query): Query {
    const first = read();
    const terms = [first];
    while (this.#takeWord(kind)) terms.push(read());
    return terms.length === 1 ? first : { kind, terms };
  }

  #readFactor(): Query {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new QueryError('Invalid Value');
    try {
      if (this.#takeWord('not')) return { kind: 'not', term: this.#readFactor() };
      if (!this.#takeMark('(')) return this.#readTerm();
      const inner = this.readAlternatives();
      this.#requireMark(')');
      return inner;
    } finally {
      this.#depth -= 1;
    }
  }

  #readTerm(): Query {
    const token = this.#take();
    if (token.kind === 'text') {
      if (!this.#takeWord('in')) throw new QueryError('Invalid Value');
      return { kind: 'term', field: this.#takeName(), operator: 'in', value: token.text };
    }
    if (token.kind !== 'name') throw new QueryError('Invalid Value');
    if (this.#takeWord('has')) return this.#readMember(token.text);
    const operator = this.#takeWord('contains') ? 'contains' : this.#takeOperator();
    return { kind: 'term', field: token.text, operator, value: this.#takeValue() };
  }

  #readMember(field: string): Query {
    this.#requireMark('{');
    const members = new Map<string, string>();
    do {
      const name = this.#takeName();
      if (this.#takeOperator() !== '=') throw new QueryError('Invalid Value');
      members.set(name, String(this.#takeValue()));
    } while (this.#takeWord('and'));
    this.#requireMark('}');
    const [key, value] = [members.get('key'), members.get('value')];
    if (key === undefined || value === undefined) throw new QueryError('Invalid Value');
    return { kind: 'has', field, key, value };
  }

  #take(): Token {
    const token = this.tokens[this.#position++];
    if (!token) throw new QueryError('Invalid Value');
    return token;
  }

  #takeName(): string {
    const token = this.#take();
    if (token.kind !== 'name') throw new QueryError('Invalid Value');
    return token.text;
  }

  #takeOperator(): Operator {
    const token = this.#take();
    if (token.kind !== 'operator') throw new QueryError('Invalid Value');
    return token.text as Operator;
  }

  #takeValue(): string | boolean {
    const token = this.#take();
    if (token.kind === 'text') return token.text;
    if (token.kind === 'name' && /^(?:true|false)$/i.test(token.text)) return token.text.toLowerCase() === 'true';
    throw new QueryError('Invalid Value');
  }

  #takeWord(word: string): boolean {
    const token = this.tokens[this.#position];
    if (token?.kind !== 'name' || token.text.toLowerCase() !== word) return false;
    this.#position += 1;
    return true;
  }

  #takeMark(mark: string): boolean {
    const token = this.tokens[this.#position];
    if (token?.kind !== 'mark' || token.text !== mark) return false;
    this.#position += 1;
    return true;
  }

  #requireMark(mark: string): void {
    if (!this.#takeMark(mark)) throw new QueryError('Invalid Value');
  }
}
