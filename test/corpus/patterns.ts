/** Creates the shortest text that matches all parts of a regular expression of a document. */

interface Reader {
  readonly tokens: readonly string[];
  position: number;
  readonly omitOptional: boolean;
}

const token = /\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\(\?(?:[:=!]|[a-z]+\)|P?<[^>]*>)|\{\d+(?:,\d*)?\}|[^]/gu;
const candidates = [
  ...'abcdefghijklmnopqrstuvwxyz',
  ...'0123456789',
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'-_.~%+/:@=!$&,;\' *#"()[]{}<>|?^`\\',
];

/** Returns a text that matches the whole pattern; `undefined` if none is found. `brief` omits optional parts. */
export function createMatchingText(pattern: string, omitOptional = false): string | undefined {
  const reader: Reader = { tokens: pattern.match(token) ?? [], position: 0, omitOptional };
  const text = readAlternatives(reader);
  return matchesWhole(pattern, text) ? text : undefined;
}

/** Whether a text matches the whole pattern. A pattern that JavaScript can't parse matches every text. */
export function matchesWhole(pattern: string, text: string): boolean {
  try {
    const flags = pattern.startsWith('(?i)') ? 'i' : '';
    return new RegExp(`^(?:${pattern.replace(/^\(\?i\)/, '')})$`, flags).test(text);
  } catch {
    return true;
  }
}

/** Uses the first alternative and skips the others. */
function readAlternatives(reader: Reader): string {
  let text = readSequence(reader);
  while (reader.tokens[reader.position] === '|') {
    reader.position += 1;
    const alternative = readSequence(reader);
    if (text === '') text = alternative;
  }
  return text;
}

function readSequence(reader: Reader): string {
  let text = '';
  for (;;) {
    const part = reader.tokens[reader.position];
    if (part === undefined || part === '|' || part === ')') return text;
    const one = readAtom(reader);
    text += one.repeat(readCount(reader));
  }
}

function readAtom(reader: Reader): string {
  const part = reader.tokens[reader.position] ?? '';
  reader.position += 1;
  if (part.startsWith('(')) return readGroup(part, reader);
  if (part === '^' || part === '$' || part === '\\b' || part === '\\A' || part === '\\z') return '';
  if (part === '.') return 'a';
  if (part.length === 1) return part;
  const expression = new RegExp(`^${part}$`);
  const literal = /^\\([^\w])$/.exec(part)?.[1];
  return literal ?? candidates.find((candidate) => expression.test(candidate)) ?? '';
}

function readGroup(opening: string, reader: Reader): string {
  if (/^\(\?[a-z]+\)$/.test(opening)) return '';
  const inner = readAlternatives(reader);
  reader.position += 1;
  return opening === '(?=' || opening === '(?!' ? '' : inner;
}

/** Reads the quantifier of the preceding part. */
function readCount(reader: Reader): number {
  const part = reader.tokens[reader.position] ?? '';
  const bounds = /^\{(\d+)(?:,(\d*))?\}$/.exec(part);
  if (bounds === null && !/^[*+?]$/.test(part)) return 1;
  reader.position += 1;
  if (reader.tokens[reader.position] === '?') reader.position += 1;
  if (reader.omitOptional && (part === '?' || part === '*')) return 0;
  if (bounds === null) return 1;
  return Math.max(Number(bounds[1]), bounds[2] === '0' ? 0 : 1);
}
