/** Rewrites YAML syntax errors into actionable messages. The parser reports one mistake several times, and often after its cause. */
import type { CST, YAMLError } from 'yaml';
import { quote } from '../lib/diagnostics.js';
import { findMisindentedLine, type MisindentedLine } from './misindented-line.js';
import { findUnclosedTokens } from './unclosed-tokens.js';

export interface SyntaxProblem {
  readonly offset: number;
  readonly problem: string;
}

export interface BrokenText {
  readonly errors: readonly YAMLError[];
  readonly tokens: readonly CST.Token[];
  readonly text: string;
}

/**
 * Returns problems in text order. Skips errors that follow from earlier ones: errors inside a bracket that isn't closed, indentation errors
 * after a line with bad indentation, and errors about the text after an unexpected token, such as a brace too many.
 */
export function findSyntaxProblems({ errors, tokens, text }: BrokenText): readonly SyntaxProblem[] {
  if (errors.length === 0) return [];
  const quoteEnds = errors.filter(({ message }) => message.startsWith('Missing closing')).map(({ pos }) => pos[0]);
  const unclosed = findUnclosedTokens(tokens, { text, quoteEnds });
  const others = errors.filter(({ pos }) => !unclosed.some(({ from, to }) => from <= pos[0] && pos[0] <= to));
  const problems = unclosed.map(({ offset, opening }) => ({
    offset,
    problem: `the ${opening === '"' ? "'\"'" : quote(opening)} is not closed`,
  }));
  return [...problems, ...findOtherProblems(others, text)].sort((one, other) => one.offset - other.offset);
}

function findOtherProblems(errors: readonly YAMLError[], text: string): readonly SyntaxProblem[] {
  const found: SyntaxProblem[] = [];
  const multiline = new Set(errors.filter(({ code }) => code === 'MULTILINE_IMPLICIT_KEY').map(({ pos }) => pos[0]));
  const badLines = new Set(errors.filter(isIndentationError).map(({ pos }) => text.lastIndexOf('\n', pos[0] - 1) + 1));
  const unquotedLines = new Set<number>();
  const unexpectedLines = new Set<number>();
  let isIndented = true;
  for (const error of [...errors].sort((one, other) => one.pos[0] - other.pos[0])) {
    const { code, pos } = error;
    const lineStart = text.lastIndexOf('\n', pos[0] - 1) + 1;
    // The same problem, reported again.
    if (code === 'BLOCK_AS_IMPLICIT_KEY' && (multiline.has(pos[0]) || badLines.has(lineStart))) continue;
    if (isIndentationError(error) || multiline.has(pos[0])) {
      if (isIndented) found.push(createIndentationProblem(error, text));
      isIndented = false;
    } else if (isUnquoted(error, text)) {
      if (!unquotedLines.has(lineStart))
        found.push({ offset: pos[0], problem: 'quote the text: without quotes, the ": " in it begins another mapping' });
      unquotedLines.add(lineStart);
    } else if (code === 'UNEXPECTED_TOKEN') {
      const isAfterEnd = error.message.includes('token in YAML stream');
      const cause = error.message.split('\n', 1)[0]?.endsWith('at node end') ? findMisindentedLine(text, lineStart) : undefined;
      // The document ends where the indentation of its first line ends.
      if (cause) return isIndented ? [...found, createCauseProblem(cause)] : found;
      if (!unexpectedLines.has(lineStart) && !(isAfterEnd && unexpectedLines.size > 0))
        found.push({ offset: pos[0], problem: describeUnexpectedToken(error, text) });
      unexpectedLines.add(lineStart);
    } else found.push({ offset: pos[0], problem: formatMessage(error.message) });
  }
  return found;
}

function isIndentationError({ code, message }: YAMLError): boolean {
  return (
    code === 'TAB_AS_INDENT' ||
    /^(?:All \w+ items must start at the same column|Sequence item without - indicator|A block sequence may not be used as an implicit map key)/.test(
      message,
    )
  );
}

function describeUnexpectedToken({ pos }: YAMLError, text: string): string {
  const token = /^(?:\w+|\S)/u.exec(text.slice(pos[0], pos[0] + 100))?.[0];
  return `unexpected ${token === undefined ? 'end of line' : quote(token)}; check the quotes, braces, and brackets before it`;
}

/** `note: see: this`, in a block or between braces. */
function isUnquoted({ message, pos }: YAMLError, text: string): boolean {
  return /^(?:Nested mappings|Block collections) are not allowed/.test(message) && /^[^\n"'#]+:(?:\s|$)/.test(text.slice(pos[0]));
}

/** Locates the first character of the badly indented line: for a multiline key, the last line. */
function createIndentationProblem({ code, pos, message }: YAMLError, text: string): SyntaxProblem {
  if (code === 'TAB_AS_INDENT') return { offset: pos[0], problem: formatMessage(message) };
  const isMultiline = text.slice(pos[0], pos[1]).includes('\n');
  const lineStart = text.lastIndexOf('\n', (isMultiline ? pos[1] : pos[0]) - 1) + 1;
  const start = lineStart + (/^(?: *(?:#.*)?\r?\n)*/.exec(text.slice(lineStart))?.[0].length ?? 0);
  const cause = findMisindentedLine(text, start);
  if (cause) return createCauseProblem(cause);
  const indent = countSpaces(text, start);
  const previousLine = text
    .slice(0, start)
    .split('\n')
    .filter((line) => /^\s*[^\s#]/.test(line))
    .at(-1);
  const previousIndent = previousLine === undefined ? indent : countSpaces(previousLine, 0);
  const comparison = indent === previousIndent ? '' : `: ${formatSpaces(indent)}, the line before has ${previousIndent}`;
  return { offset: start + indent, problem: `bad indentation${comparison}` };
}

function createCauseProblem({ start, indent, expected }: MisindentedLine): SyntaxProblem {
  return { offset: start + indent, problem: `bad indentation: ${formatSpaces(indent)}, expected ${expected}` };
}

const countSpaces = (text: string, start: number): number => /^ */.exec(text.slice(start, start + 1000))?.[0].length ?? 0;
const formatSpaces = (spaces: number): string => `the line begins with ${spaces} ${spaces === 1 ? 'space' : 'spaces'}`;

function formatMessage(message: string): string {
  const line = message.split('\n', 1)[0]!.replace(/ at line \d+, column \d+:?$/, '');
  const closing = /^Flow .* must be sufficiently indented and end with a (.)$/.exec(line)?.[1];
  if (closing !== undefined) return `expected ${quote(closing)} before this, or a deeper indentation of this line`;
  return line.charAt(0).toLowerCase() + line.slice(1);
}
