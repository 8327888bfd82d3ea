/** Shortens regular expressions of JavaScript that are searched for in texts. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

function parse(source: string): readonly (readonly AST.Element[])[] {
  return new RegExpParser().parsePattern(source, undefined, undefined, { unicode: true }).alternatives.map(({ elements }) => elements);
}

/** Returns an expression that reads the texts that a search reads: a search tries every position, as a leading run of any characters does. */
export function createSearch(source: string): string {
  const isAnchored = parse(source).every(([first]) => first?.type === 'Assertion' && first.kind === 'start');
  return isAnchored ? source : `^[^]*?(?:${source})`;
}

/** Omits repetitions at the start and at the end, which don't change whether a text contains a match: `b+` is found where `b` is. */
export function trimRepetitions(source: string): string {
  return parse(source)
    .map((elements) => {
      const parts = elements.map((element) => element.raw);
      trimStart(elements, parts, (index) => index);
      trimStart(elements, parts, (index) => elements.length - 1 - index);
      return parts.join('');
    })
    .join('|');
}

function trimStart(elements: readonly AST.Element[], parts: string[], toPosition: (index: number) => number): void {
  for (let index = 0; index < elements.length; index += 1) {
    const position = toPosition(index);
    const element = elements[position];
    if (element?.type !== 'Quantifier') return;
    parts[position] = element.min === 0 ? '' : element.element.raw + (element.min === 1 ? '' : `{${element.min}}`);
    if (element.min > 0) return;
  }
}
