/** Parses what all multipart bodies have in common (RFC 2046). Lines can end in CRLF or LF. */

/** A part of a multipart body, or the headers and the body of an HTTP message. Names of headers are in lower case. */
export interface MessagePart {
  readonly headers: Readonly<Record<string, string>>;
  /** The index in the text at which the body begins. */
  readonly start: number;
  /** The index in the text at which the body ends. */
  readonly end: number;
}

/** Returns the parameters of a content type by their names in lower case. Quoted values are unquoted. The first of several values wins. */
export function parseMediaTypeParameters(type: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, unquoted = ''] of type.matchAll(mediaTypeParameter)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? unquoted.trimEnd());
  }
  return parameters;
}

/** A parameter of a content type. Unquoted values can contain any character, because clients don't quote what they should. */
const mediaTypeParameter = /;[ \t]*([^\s;="]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/gs;

/**
 * Returns the parts between the delimiters of a multipart body, at most `maxParts` and one more. Returns `undefined` if the body has no
 * closing delimiter.
 *
 * @param boundary The boundary as the content type states it. Some clients put single quotes around it that the body lacks.
 */
export function splitMultipart(text: string, boundary: string, maxParts: number): readonly MessagePart[] | undefined {
  const [, inner] = /^'(.+)'$/s.exec(boundary) ?? [];
  const isStated = inner === undefined || findDelimiter(text, boundary, 0) !== undefined;
  return splitAtBoundary(text, isStated ? boundary : inner, maxParts);
}

function splitAtBoundary(text: string, boundary: string, maxParts: number): readonly MessagePart[] | undefined {
  const parts: MessagePart[] = [];
  const first = findDelimiter(text, boundary, 0);
  for (let delimiter = first; delimiter && !delimiter.isLast && parts.length <= maxParts;) {
    const next = findDelimiter(text, boundary, delimiter.end);
    if (!next) return undefined;
    const { end: start } = delimiter;
    // The line break before a delimiter belongs to it. If lines end in LF, a CR before the LF is content.
    const isCrlf = (first?.lineBreak === '\r\n' || next.lineBreak === '\r\n') && text[next.start - 2] === '\r';
    parts.push(parseMessage(text, start, Math.max(start, next.start - (isCrlf ? 2 : 1))));
    delimiter = next;
  }
  return first && parts;
}

/** A line that begins with `--` and the boundary. */
interface Delimiter {
  readonly start: number;
  /** The index after its line break. */
  readonly end: number;
  readonly lineBreak: '\r\n' | '\n' | '';
  /** Whether it ends the body. */
  readonly isLast: boolean;
}

/** Finds the first delimiter at the beginning of a line. `from` is the beginning of a line. */
function findDelimiter(text: string, boundary: string, from: number): Delimiter | undefined {
  const dashes = `--${boundary}`;
  let start = text.startsWith(dashes, from) ? from : findLine(text, dashes, from);
  for (; start >= 0; start = findLine(text, dashes, start)) {
    const isLast = text.startsWith('--', start + dashes.length);
    let end = start + dashes.length + (isLast ? 2 : 0);
    while (text[end] === ' ' || text[end] === '\t') end += 1;
    const lineBreak = text.startsWith('\r\n', end) ? '\r\n' : text[end] === '\n' ? '\n' : '';
    // A line that only begins like a delimiter is content.
    if (lineBreak !== '' || end === text.length) return { start, end: end + lineBreak.length, lineBreak, isLast };
  }
  return undefined;
}

/** Returns the index of the next line that begins with a prefix, or -1. */
function findLine(text: string, prefix: string, from: number): number {
  const lineBreak = text.indexOf(`\n${prefix}`, from);
  return lineBreak < 0 ? -1 : lineBreak + 1;
}

/** Parses the headers of a part or of an HTTP message. An empty line ends them. */
export function parseMessage(text: string, from: number = 0, end: number = text.length): MessagePart {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  let start = from;
  let last: string | undefined;
  while (start < end) {
    const found = text.indexOf('\n', start);
    const lineEnd = found < 0 ? end : Math.min(found, end);
    const line = text.slice(start, text[lineEnd - 1] === '\r' && lineEnd > start ? lineEnd - 1 : lineEnd);
    start = Math.min(lineEnd + 1, end);
    if (line === '') break;
    const colon = line.indexOf(':');
    // A line that begins with white space continues the header before it.
    if (/^[ \t]/.test(line) && last !== undefined) headers[last] += `${headers[last] === '' ? '' : ' '}${line.trim()}`;
    else if (colon > 0) headers[(last = line.slice(0, colon).trim().toLowerCase())] = line.slice(colon + 1).trim();
  }
  return { headers, start, end };
}
