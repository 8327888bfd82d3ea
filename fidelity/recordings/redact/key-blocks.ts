/**
 * Finds private keys and other armored secrets in PEM, PGP, SSH, and PuTTY form, also without their beginning or end, indented, or with escaped
 * line ends.
 */
import type { FoundSecret } from './secrets.js';

export const keyBlockHint = /- ?(?:BEGIN|END) |Private-Lines:/i;

/** What is public: certificates and requests for them, public keys, parameters, and signatures. */
const publicLabel =
  '(?:(?:X509 |TRUSTED |NEW )?CERTIFICATE(?: REQUEST| CHAIN)?|X509 CRL|[A-Z\\d ]{0,40}PUBLIC KEY(?: BLOCK)?|[A-Z\\d ]{0,40}PARAMETERS|[A-Z\\d ]{0,40}SIGNATURE|PGP SIGNED MESSAGE)';
const begin = new RegExp(`-{4,5} ?BEGIN (?!${publicLabel} ?-)[A-Z\\d][A-Z\\d ]{0,60}-{4,5}`, 'gi');
const end = new RegExp(`-{4,5} ?END (?!${publicLabel} ?-)[A-Z\\d][A-Z\\d ]{0,60}-{4,5}`, 'gi');
const putty = /Private-Lines: \d{1,4}\r?\n/g;
/** Larger blocks aren't keys. */
const maxLength = 64 * 1024;
/** What separates the lines of a key: line ends, also escaped ones, white space, numbers of lines, and marks of quotes, comments, and code. */
const separators = /(?:\\+[nrt]|<br ?\/?>|&#(?:1[03]|x[ad]);|\d{1,4}[:|] |[\s"'`,+>#|*])+/iy;
/** A line of a key, or one of its headers. Anything else ends a key without an end. */
const header = /[A-Za-z][A-Za-z-]{1,30}: [^\r\n\\]{0,200}/y;
const line = /[\w+/=.-]+/y;

/** Shorter lines are words, except for the last line of a key. */
const minLineLength = 16;

/** Yields the lines of keys. */
export function* findKeyBlocks(text: string): Iterable<FoundSecret> {
  const ends = [...text.matchAll(end)].map(({ index }) => index);
  let next = 0;
  let last = 0;
  for (const match of text.matchAll(begin)) {
    const start = match.index + match[0].length;
    while (next < ends.length && (ends[next] as number) < start) yield* findLinesBefore(text, last, ends[next++] as number);
    const close = ends[next] ?? Infinity;
    last = yield* findLines(text, start, { limit: Math.min(text.length, start + maxLength, close), hasEnd: close <= start + maxLength });
    if (close <= start + maxLength) next += 1;
  }
  for (; next < ends.length; next += 1) yield* findLinesBefore(text, last, ends[next] as number);
  for (const match of text.matchAll(putty))
    yield* findLines(text, match.index + match[0].length, { limit: Math.min(text.length, match.index + maxLength), hasEnd: false });
}

interface KeyEnd {
  readonly limit: number;
  /** Whether the end of the key is there. */
  readonly hasEnd: boolean;
}

/** Yields the lines of one key, and returns where it ends. */
function* findLines(text: string, start: number, { limit, hasEnd }: KeyEnd): Generator<FoundSecret, number> {
  let at = start;
  let isLast = false;
  while (at < limit && !isLast) {
    at = skip(text, at, separators);
    const next = skip(text, at, header);
    if (next > at) {
      at = next;
      continue;
    }
    const close = Math.min(limit, skip(text, at, line));
    // The end begins with hyphens.
    if (close <= at || text.startsWith('----', at)) break;
    isLast = !hasEnd && close - at < minLineLength;
    yield [at, close];
    at = close;
  }
  return at;
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** Yields the lines of a key whose beginning is missing. */
function* findLinesBefore(text: string, earliest: number, close: number): Iterable<FoundSecret> {
  let start = close;
  while (start > Math.max(earliest, close - maxLength) && keyCharacter.test(text[start - 1] ?? '')) start -= 1;
  const found: FoundSecret[] = [];
  for (let at = start; at < close;) {
    at = skip(text, at, separators);
    const next = skip(text, at, line);
    if (next === at || at >= close) break;
    found.push([at, Math.min(next, close)]);
    at = next;
  }
  const first = found.findLastIndex(([from, to], index) => to - from < minLineLength && index < found.length - 1);
  yield* found.slice(first + 1);
}

const keyCharacter = /[\w+/=\s\\"',]/;
