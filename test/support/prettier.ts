/** Formats with prettier, the reference of the formatter. */
import { format } from 'prettier';
import type { EmittedFile } from '../../generator/emit/emitter.js';
import { printSource } from '../../generator/write/print-source.js';

const printWidth = 140;

export async function formatWithPrettier(file: EmittedFile): Promise<string> {
  const text = file.text ?? (await printSource(file));
  return format(text, { printWidth, singleQuote: true, endOfLine: 'lf', filepath: file.path });
}

/** Since version 3.9, prettier keeps a broken union on one line if it fits. oxfmt writes one member per line, and keeps doing so. */
export function joinUnions(text: string): string {
  return text.replace(/^( *)\| .+(?:\n\1\| .+)+$/gm, (union, indent: string) => {
    const line = indent + union.slice(indent.length + 2).replaceAll(`\n${indent}| `, ' | ');
    return line.length <= printWidth ? line : union;
  });
}
