/** Escapes text of an input for a terminal, so that it can't control it or mislead the reader. */

/** Control, formatting (bidirectional), and line-ending characters, lone surrogates, and other invisible characters. Variation selectors are excluded. */
export const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

/** Escapes unprintable characters, line ends too, as JSON does. */
export const escapeUnprintable = (text: string): string =>
  // Searching for properties of Unicode takes longer.
  text.replace(/[^\x20-\x7e]+/g, (part) => part.replace(unprintable, escapeUnits));

/** Escapes the lines of a text, and keeps its line ends. */
export const escapeLines = (text: string): string => text.split('\n').map(escapeUnprintable).join('\n');

/** Whether a text contains characters that `escapeUnprintable` escapes. */
export const hasUnprintable = (text: string): boolean => text.search(unprintable) >= 0;

const escapeUnits = (character: string): string =>
  character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
