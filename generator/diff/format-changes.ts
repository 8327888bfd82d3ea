/** Formats changes as text and as a Markdown changelog. */
import { escapeUnprintable } from '../lib/unprintable.js';
import { formatInlineCode, escapeMarkdown } from '../lib/markdown.js';
import type { Change, VersionBump } from './changes.js';

/** The maximum length of a message, in UTF-16 units. */
const maxLength = 1_000;
const formatLocation = ({ file, line, column }: Change['old']): string => `${file}:${line}:${column}`;
const isDocumentation = ({ kind }: Change): boolean => kind === 'documentation-changed';

/** Formats one line per change, `NEW:line:column: step kind subject: message; reason [OLD:line:column]`, and a summary line. Counts changes of descriptions without listing them. */
export function formatChangesText(changes: readonly Change[], step: VersionBump): string {
  const lines = changes.filter((change) => !isDocumentation(change)).map(formatChange);
  return [...lines, formatSummary(changes, step)].map((text) => `${text}\n`).join('');
}

function formatChange(change: Change): string {
  const { kind, subject, step, message, reason, breaking } = change;
  return `${formatLocation(change.new)}: ${breaking ? 'breaking' : step} ${kind} ${escapeText(subject)}: ${escapeText(message)}; ${reason} [${formatLocation(change.old)}]`;
}

/** Escapes text of a specification that could break the line or mislead the reader. */
function escapeText(text: string): string {
  return escapeUnprintable(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
}

function formatSummary(changes: readonly Change[], step: VersionBump): string {
  const breaking = changes.filter((change) => change.breaking).length;
  const documentation = changes.filter(isDocumentation).length;
  if (changes.length === 0) return 'no changes';
  const parts = [
    `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`,
    ...(documentation === 0 ? [] : [`${documentation} in descriptions only`]),
    breaking === 0 ? 'none breaking' : `${breaking} breaking`,
  ];
  return `${parts.join(', ')}: ${step === 'none' ? 'no new version is required' : `the next version is a ${step} version`}`;
}

/** What a changelog states of a change. */
export type ChangelogEntry = Pick<Change, 'subject' | 'breaking' | 'message' | 'reason'> & { readonly kind: string };

const sections: readonly { readonly title: string; readonly has: (entry: ChangelogEntry) => boolean }[] = [
  { title: 'Breaking', has: ({ breaking }) => breaking },
  { title: 'Added', has: ({ kind, breaking }) => !breaking && kind.endsWith('-added') },
  { title: 'Deprecated', has: ({ kind }) => kind === 'deprecated' },
  {
    title: 'Changed',
    has: ({ breaking, kind }) => !breaking && !kind.endsWith('-added') && kind !== 'deprecated' && kind !== 'documentation-changed',
  },
];

/** Formats a changelog: breaking changes, additions, then other changes. */
export function formatChangesMarkdown(changes: readonly Change[], step: VersionBump): string {
  return `${[`# Changes`, `${formatSummary(changes, step)}.`, ...formatSections(changes, '##')].join('\n\n')}\n`;
}

/** Formats the sections of a changelog, each as a heading and a list. `heading` is the marker of the headings. */
export function formatSections(entries: readonly ChangelogEntry[], heading: string): readonly string[] {
  return sections.flatMap(({ title, has }) => {
    const lines = entries.filter(has).map(formatEntry);
    return lines.length === 0 ? [] : [`${heading} ${title}`, lines.join('\n')];
  });
}

function formatEntry({ subject, message, reason, breaking }: ChangelogEntry): string {
  return `- ${formatInlineCode(subject)}: ${escapeMarkdown(message)}${breaking ? ` (${reason})` : ''}`;
}
