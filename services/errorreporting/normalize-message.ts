/**
 * Removes the variable parts of messages. Every expression takes linear time: a repetition starts only at the start of a run of its
 * characters, and ends at a character outside of it.
 */

type Replacement = string | ((whole: string, ...groups: readonly string[]) => string);

/** Numbers and hexadecimal share a placeholder, because an ID can happen to consist of digits only. */
const numberPlaceholder = '<n>';
const addressPlaceholder = '<address>';

/** Patterns of variable parts, in the order of replacement. */
const variableParts: readonly (readonly [pattern: RegExp, replacement: Replacement])[] = [
  [/(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])/gi, numberPlaceholder],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<mail>'],
  [/\b\w+:\/\/[^\s"')]+/g, '<url>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, addressPlaceholder],
  [/(?<![\w:])(?=[0-9a-f]*:[0-9a-f]*:)[0-9a-f:]{2,39}(?![\w:])/gi, addressPlaceholder],
  // The line and the column of a path.
  [/(?<![^\s:"'()])([^\s:"'()]+)(?::\d+){1,2}/g, (matched, path = '') => (/[/\\]/.test(path) ? path : matched)],
  [/(?<![\w.)\]])[+-]?\d+(?:\.\d+)?e[+-]?\d+(?!\w|\.\w)/gi, numberPlaceholder],
  [/(?<![0-9a-z])0x[0-9a-f]+/gi, numberPlaceholder],
  // A hexadecimal ID contains letters and digits. A short one may also be a number with its unit (`100b`). Words don't have so many letters
  // of this range in a row.
  [/(?<![0-9a-z])(?=[a-f]*\d)(?=\d*[a-f])(?:[0-9a-f]{6,}|(?!\d+[a-f](?![0-9a-z]))[0-9a-f]{4,5})(?![0-9a-z])/gi, numberPlaceholder],
  [/(?<![0-9a-z])[a-f]{8,}(?![0-9a-z])/gi, numberPlaceholder],
  [/(?:(?<![\w)\]>])[+-])?\d+(?:[.,]\d+)*/g, numberPlaceholder],
  [/\s+/g, ' '],
];

/** Returns a message without its numbers, hexadecimal IDs, addresses, and line numbers. */
export function normalizeMessage(message: string): string {
  return variableParts
    .reduce(
      (text, [pattern, replacement]) =>
        typeof replacement === 'string' ? text.replace(pattern, replacement) : text.replace(pattern, replacement),
      message,
    )
    .trim();
}

/** Removes the content digest that build tools add to file names: `main.3f2a9b1c.js`. */
export function removeContentDigest(file: string): string {
  return file.replace(/[.~_-](?=[a-f]*\d)[0-9a-f]{6,}(?=[.~_-])/gi, '');
}
