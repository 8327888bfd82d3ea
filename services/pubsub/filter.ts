/** The filters of subscriptions, which select messages by their attributes. */

type Attributes = Readonly<Record<string, unknown>>;
export type MessageFilter = (attributes: Attributes) => boolean;

const tokenPattern = /\s*(?:("(?:[^"\\]|\\.)*")|(!=|[()=:.,-])|([^\s"()=:.,!-][^\s"()=:.,!]*))/y;

function splitTokens(text: string): readonly string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  while (text.slice(tokenPattern.lastIndex).trim() !== '') {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match) throw new SyntaxError(`unexpected text at character ${at + 1}`);
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return tokens;
}

/** Parses a filter. Throws a SyntaxError that says what is wrong. */
export function parseMessageFilter(text: string): MessageFilter {
  const tokens = splitTokens(text);
  let at = 0;
  const accept = (token: string): boolean => tokens[at] === token && (at += 1) > 0;
  const expect = (token: string): void => {
    if (!accept(token)) throw new SyntaxError(`expected '${token}' (received ${tokens[at] === undefined ? 'the end' : `'${tokens[at]}'`})`);
  };
  const readText = (): string => {
    const token = tokens[at];
    if (token === undefined || /^(?:!=|[()=:.,-])$/.test(token))
      throw new SyntaxError(`expected a text (received '${token ?? 'the end'}')`);
    at += 1;
    return token.startsWith('"') ? token.slice(1, -1).replace(/\\(.)/g, '$1') : token;
  };
  const readKey = (): string => {
    expect('attributes');
    expect('.');
    return readText();
  };

  function parseTerm(): MessageFilter {
    if (accept('NOT') || accept('-')) {
      const term = parseTerm();
      return (attributes) => !term(attributes);
    }
    if (accept('(')) {
      const inner = parseExpression();
      expect(')');
      return inner;
    }
    if (accept('hasPrefix')) {
      expect('(');
      const key = readKey();
      expect(',');
      const prefix = readText();
      expect(')');
      return (attributes) => Object.hasOwn(attributes, key) && String(attributes[key]).startsWith(prefix);
    }
    expect('attributes');
    if (accept(':')) {
      const key = readText();
      return (attributes) => Object.hasOwn(attributes, key);
    }
    expect('.');
    const key = readText();
    const isEquality = accept('=');
    if (!isEquality) expect('!=');
    const value = readText();
    return (attributes) => (Object.hasOwn(attributes, key) && attributes[key] === value) === isEquality;
  }

  /** AND and OR can't be combined without parentheses. */
  function parseExpression(): MessageFilter {
    const terms = [parseTerm()];
    const operator = tokens[at] === 'OR' ? 'OR' : 'AND';
    while (accept(operator)) terms.push(parseTerm());
    if (tokens[at] === 'AND' || tokens[at] === 'OR') throw new SyntaxError('AND and OR need parentheses');
    return (attributes) => (operator === 'OR' ? terms.some((term) => term(attributes)) : terms.every((term) => term(attributes)));
  }

  const filter = parseExpression();
  if (at < tokens.length) throw new SyntaxError(`unexpected '${tokens[at]}'`);
  return filter;
}
