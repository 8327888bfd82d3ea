/** Finds the bracket or brace of a JSON text that isn't closed. The parser reports it where the text after it stops to fit. */
import { createScanner, ScanError, SyntaxKind } from 'jsonc-parser';

interface Opening {
  readonly offset: number;
  readonly kind: SyntaxKind;
  /** The indentation of its line. */
  readonly indent: number;
}

const closings = new Map([
  [SyntaxKind.CloseBraceToken, SyntaxKind.OpenBraceToken],
  [SyntaxKind.CloseBracketToken, SyntaxKind.OpenBracketToken],
]);

/** Returns the offset of the first one. Returns `undefined` if all are closed, or if a text isn't, because its end isn't known. */
export function findUnclosedOffset(text: string): number | undefined {
  const scanner = createScanner(text, true);
  const open: Opening[] = [];
  for (let kind = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) {
    const offset = scanner.getTokenOffset();
    if (scanner.getTokenError() === ScanError.UnexpectedEndOfString) return undefined;
    const last = open.at(-1);
    if (kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.OpenBracketToken)
      open.push({ offset, kind, indent: getIndent(text, offset).indent });
    else if (closings.has(kind) && last) {
      if (last.kind !== closings.get(kind) || closesOuter(open, getIndent(text, offset))) return last.offset;
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
function closesOuter(open: readonly Opening[], { indent, isFirst }: LineStart): boolean {
  return isFirst && open.at(-1)?.indent !== indent && open.some((opening) => opening.indent === indent);
}

function getIndent(text: string, offset: number): LineStart {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return { indent, isFirst: indent === line.length };
}
