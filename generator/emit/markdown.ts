/** Escaping for Markdown: the only way text of a specification reaches a page. */
import { escapeInvisible } from './literals.js';

/** Words on one line that start no markup and no HTML. */
export function escapeMarkdown(text: string): string {
  return escapeInvisible(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\*[\]|~#]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/^([-+>]|\d+[.)])(?= )/, '\\$1');
}

/** Code within a line, also within a table. */
export function formatInlineCode(text: string): string {
  const plain = escapeInvisible(text).replace(/\s+/g, ' ').trim().replace(/\|/g, '\\|');
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return plain === '' ? '' : `${fence}${space}${plain}${space}${fence}`;
}
