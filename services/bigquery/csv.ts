/** Parses CSV. */

export interface CsvOptions {
  readonly delimiter: string;
  /** Empty: values have no quotation marks. */
  readonly quote: string;
  readonly allowsNewlines: boolean;
}

/** Returns the values of each line. A quoted value differs from an unquoted one, because only the latter can stand for null. */
export function parseCsv(
  text: string,
  { delimiter, quote, allowsNewlines }: CsvOptions,
): readonly (readonly { readonly text: string; readonly isQuoted: boolean }[])[] {
  const lines: { text: string; isQuoted: boolean }[][] = [];
  let line: { text: string; isQuoted: boolean }[] = [];
  let at = 0;
  const endLine = (): void => {
    lines.push(line);
    line = [];
  };
  while (at < text.length) {
    let value = '';
    const isQuoted = quote !== '' && text.startsWith(quote, at);
    if (isQuoted) {
      at += quote.length;
      for (;;) {
        const end = text.indexOf(quote, at);
        if (end < 0) throw new SyntaxError('a quotation mark is missing');
        value += text.slice(at, end);
        at = end + quote.length;
        if (!text.startsWith(quote, at)) break;
        value += quote;
        at += quote.length;
      }
      if (!allowsNewlines && /[\r\n]/.test(value))
        throw new SyntaxError('a quoted value contains a line break, and allowQuotedNewlines is not set');
    } else {
      const start = at;
      while (at < text.length && !text.startsWith(delimiter, at) && text[at] !== '\n' && text[at] !== '\r') at += 1;
      value = text.slice(start, at);
    }
    line.push({ text: value, isQuoted });
    if (text.startsWith(delimiter, at)) {
      at += delimiter.length;
      if (at >= text.length) line.push({ text: '', isQuoted: false });
      else if (text[at] === '\n' || text[at] === '\r') line.push({ text: '', isQuoted: false });
      else continue;
    } else if (at < text.length && text[at] !== '\n' && text[at] !== '\r') throw new SyntaxError(`unexpected text after a quoted value`);
    if (text.startsWith('\r\n', at)) at += 2;
    else if (at < text.length) at += 1;
    endLine();
  }
  if (line.length > 0) endLine();
  return lines;
}
