/** Escapes text of specifications for Markdown. */
import { escapeInvisible } from './literals.js';

/** Escapes Markdown and HTML, and puts the text on one line. */
export function escapeMarkdown(text: string): string {
  return escapeInvisible(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\*[\]|~#]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/^([-+>]|\d+[.)])(?= )/, '\\$1');
}

/** Formats inline code that is also valid in a table. */
export function formatInlineCode(text: string): string {
  const code = escapeInvisible(text).replace(/\s+/g, ' ').trim().replace(/\|/g, '\\|');
  const longestFence = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longestFence + 1);
  const space = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return code === '' ? '' : `${fence}${space}${code}${space}${fence}`;
}
