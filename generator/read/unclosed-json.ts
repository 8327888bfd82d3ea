/** Finds the bracket or brace of a JSON text that isn't closed. The parser reports it where the text after it stops to fit. */
import { createScanner } from 'jsonc-parser';

interface Opening {
  readonly offset: number;
  readonly closing: string;
  /** The indentation of its line. */
  readonly indent: number;
}

const closings: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/** Returns the offset of the first one. Returns `undefined` if all are closed, or if a string is broken, because its end isn't known. */
export function findUnclosedOffset(text: string): number | undefined {
  const scanner = createScanner(text, true);
  const open: Opening[] = [];
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const character = text.charAt(offset);
    const closing = closings.get(character);
    const last = open.at(-1);
    if (character === '"' && Number(scanner.getTokenError()) !== 0) return undefined;
    if (closing !== undefined) open.push({ offset, closing, indent: getIndent(text, offset).indent });
    else if ((character === '}' || character === ']') && last) {
      if (last.closing !== character || isClosingOuter(open, getIndent(text, offset))) return last.offset;
      open.pop();
    }
  }
  return open.at(-1)?.offset;
}

interface LineStart {
  readonly indent: number;
  /** Whether the token is the first one of its line. */
  readonly isFirst: boolean;
}

/** Whether a closing token that begins its line is indented like the line of an outer opening, and not like the innermost one. */
function isClosingOuter(open: readonly Opening[], { indent, isFirst }: LineStart): boolean {
  return isFirst && open.at(-1)?.indent !== indent && open.some((opening) => opening.indent === indent);
}

function getIndent(text: string, offset: number): LineStart {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return { indent, isFirst: indent === line.length };
}
