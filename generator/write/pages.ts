/** Pages: which of their blocks are formatted already, or become so without being parsed. Whatever is not known is left to prettier. */
import { formatSample } from './format-samples.js';
import { alignTable } from './tables.js';

export interface SplitPage {
  /** The page with one word in the place of blocks that are known; empty where all are. */
  readonly rest: string;
  /** The page of that page, formatted; nothing where the words are not found in it. */
  restore(formatted: string): string | undefined;
}

const getPlaceholder = (index: number): string => `BLOCK${index}OF${'DISCOGEN'}`;

/** Takes out of a page what is known to be formatted. */
export function splitFormatted(page: string): SplitPage {
  const blocks = splitBlocks(page);
  const runs: string[][] = [];
  const rest: string[] = [];
  let isAfterKnown = false;
  for (const [index, block] of blocks.entries()) {
    const formatted = isBesideList(blocks, index) ? undefined : formatBlock(block);
    if (formatted === undefined) rest.push(block);
    else if (isAfterKnown) runs.at(-1)?.push(formatted);
    else rest.push(getPlaceholder(runs.push([formatted]) - 1));
    isAfterKnown = formatted !== undefined;
  }
  const known = runs.map((run) => run.join('\n\n'));
  if (known.length === 1 && rest.length === 1) return { rest: '', restore: () => `${known.join('')}\n` };
  return { rest: `${rest.join('\n\n')}\n`, restore: (formatted) => restoreBlocks(formatted, known) };
}

function restoreBlocks(formatted: string, known: readonly string[]): string | undefined {
  let found: string | undefined = `\n${formatted}`;
  for (const [index, block] of known.entries()) {
    const parts: readonly string[] = found?.split(`\n${getPlaceholder(index)}\n`) ?? [];
    found = parts.length === 2 ? parts.join(`\n${block}\n`) : undefined;
  }
  return found?.slice(1);
}

/** What empty lines set apart, code with its fences as one. */
function splitBlocks(page: string): readonly string[] {
  return page.match(/^```[^\n]*\n[^]*?\n```$|^[^\n]+(?:\n(?!```)[^\n]+)*/gm) ?? [];
}

/** Lists that nothing stands between are one. */
function isBesideList(blocks: readonly string[], index: number): boolean {
  return isList(blocks[index]) && (isList(blocks[index - 1]) || isList(blocks[index + 1]));
}

/** Also words that a list interrupts. */
function isList(block: string | undefined): boolean {
  return block !== undefined && !block.startsWith('```') && /^(?:[-*+ ]|\d)/m.test(block);
}

const code = '`[^`\\n ](?:[^`\\n]*[^`\\n ])?`';
const piece = String.raw`(?:[A-Za-z0-9.,:;/()'"?%-]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])|${code})`;
const text = String.raw`(?:[A-Za-z('"]|${code})${piece}*(?: ${piece}+)*`;
const heading = new RegExp(`^#{1,3} ${text}$`);
const paragraph = new RegExp(`^${text}(?:\\n${text})*$`);
const list = new RegExp(`^(?:- ${text}(?:\\n- ${text})*|1\\. ${text}(?:\\n1\\. ${text})*)$`);

/** A block as prettier would have it. */
function formatBlock(block: string): string | undefined {
  if (block.startsWith('|')) return alignTable(block);
  const [, language, sample = ''] = /^```(\w*)\n([^]*)\n```$/.exec(block) ?? [];
  if (language === 'sh') return block;
  if (language === 'ts') return fenceSample(formatSample(sample));
  const isKnown = /^[\x20-\x7e\n]*$/.test(block) && (heading.test(block) || paragraph.test(block) || list.test(block));
  return isKnown ? block : undefined;
}

function fenceSample(sample: string | undefined): string | undefined {
  return sample === undefined ? undefined : `\`\`\`ts\n${sample}\n\`\`\``;
}
