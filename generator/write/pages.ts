/** Detects blocks of pages that are formatted or can be formatted without parsing. Leaves unknown forms to prettier. */
import { formatSample } from './format-samples.js';
import { alignTable } from './tables.js';

export interface SplitPage {
  /** The page with known blocks replaced by placeholders. Empty if all blocks are known. */
  readonly rest: string;
  /** Restores the known blocks in the formatted page. Returns `undefined` if a placeholder is missing. */
  restore(formatted: string): string | undefined;
}

const getPlaceholder = (index: number): string => `BLOCK${index}OF${'DISCOGEN'}`;

/** Replaces known blocks of a page. */
export function splitFormatted(page: string): SplitPage {
  const blocks = splitBlocks(page);
  const runs: string[][] = [];
  const rest: string[] = [];
  let isAfterKnown = false;
  for (const [index, block] of blocks.entries()) {
    const formatted = isNextToList(blocks, index) ? undefined : formatBlock(block);
    if (formatted === undefined) rest.push(block);
    else if (isAfterKnown) runs.at(-1)?.push(formatted);
    else rest.push(getPlaceholder(runs.push([formatted]) - 1));
    isAfterKnown = formatted !== undefined;
  }
  const knownBlocks = runs.map((run) => run.join('\n\n'));
  if (knownBlocks.length === 1 && rest.length === 1) return { rest: '', restore: () => `${knownBlocks.join('')}\n` };
  return { rest: `${rest.join('\n\n')}\n`, restore: (formatted) => restoreBlocks(formatted, knownBlocks) };
}

function restoreBlocks(formatted: string, knownBlocks: readonly string[]): string | undefined {
  let found: string | undefined = `\n${formatted}`;
  for (const [index, block] of knownBlocks.entries()) {
    const parts: readonly string[] = found?.split(`\n${getPlaceholder(index)}\n`) ?? [];
    found = parts.length === 2 ? parts.join(`\n${block}\n`) : undefined;
  }
  return found?.slice(1);
}

/** Splits a page at empty lines, and keeps fenced code as one block. */
function splitBlocks(page: string): readonly string[] {
  return page.match(/^```[^\n]*\n[^]*?\n```$|^[^\n]+(?:\n(?!```)[^\n]+)*/gm) ?? [];
}

/** Adjacent lists are one list. */
function isNextToList(blocks: readonly string[], index: number): boolean {
  return isList(blocks[index]) && (isList(blocks[index - 1]) || isList(blocks[index + 1]));
}

/** Includes a paragraph that a list interrupts. */
function isList(block: string | undefined): boolean {
  return block !== undefined && !block.startsWith('```') && /^(?:[-*+ ]|\d)/m.test(block);
}

const code = '`[^`\\n ](?:[^`\\n]*[^`\\n ])?`';
const piece = String.raw`(?:[A-Za-z0-9.,:;/()'"?%-]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])|${code})`;
const text = String.raw`(?:[A-Za-z('"]|${code})${piece}*(?: ${piece}+)*`;
const heading = new RegExp(`^#{1,3} ${text}$`);
const paragraph = new RegExp(`^${text}(?:\\n${text})*$`);
const list = new RegExp(`^(?:- ${text}(?:\\n- ${text})*|1\\. ${text}(?:\\n1\\. ${text})*)$`);

/** Formats a block like prettier. Returns `undefined` for an unknown form. */
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
