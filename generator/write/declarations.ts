/** Detects declarations that are already formatted, and breaks their long lines. Leaves unknown forms to prettier. */

import { breakLine } from './breaks.js';
import { isLine, width } from './line-forms.js';

export interface Statement {
  /** The text with its comment. */
  readonly text: string;
  readonly hasBlankLineBefore: boolean;
}

/** Splits a file into statements. A line without indentation begins one if the previous line ends one. */
export function splitStatements(text: string): readonly Statement[] {
  const statements: { text: string[]; hasBlankLineBefore: boolean }[] = [];
  let previousLine = '';
  let isAfterBlankLine = false;
  for (const line of text.trim().split('\n')) {
    if (line.trim() === '') {
      isAfterBlankLine = true;
      continue;
    }
    const beginsStatement =
      /^(?:\/\*\*|\/\/|export |import )/.test(line) &&
      (/;$|^\}$/.test(previousLine) || (isAfterBlankLine && previousLine.startsWith('//')));
    if (beginsStatement || statements.length === 0)
      statements.push({ text: [line], hasBlankLineBefore: isAfterBlankLine && statements.length > 0 });
    else statements.at(-1)?.text.push(...(isAfterBlankLine ? [''] : []), line);
    previousLine = line;
    isAfterBlankLine = false;
  }
  return statements.map((statement) => ({ text: statement.text.join('\n'), hasBlankLineBefore: statement.hasBlankLineBefore }));
}

const commentLine = /^\s*(?:\/\*\*(?: .*\S)?|\*(?:\/| .*\S(?: {2})?)?|\/\/ .*\S)$/;

/** Whether prettier would leave a statement as it is. */
export function isFormatted(statement: string): boolean {
  const indentation = new Indentation();
  return statement.split('\n').every((line) => indentation.matchNextLine(line) && (commentLine.test(line) || isLine(line)));
}

/** Two spaces per open bracket, and two more for union members and after an equals sign. */
class Indentation {
  /** The indentations of lines with an open bracket. */
  readonly #open: number[] = [];
  #more = 0;

  /** Advances to the next line. Returns whether its indentation is as expected. */
  matchNextLine(line: string): boolean {
    const text = line.trimStart();
    const statements = line.length - text.length;
    const inside = (this.#open.at(-1) ?? -2) + 2;
    if (text.startsWith('*')) return statements === inside + 1;
    if (/^\/[*/](?! @__PURE__)/.test(text)) return statements === inside;
    const closes = /^[})>\]]/.test(text);
    const expected = closes ? (this.#open.pop() ?? 0) : inside + this.#more;
    const opens = /[{(<[]$/.test(text);
    if (opens) this.#open.push(expected);
    if (/[:=&]$/.test(text)) this.#more = 2;
    else if (closes || opens || /[;,]$/.test(text)) this.#more = 0;
    return statements === expected;
  }
}

/** Breaks the long lines of a statement whose form is known. */
export function breakLongLines(statement: string): string {
  const closed = statement.replace(/^(export interface [^\n{]+ \{)\n\}$/m, '$1}');
  const lines = closed.split('\n');
  if (!lines.some((line) => line.length > width)) return closed;
  return lines.map((line) => (line.length <= width || commentLine.test(line) ? line : breakLine(line))).join('\n');
}
