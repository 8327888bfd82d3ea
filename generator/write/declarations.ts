/** Printed declarations: what of them is formatted already, and how their long lines break. Whatever is not known is left to prettier. */

import { breakLine } from './breaks.js';
import { isLine, width } from './line-forms.js';

export interface Statement {
  /** With its comment. */
  readonly text: string;
  /** An empty line stands before it. */
  readonly hasBlankLineBefore: boolean;
}

/** The statements of a file, one after another. A line at the margin begins one where the line before ends one. */
export function splitStatements(text: string): readonly Statement[] {
  const found: { text: string[]; hasBlankLineBefore: boolean }[] = [];
  let before = '';
  let apart = false;
  for (const line of text.trim().split('\n')) {
    if (line.trim() === '') {
      apart = true;
      continue;
    }
    const begins = /^(?:\/\*\*|\/\/|export |import )/.test(line) && (/;$|^\}$/.test(before) || (apart && before.startsWith('//')));
    if (begins || found.length === 0) found.push({ text: [line], hasBlankLineBefore: apart && found.length > 0 });
    else found.at(-1)?.text.push(...(apart ? [''] : []), line);
    before = line;
    apart = false;
  }
  return found.map((statement) => ({ text: statement.text.join('\n'), hasBlankLineBefore: statement.hasBlankLineBefore }));
}

const commentLine = /^\s*(?:\/\*\*(?: .*\S)?|\*(?:\/| .*\S(?: {2})?)?|\/\/ .*\S)$/;

/** Whether prettier would leave a statement as it is. */
export function isFormatted(statement: string): boolean {
  const indentation = new Indentation();
  return statement.split('\n').every((line) => indentation.matchNextLine(line) && (commentLine.test(line) || isLine(line)));
}

/** Two spaces for each bracket that is open; members of a union, and what stands behind an equals sign, have two more. */
class Indentation {
  /** Those of the lines that opened a bracket. */
  readonly #open: number[] = [];
  #more = 0;

  /** Whether the next line stands where it has to. */
  matchNextLine(line: string): boolean {
    const text = line.trimStart();
    const found = line.length - text.length;
    const inside = (this.#open.at(-1) ?? -2) + 2;
    if (text.startsWith('*')) return found === inside + 1;
    if (/^\/[*/](?! @__PURE__)/.test(text)) return found === inside;
    const closes = /^[})>\]]/.test(text);
    const expected = closes ? (this.#open.pop() ?? 0) : inside + this.#more;
    const opens = /[{(<[]$/.test(text);
    if (opens) this.#open.push(expected);
    if (/[:=&]$/.test(text)) this.#more = 2;
    else if (closes || opens || /[;,]$/.test(text)) this.#more = 0;
    return found === expected;
  }
}

/** A statement with its long lines broken, as far as it is known how. */
export function breakLongLines(statement: string): string {
  const closed = statement.replace(/^(export interface [^\n{]+ \{)\n\}$/m, '$1}');
  const written = closed.split('\n');
  if (!written.some((line) => line.length > width)) return closed;
  return written.map((line) => (line.length <= width || commentLine.test(line) ? line : breakLine(line))).join('\n');
}
