/** The format of what people read. */
import type { EmittedFile } from '../emit/emitter.js';
import { isFormatted, type Statement, splitStatements, breakLongLines } from './declarations.js';
import { splitFormatted } from './pages.js';

/** Fixed: the output depends on no configuration around it. */
const style = { printWidth: 140, singleQuote: true, endOfLine: 'lf' } as const;

/** Text of a file as it is written: formatted where it asks for it, lines ended by LF. */
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

/** All of it by prettier, which is loaded where it is needed: most packages are formatted without it. */
export async function formatText(text: string, path: string): Promise<string> {
  const { format } = await import('prettier');
  return format(text, { ...style, filepath: path });
}

/**
 * What `formatText` answers, at a fraction of the time for long files of declarations: a statement whose every line prettier would
 * leave as it is stays. Only the others are formatted, which no statement before or after them changes.
 */
async function formatDeclarations(text: string, path: string): Promise<string> {
  const statements = splitStatements(text).map((statement) => ({ ...statement, broken: breakLongLines(statement.text) }));
  const open = statements.filter(({ broken }) => !isFormatted(broken));
  const whole = open.length === 0 ? '' : await formatText(open.map((statement) => statement.text).join('\n\n'), path);
  const formatted = whole === '' ? [] : splitStatements(whole);
  if (formatted.length !== open.length) return formatText(text, path);
  const byStatement = new Map(open.map((statement, at) => [statement, formatted[at]?.text ?? '']));
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
