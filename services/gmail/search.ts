/** The search language of `q`, as far as it is documented: https://support.google.com/mail/answer/7190. */
import type { HandlerCall, JsonObject } from '../../mock/service.js';
import type { Message } from './mailbox.js';
import { findHeader, listHeaders, listParts } from './mime.js';
import { parseDate, parsePeriod, parseSize } from './search-values.js';

export interface SearchContext {
  readonly call: HandlerCall;
  readonly labels: readonly JsonObject[];
  /** Returns the text of the body. */
  readText(message: Message): Promise<string>;
}

/** Tests a message. */
export type Search = (message: Message) => boolean | Promise<boolean>;

export interface CompiledSearch {
  readonly test: Search;
  /** Whether the query selects messages in the trash or in spam. */
  readonly isAnywhere: boolean;
}

interface Token {
  readonly kind: '(' | ')' | '{' | '}' | 'or' | '-' | 'term';
  /** The operator of a term, in lower case. */
  readonly operator?: string;
  readonly text?: string;
  readonly isQuoted?: boolean;
}

/** Compiles a query. Throws 501 for an operator that the mock doesn't know. */
export function compileSearch(query: string, context: SearchContext): CompiledSearch {
  const tokens = tokenize(query);
  const isAnywhere = tokens.some(({ operator, text = '' }) => {
    const value = text.toLowerCase();
    return (
      (operator === 'in' && ['anywhere', 'trash', 'spam'].includes(value)) || (operator === 'label' && ['trash', 'spam'].includes(value))
    );
  });
  const parser = new Parser(tokens, context);
  return { test: parser.parse(), isAnywhere };
}

const tokenPattern = /([(){}])|(-)(?=\S)|\b(OR)\b(?=\s|$)|\bAND\b(?=\s|$)|([A-Za-z_0-9]+):(?=["({]|[^\s(){}"])|"([^"]*)"?|([^\s(){}"]+)/y;

function tokenize(query: string): readonly Token[] {
  const tokens: Token[] = [];
  let operator: string | undefined;
  let position = 0;
  while (position < query.length) {
    if (/\s/.test(query.charAt(position))) {
      position += 1;
      continue;
    }
    tokenPattern.lastIndex = position;
    const found = tokenPattern.exec(query);
    if (!found) break;
    position = tokenPattern.lastIndex;
    const [, bracket, minus, or, name, quoted, word] = found;
    if (operator !== undefined && (quoted !== undefined || (word ?? minus ?? or ?? name) !== undefined)) {
      const rest = quoted === undefined ? (/^[^\s(){}"]*/.exec(query.slice(found.index))?.[0] ?? '') : '';
      tokens.push({ kind: 'term', operator, text: quoted ?? rest, isQuoted: quoted !== undefined });
      if (quoted === undefined) position = found.index + rest.length;
      operator = undefined;
    } else if (bracket !== undefined) {
      // An operator before a group applies to each of its terms.
      tokens.push({ kind: bracket as '(', ...(operator !== undefined && { operator }) });
      operator = undefined;
    } else if (name !== undefined) operator = name.toLowerCase();
    else if (minus !== undefined) tokens.push({ kind: '-' });
    else if (or !== undefined) tokens.push({ kind: 'or' });
    else if (quoted !== undefined) tokens.push({ kind: 'term', text: quoted, isQuoted: true });
    else if (word !== undefined) tokens.push({ kind: 'term', text: word });
  }
  return tokens;
}

/** Terms beside each other must all match. `OR` has precedence over that, and `{}` contain alternatives. */
class Parser {
  #position = 0;
  readonly #tokens: readonly Token[];
  readonly #context: SearchContext;

  constructor(tokens: readonly Token[], context: SearchContext) {
    this.#tokens = tokens;
    this.#context = context;
  }

  parse(): Search {
    return matchAll(this.#parseTerms(undefined));
  }

  #parseTerms(operator: string | undefined, end?: ')' | '}'): readonly Search[] {
    const terms: Search[] = [];
    for (;;) {
      const token = this.#tokens[this.#position];
      if (token === undefined) return terms;
      if (token.kind === ')' || token.kind === '}') {
        this.#position += 1;
        if (token.kind === end) return terms;
        continue;
      }
      const first = this.#parseTerm(operator);
      if (!first) continue;
      const alternatives = [first];
      while (this.#tokens[this.#position]?.kind === 'or') {
        this.#position += 1;
        const next = this.#parseTerm(operator);
        if (next) alternatives.push(next);
      }
      terms.push(alternatives.length === 1 ? first : matchAny(alternatives));
    }
  }

  #parseTerm(operator: string | undefined): Search | undefined {
    const token = this.#tokens[this.#position];
    if (token === undefined || token.kind === ')' || token.kind === '}') return undefined;
    this.#position += 1;
    switch (token.kind) {
      case 'or':
        return undefined;
      case '-': {
        const negated = this.#parseTerm(operator);
        return negated && (async (message) => !(await negated(message)));
      }
      case '(':
        return matchAll(this.#parseTerms(token.operator ?? operator, ')'));
      case '{':
        return matchAny(this.#parseTerms(token.operator ?? operator, '}'));
      case 'term':
        return compileTerm(token.operator ?? operator, token, this.#context);
    }
  }
}

function matchAll(terms: readonly Search[]): Search {
  return async (message) => {
    for (const term of terms) if (!(await term(message))) return false;
    return true;
  };
}

function matchAny(terms: readonly Search[]): Search {
  return async (message) => {
    for (const term of terms) if (await term(message)) return true;
    return false;
  };
}

const headerOperators: Readonly<Record<string, readonly string[]>> = {
  from: ['from'],
  to: ['to', 'cc', 'bcc'],
  cc: ['cc'],
  bcc: ['bcc'],
  subject: ['subject'],
  deliveredto: ['delivered-to'],
  list: ['list-id'],
};

const states: Readonly<Record<string, (labels: readonly string[]) => boolean>> = {
  unread: (labels) => labels.includes('UNREAD'),
  read: (labels) => !labels.includes('UNREAD'),
  starred: (labels) => labels.includes('STARRED'),
  important: (labels) => labels.includes('IMPORTANT'),
  sent: (labels) => labels.includes('SENT'),
  draft: (labels) => labels.includes('DRAFT'),
  chat: (labels) => labels.includes('CHAT'),
  inbox: (labels) => labels.includes('INBOX'),
};

const categories: Readonly<Record<string, string>> = {
  primary: 'CATEGORY_PERSONAL',
  social: 'CATEGORY_SOCIAL',
  promotions: 'CATEGORY_PROMOTIONS',
  updates: 'CATEGORY_UPDATES',
  forums: 'CATEGORY_FORUMS',
};

function compileTerm(operator: string | undefined, { text = '' }: Token, context: SearchContext): Search {
  const { call } = context;
  const reject = (): never => call.reject('notImplemented', `The mock doesn't implement '${operator ?? ''}:${text}' in 'q'.`);
  const value = text.toLowerCase();
  if (operator === undefined) return compileWord(text, context);
  const headers = headerOperators[operator];
  if (headers) return ({ payload }) => headers.some((name) => listHeaders(payload, name).some((header) => containsWords(header, text)));
  const limit = operator in dateOperators ? (parseDate(text) ?? reject()) : undefined;
  if (limit !== undefined)
    return ({ internalDate }) => (dateOperators[operator] === 'after' ? Number(internalDate) >= limit : Number(internalDate) < limit);
  switch (operator) {
    case 'older_than':
    case 'newer_than': {
      const start = parsePeriod(text, call.now) ?? reject();
      return ({ internalDate }) => (operator === 'newer_than' ? Number(internalDate) >= start : Number(internalDate) < start);
    }
    case 'larger':
    case 'size':
    case 'smaller': {
      const size = parseSize(text) ?? reject();
      return ({ sizeEstimate }) => (operator === 'smaller' ? sizeEstimate < size : sizeEstimate > size);
    }
    case 'rfc822msgid': {
      const id = text.replaceAll(/^<|>$/g, '');
      return ({ payload }) => findHeader(payload, 'message-id').replaceAll(/^\s*<|>\s*$/g, '') === id;
    }
    case 'has':
      if (value === 'attachment') return (message) => listFilenames(message).length > 0;
      if (value === 'userlabels' || value === 'nouserlabels')
        return ({ labelIds }) =>
          labelIds.some((id) => context.labels.some((label) => label['id'] === id && label['type'] === 'user')) ===
          (value === 'userlabels');
      return reject();
    case 'filename':
      return (message) => listFilenames(message).some((name) => name.toLowerCase().endsWith(value) || containsWords(name, text));
    case 'is': {
      const state = states[value] ?? reject();
      return ({ labelIds }) => state(labelIds);
    }
    case 'category': {
      const category = categories[value] ?? reject();
      return ({ labelIds }) => labelIds.includes(category);
    }
    case 'in':
      if (value === 'anywhere') return () => true;
      if (value === 'archive') return ({ labelIds }) => !['INBOX', 'TRASH', 'SPAM', 'SENT', 'DRAFT'].some((id) => labelIds.includes(id));
      return compileLabel(value, context);
    case 'label':
      return compileLabel(value, context);
    default:
      return reject();
  }
}

const dateOperators: Readonly<Record<string, 'after' | 'before'>> = { after: 'after', newer: 'after', before: 'before', older: 'before' };

/** A label by its name, in which a hyphen stands for a space or a slash. An unknown label has no messages. */
function compileLabel(name: string, { labels }: SearchContext): Search {
  const normalize = (text: string): string => text.toLowerCase().replaceAll(/[\s/]/g, '-');
  const singular = name === 'drafts' ? 'draft' : name;
  const ids = labels
    .filter((label) => normalize(String(label['name'])) === normalize(singular) || String(label['id']).toLowerCase() === singular)
    .map(({ id }) => String(id));
  return ({ labelIds }) => ids.some((id) => labelIds.includes(id));
}

function compileWord(text: string, { readText }: SearchContext): Search {
  const word = text.replace(/^\+/, '');
  return async (message) =>
    ['from', 'to', 'cc', 'subject'].some((name) => listHeaders(message.payload, name).some((header) => containsWords(header, word))) ||
    listFilenames(message).some((name) => containsWords(name, word)) ||
    containsWords(await readText(message), word);
}

const listFilenames = ({ payload }: Message): readonly string[] =>
  listParts(payload).flatMap(({ filename }) => (typeof filename === 'string' && filename !== '' ? [filename] : []));

/** Whether a text contains the words of another one, one after the other. */
export function containsWords(text: string, words: string): boolean {
  const normalize = (value: string): string =>
    ` ${value
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  const expected = normalize(words);
  return expected.trim() !== '' && normalize(text).includes(expected);
}
