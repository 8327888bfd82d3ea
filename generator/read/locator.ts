/** Converts offsets in a text to lines and columns. */
import type { Location } from '../lib/diagnostics.js';

/** Indexes lines on first use, because most files have no diagnostics. */
export function createLocator(file: string, text: string): (offset: number) => Location {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= findLineStarts(text);
    const clamped = Math.max(0, Math.min(offset, text.length));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= clamped) low = middle;
      else high = middle - 1;
    }
    return { file, line: low + 1, column: clamped - starts[low]! + 1 };
  };
}

/** Lines end with `\n`, `\r\n` or a lone `\r`. */
function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return starts;
}
