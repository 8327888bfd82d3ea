/** Reads fenced blocks of a page. */

export interface Block {
  /** The position of its first line: `README.md:12`. */
  readonly at: string;
  readonly language: string;
  readonly text: string;
  /** The text after the language: `[file.yaml]` names the file of the block, `no-test` exempts a command. */
  readonly file?: string;
  readonly exempt: boolean;
  /** The documented output: the `text` block directly after it. */
  readonly output?: string;
}

/** Blocks in order; a `text` block that follows another block belongs to that one. */
export function readBlocks(page: string, name: string): readonly Block[] {
  const fences = [...page.matchAll(/^```(\w*)(?: \[([^\]\n]+)\])?( no-test)?\n([\s\S]*?)^```$/gm)].map((match) => {
    const [whole, language = '', file, exempt, text = ''] = match;
    return { language, file, exempt: exempt !== undefined, text, from: match.index, to: match.index + whole.length };
  });
  return fences.flatMap(({ language, file, exempt, text, from, to }, index): Block[] => {
    const before = fences[index - 1];
    if (language === 'text' && before && isContinuation(page.slice(before.to, from))) return [];
    const next = fences[index + 1];
    const documented = next?.language === 'text' && isContinuation(page.slice(to, next.from)) ? { output: next.text } : {};
    const at = `${name}:${page.slice(0, from).split('\n').length + 1}`;
    return [{ at, language, text, exempt, ...(file !== undefined && { file }), ...documented }];
  });
}

/** Only empty lines or one short introductory line (`prints:`). */
function isContinuation(between: string): boolean {
  return /^\s*(?:\S[^\n]{0,60}:\s*)?$/.test(between);
}

/** Whether a printed text matches the documented output. `…` matches anything within a line; a line `…` matches any lines. */
export function matchesOutput(output: string, printed: string): boolean {
  const lines = output
    .trimEnd()
    .split('\n')
    .map((line) => (line === '…' ? '(?:[^\\n]*\\n)*?' : `${toExpression(line)}\\n`));
  return new RegExp(`^${lines.join('')}$`).test(`${printed.trimEnd()}\n`);
}

function toExpression(line: string): string {
  const parts = line.trimEnd().split('…');
  return `${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^\\n]*')}[^\\S\\n]*`;
}
