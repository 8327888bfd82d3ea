/** Formats generated files. */
import type { EmittedFile } from '../emit/emitter.js';
import { FileError } from './file-error.js';
import { printSource } from './print-source.js';

/** Fixed, so that the output doesn't depend on local configuration. */
const style = { printWidth: 140, singleQuote: true, endOfLine: 'lf' } as const;

/** Returns the final text of a file: formatted if the emitter requests it, with LF line endings. */
export async function formatFile(file: EmittedFile): Promise<string> {
  const text = file.text ?? (await printSource(file));
  return file.format === 'prettier' ? formatText(text, file.path) : text.replace(/\r\n?/g, '\n');
}

/** Formats with oxfmt, whose output equals that of prettier in less time. It is loaded on demand. */
export async function formatText(text: string, path: string): Promise<string> {
  const { format } = await import('oxfmt');
  const { code, errors } = await format(path, text, style);
  if (errors[0] !== undefined) throw new FileError(path, `${path} has a syntax error: ${errors[0].message}`);
  return code;
}
