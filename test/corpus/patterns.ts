/** Builds texts that match a regular expression of a document: the shortest that covers all its parts. */

interface Reader {
  readonly tokens: readonly string[];
  at: number;
  readonly brief: boolean;
}

const token = /\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\(\?(?:[:=!]|[a-z]+\)|P?<[^>]*>)|\{\d+(?:,\d*)?\}|[^]/gu;
const candidates = [
  ...'abcdefghijklmnopqrstuvwxyz',
  ...'0123456789',
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'-_.~%+/:@=!$&,;\' *#"()[]{}<>|?^`\\',
];

/** Returns a text that matches the whole pattern; `undefined` if none is found. `brief` omits optional parts. */
export function textFor(pattern: string, brief = false): string | undefined {
  const reader: Reader = { tokens: pattern.match(token) ?? [], at: 0, brief };
  const text = alternatives(reader);
  return isWhole(pattern, text) ? text : undefined;
}

/** Whether a text matches the whole pattern; what JavaScript cannot read is taken to match. */
export function isWhole(pattern: string, text: string): boolean {
  try {
    const flags = pattern.startsWith('(?i)') ? 'i' : '';
    return new RegExp(`^(?:${pattern.replace(/^\(\?i\)/, '')})$`, flags).test(text);
  } catch {
    return true;
  }
}

/** Uses the first alternative and skips the others. */
function alternatives(reader: Reader): string {
  let text = sequence(reader);
  while (reader.tokens[reader.at] === '|') {
    reader.at += 1;
    const other = sequence(reader);
    if (text === '') text = other;
  }
  return text;
}

function sequence(reader: Reader): string {
  let text = '';
  for (;;) {
    const part = reader.tokens[reader.at];
    if (part === undefined || part === '|' || part === ')') return text;
    const one = atom(reader);
    text += one.repeat(count(reader));
  }
}

function atom(reader: Reader): string {
  const part = reader.tokens[reader.at] ?? '';
  reader.at += 1;
  if (part.startsWith('(')) return group(part, reader);
  if (part === '^' || part === '$' || part === '\\b' || part === '\\A' || part === '\\z') return '';
  if (part === '.') return 'a';
  if (part.length === 1) return part;
  const expression = new RegExp(`^${part}$`);
  const literal = /^\\([^\w])$/.exec(part)?.[1];
  return literal ?? candidates.find((candidate) => expression.test(candidate)) ?? '';
}

function group(opening: string, reader: Reader): string {
  if (/^\(\?[a-z]+\)$/.test(opening)) return '';
  const inner = alternatives(reader);
  reader.at += 1;
  return opening === '(?=' || opening === '(?!' ? '' : inner;
}

/** Reads the quantifier of the preceding part. */
function count(reader: Reader): number {
  const part = reader.tokens[reader.at] ?? '';
  const bounds = /^\{(\d+)(?:,(\d*))?\}$/.exec(part);
  if (bounds === null && !/^[*+?]$/.test(part)) return 1;
  reader.at += 1;
  if (reader.tokens[reader.at] === '?') reader.at += 1;
  if (reader.brief && (part === '?' || part === '*')) return 0;
  if (bounds === null) return 1;
  return Math.max(Number(bounds[1]), bounds[2] === '0' ? 0 : 1);
}
