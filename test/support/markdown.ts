/** Fenced blocks of a page. */

export interface Block {
  /** `README.md:12`: where its first line stands. */
  readonly at: string;
  readonly language: string;
  readonly text: string;
  /** What the page says comes out: the `text` block that follows it directly. */
  readonly output?: string;
}

/** Blocks in order; a `text` block that follows another block belongs to that one. */
export function blocksOf(page: string, name: string): readonly Block[] {
  const fences = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [whole, language = '', text = ''] = match;
    return { language, text, from: match.index, to: match.index + whole.length };
  });
  return fences.flatMap(({ language, text, from, to }, index): Block[] => {
    const before = fences[index - 1];
    if (language === 'text' && before && follows(page.slice(before.to, from))) return [];
    const next = fences[index + 1];
    const shown = next?.language === 'text' && follows(page.slice(to, next.from)) ? { output: next.text } : {};
    return [{ at: `${name}:${page.slice(0, from).split('\n').length + 1}`, language, text, ...shown }];
  });
}

/** Nothing but empty lines, or one short line that leads over (`prints:`). */
function follows(between: string): boolean {
  return /^\s*(?:\S[^\n]{0,60}:\s*)?$/.test(between);
}

/** Whether a printed text is what a page shows. `…` stands for anything within a line. */
export function shows(output: string, printed: string): boolean {
  const lines = output.trimEnd().split('\n');
  const found = printed.trimEnd().split('\n');
  return lines.length === found.length && lines.every((line, index) => expressionOf(line).test(found[index] ?? ''));
}

function expressionOf(line: string): RegExp {
  const parts = line.trimEnd().split('…');
  return new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')}\\s*$`);
}
