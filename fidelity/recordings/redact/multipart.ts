/** Finds the parts of a body in several parts. */

/** The head of a part, and where its content is. */
export interface BodyPart {
  /** The headers, as text. */
  readonly head: string;
  readonly headStart: number;
  readonly start: number;
  readonly end: number;
}

/** Bodies with more parts are read as one text. */
const maxParts = 10_000;

/** Returns the parts, or an empty list if the body isn't in parts. `text`: one character per byte, or decoded. */
export function listParts(text: string, contentType: string): readonly BodyPart[] {
  const boundary = findBoundary(text, contentType);
  if (boundary === undefined) return [];
  const mark = `--${boundary}`;
  const parts: BodyPart[] = [];
  let at = text.startsWith(mark) ? 0 : text.indexOf(`\n${mark}`) + 1;
  if (at === 0 && !text.startsWith(mark)) return [];
  while (parts.length < maxParts) {
    const headStart = at + mark.length;
    if (text.startsWith('--', headStart)) break;
    const next = text.indexOf(`\n${mark}`, headStart);
    const limit = next < 0 ? text.length : text[next - 1] === '\r' ? next - 1 : next;
    const gap = /\r?\n\r?\n/g;
    gap.lastIndex = Math.min(headStart, limit);
    const match = gap.exec(text.slice(0, Math.min(limit + 4, headStart + 64 * 1024)));
    const start = match === null || match.index > limit ? limit : match.index + match[0].length;
    parts.push({
      head: text.slice(headStart, Math.min(start, limit)),
      headStart,
      start: Math.min(start, limit),
      end: Math.max(limit, Math.min(start, limit)),
    });
    if (next < 0) break;
    at = next + 1;
  }
  return parts;
}

function findBoundary(text: string, contentType: string): string | undefined {
  if (/^multipart\//i.test(contentType)) {
    const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType) ?? [];
    if (quoted !== undefined || plain !== undefined) return quoted ?? plain;
  }
  return /^--([\w'()+,./:=? -]{1,70}?)[ \t]*\r?\ncontent-[\w-]{1,60}:/i.exec(text.slice(0, 1000))?.[1];
}

/** Returns the name of the field of a form that a part contains: `name="token"`, `name=token`, or `name*=UTF-8''token`. */
export function readPartName(head: string): string | undefined {
  const [, quoted, single, extended, plain] =
    /^content-disposition:[^\r\n]*;\s*name(?:="([^"\r\n]*)"|='([^'\r\n]*)'|\*=[\w-]*'[^']*'([^\s;]+)|=([^\s;"]+))/im.exec(head) ?? [];
  return (
    quoted ?? single ?? extended?.replaceAll(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16))) ?? plain
  );
}

/** Returns the content type of a part. */
export const readPartType = (head: string): string => /^content-type:\s*([^\r\n]*)/im.exec(head)?.[1] ?? '';
