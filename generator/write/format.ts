/** The format of what people read. */
import type { EmittedFile } from '../emit/emitter.js';
import { isFormatted, type Statement, statementsOf, withBrokenLines } from './declarations.js';
import { knownApart } from './pages.js';

/** Fixed: the output depends on no configuration around it. */
const style = { printWidth: 140, singleQuote: true, endOfLine: 'lf' } as const;

/** Text of a file as it is written: formatted where it asks for it, lines ended by LF. */
export async function formatFile(file: EmittedFile): Promise<string> {
  const text = file.text.includes('\r') ? file.text.replace(/\r\n?/g, '\n') : file.text;
  if (file.format !== 'prettier') return text;
  if (file.path.endsWith('.ts')) return formatDeclarations(text, file.path);
  return file.path.endsWith('.md') ? formatPage(text, file.path) : formatWhole(text, file.path);
}

async function formatPage(text: string, path: string): Promise<string> {
  const page = knownApart(text);
  const formatted = page.rest === '' ? '' : await formatWhole(page.rest, path);
  return page.restore(formatted) ?? formatWhole(text, path);
}

/** All of it by prettier, which is loaded where it is needed: most packages are formatted without it. */
export async function formatWhole(text: string, path: string): Promise<string> {
  const { format } = await import('prettier');
  return format(text, { ...style, filepath: path });
}

/**
 * What `formatWhole` answers, at a fraction of the time for long files of declarations: a statement whose every line prettier would
 * leave as it is stays. Only the others are formatted, which no statement before or after them changes.
 */
async function formatDeclarations(text: string, path: string): Promise<string> {
  const statements = statementsOf(text).map((statement) => ({ ...statement, broken: withBrokenLines(statement.text) }));
  const open = statements.filter(({ broken }) => !isFormatted(broken));
  const whole = open.length === 0 ? '' : await formatWhole(open.map((statement) => statement.text).join('\n\n'), path);
  const formatted = whole === '' ? [] : statementsOf(whole);
  if (formatted.length !== open.length) return formatWhole(text, path);
  const byStatement = new Map(open.map((statement, at) => [statement, formatted[at]?.text ?? '']));
  return printed(statements.map((statement) => ({ apart: statement.apart, text: byStatement.get(statement) ?? statement.broken })));
}

function printed(statements: readonly Statement[]): string {
  return `${statements.map(({ text, apart }) => (apart ? `\n${text}` : text)).join('\n')}\n`;
}
