/** Escapes text of specifications for Markdown. */
import { escapeInvisible } from './literals.js';

/** Escapes Markdown and HTML, and puts the text on one line. Inline code stays code. */
export function escapeMarkdown(text: string): string {
  return splitAtCode(escapeInvisible(text).replace(/\s+/g, ' ').trim())
    .map((part, i) => (i % 2 === 0 ? escapeProse(part) : part.replace(/\|/g, '\\|')))
    .join('')
    .replace(/^([-+>]|\d+[.)])(?= )/, '\\$1');
}

/** Escapes text without inline code. */
function escapeProse(text: string): string {
  return text
    .replace(/[\\*[\]|~#`]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;');
}

/** Splits text into prose and inline code by turns, beginning with prose. A run of backticks begins code if a run of the same length follows. */
function splitAtCode(text: string): readonly string[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }));
  const nextRun = findNextRuns(runs.map(({ length }) => length));
  const parts: string[] = [];
  let end = 0;
  for (let i = 0; i < runs.length; i++) {
    const { length, index } = runs[i]!;
    const close = nextRun[i];
    if (close === undefined) continue;
    const codeEnd = runs[close]!.index + length;
    parts.push(text.slice(end, index), text.slice(index, codeEnd));
    end = codeEnd;
    i = close;
  }
  return [...parts, text.slice(end)];
}

/** The index of the next run of the same length, for each run. */
function findNextRuns(lengths: readonly number[]): readonly (number | undefined)[] {
  const nearest = new Map<number, number>();
  return lengths
    .map((length, i) => ({ length, i }))
    .reverse()
    .map(({ length, i }) => {
      const next = nearest.get(length);
      nearest.set(length, i);
      return next;
    })
    .reverse();
}

/** Formats inline code that is also valid in a table. */
export function formatInlineCode(text: string): string {
  const code = escapeInvisible(text).replace(/\s+/g, ' ').trim().replace(/\|/g, '\\|');
  const longestFence = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longestFence + 1);
  const space = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return code === '' ? '' : `${fence}${space}${code}${space}${fence}`;
}
