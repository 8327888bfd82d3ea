/** Formats generated files. */
import type { EmittedFile } from '../emit/emitter.js';
import { isFormatted, type Statement, splitStatements, breakLongLines } from './declarations.js';
import { splitFormatted } from './pages.js';

/** Fixed, so that the output doesn't depend on local configuration. */
const style = { printWidth: 140, singleQuote: true, endOfLine: 'lf' } as const;

/** Returns the final text of a file: formatted if the emitter requests it, with LF line endings. */
export async function formatFile(file: EmittedFile): Promise<string> {
  const text = file.text.includes('\r') ? file.text.replace(/\r\n?/g, '\n') : file.text;
  if (file.format !== 'prettier') return text;
  if (file.path.endsWith('.ts')) return formatDeclarations(text, file.path);
  return file.path.endsWith('.md') ? formatPage(text, file.path) : formatText(text, file.path);
}

async function formatPage(text: string, path: string): Promise<string> {
  const page = splitFormatted(text);
  const formatted = page.rest === '' ? '' : await formatText(page.rest, path);
  return page.restore(formatted) ?? formatText(text, path);
}

/** Formats with prettier, which is loaded on demand, because most packages don't need it. */
export async function formatText(text: string, path: string): Promise<string> {
  const { format } = await import('prettier');
  return format(text, { ...style, filepath: path });
}

/**
 * Returns the result of `formatText` in a fraction of the time for long files of declarations: keeps statements that prettier would
 * not change, and formats the others, which are independent of each other.
 */
async function formatDeclarations(text: string, path: string): Promise<string> {
  const statements = splitStatements(text).map((statement) => ({ ...statement, broken: breakLongLines(statement.text) }));
  const unformatted = statements.filter(({ broken }) => !isFormatted(broken));
  const formattedText = unformatted.length === 0 ? '' : await formatText(unformatted.map((statement) => statement.text).join('\n\n'), path);
  const formatted = formattedText === '' ? [] : splitStatements(formattedText);
  if (formatted.length !== unformatted.length) return formatText(text, path);
  const byStatement = new Map(unformatted.map((statement, at) => [statement, formatted[at]?.text ?? '']));
  return joinStatements(
    statements.map((statement) => ({
      hasBlankLineBefore: statement.hasBlankLineBefore,
      text: byStatement.get(statement) ?? statement.broken,
    })),
  );
}

function joinStatements(statements: readonly Statement[]): string {
  return `${statements.map(({ text, hasBlankLineBefore }) => (hasBlankLineBefore ? `\n${text}` : text)).join('\n')}\n`;
}
