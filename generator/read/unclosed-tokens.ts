/** Finds the brackets, braces, and quotes of a YAML text that aren't closed. The parser reports them where the text after them stops to fit. */
import type { CST } from 'yaml';

export interface UnclosedToken {
  readonly offset: number;
  /** The character that opens the part. */
  readonly opening: string;
  /** The part of the text in which other errors follow from this one. */
  readonly from: number;
  readonly to: number;
}

type FlowCollection = CST.FlowCollection;
type Quoted = CST.FlowScalar;

const closings: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

interface QuotedText {
  readonly text: string;
  /** The offsets at which the parser misses a closing quote. */
  readonly quoteEnds: readonly number[];
}

export function findUnclosedTokens(tokens: readonly CST.Token[], { text, quoteEnds }: QuotedText): readonly UnclosedToken[] {
  const { flows, quoted } = collect(tokens);
  const quotes = quoteEnds.flatMap((end) => quoted.findLast(({ offset }) => offset < end) ?? []);
  const unclosed: UnclosedToken[] = [];
  for (const { offset, opening, to } of [...flows.filter(isUnclosed).map(toFlow), ...quotes.map(toQuote)].sort(compareOffset)) {
    const outer = unclosed.at(-1);
    const isInner = outer !== undefined && offset <= outer.to;
    // Of several that contain each other, the innermost is the cause, unless the outer one already contains the next part of a block.
    if (isInner && hasOuterLine(text, outer.offset, offset)) continue;
    if (isInner) unclosed.pop();
    unclosed.push({ offset, opening, from: isInner ? outer.from : offset, to: isInner ? Math.max(to, outer.to) : to });
  }
  return unclosed;
}

type Start = Pick<UnclosedToken, 'offset' | 'opening' | 'to'>;

const toFlow = ({ offset, start, end }: FlowCollection): Start => ({ offset, opening: start.source, to: end[0]?.offset ?? Infinity });
const toQuote = ({ offset, source }: Quoted): Start => ({ offset, opening: source.charAt(0), to: offset + source.length });
const compareOffset = (one: Start, other: Start): number => one.offset - other.offset;

/** Whether a line between two offsets is indented no deeper than the first one's line. */
function hasOuterLine(text: string, from: number, to: number): boolean {
  const [first = '', ...lines] = text.slice(text.lastIndexOf('\n', from - 1) + 1, to + 1).split('\n');
  return lines.some((line) => line.trim() !== '' && line.search(/[^ ]/) <= first.search(/[^ ]/));
}

const isUnclosed = ({ start, end }: FlowCollection): boolean => end[0]?.source !== closings[start.source];

interface Collected {
  readonly flows: FlowCollection[];
  readonly quoted: Quoted[];
}

/** Lists the flow collections and the quoted texts in the order of their starts. The nesting of the tokens is bounded before. */
function collect(tokens: readonly CST.Token[], found: Collected = { flows: [], quoted: [] }): Collected {
  for (const token of tokens) {
    if (token.type === 'flow-collection') found.flows.push(token);
    if (token.type === 'single-quoted-scalar' || token.type === 'double-quoted-scalar') found.quoted.push(token);
    if (token.type === 'document' && token.value !== undefined) collect([token.value], found);
    if ('items' in token)
      collect(
        token.items.flatMap(({ key, value }) => [key, value].filter((part) => part !== undefined && part !== null)),
        found,
      );
  }
  return found;
}
