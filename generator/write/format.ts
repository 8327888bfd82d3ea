/** The format of what people read. */
import { format as prettier } from 'prettier';
import type { EmittedFile } from '../emit/emitter.js';

/** Fixed: the output depends on no configuration around it. */
const style = { printWidth: 140, singleQuote: true, endOfLine: 'lf' } as const;

/** Text of a file as it is written: formatted where it asks for it, lines ended by LF. */
export async function formatFile(file: EmittedFile): Promise<string> {
  const text = file.text.replace(/\r\n?/g, '\n');
  return file.format === 'prettier' ? prettier(text, { ...style, filepath: file.path }) : text;
}
