/**
 * A message without what varies from event to event. Every expression takes time in proportion to the text: where it repeats, it begins
 * only where a run of such characters begins, and what ends the run is none of them.
 */

type Replacement = string | ((whole: string, ...groups: readonly string[]) => string);

/** Numbers and hexadecimal have one mark: an id that happens to hold digits alone is one of the same kind. */
const number = '<n>';
const address = '<address>';

/** In the order in which it is taken out. */
const varying: readonly (readonly [pattern: RegExp, by: Replacement])[] = [
  [/(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])/gi, number],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<mail>'],
  [/\b\w+:\/\/[^\s"')]+/g, '<url>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, address],
  [/(?<![\w:])(?=[0-9a-f]*:[0-9a-f]*:)[0-9a-f:]{2,39}(?![\w:])/gi, address],
  // The line and the column of a path.
  [/(?<![^\s:"'()])([^\s:"'()]+)(?::\d+){1,2}/g, (whole, path = '') => (/[/\\]/.test(path) ? path : whole)],
  [/(?<![\w.)\]])[+-]?\d+(?:\.\d+)?e[+-]?\d+(?!\w|\.\w)/gi, number],
  [/(?<![0-9a-z])0x[0-9a-f]+/gi, number],
  // Of letters and digits; few of them may be a number with its unit (`100b`). Of letters alone where no word is so long.
  [/(?<![0-9a-z])(?=[a-f]*\d)(?=\d*[a-f])(?:[0-9a-f]{6,}|(?!\d+[a-f](?![0-9a-z]))[0-9a-f]{4,5})(?![0-9a-z])/gi, number],
  [/(?<![0-9a-z])[a-f]{8,}(?![0-9a-z])/gi, number],
  [/(?:(?<![\w)\]>])[+-])?\d+(?:[.,]\d+)*/g, number],
  [/\s+/g, ' '],
];

/** A message without its numbers, hexadecimal, addresses and lines of paths. */
export function normalizeMessage(message: string): string {
  return varying
    .reduce((text, [pattern, by]) => (typeof by === 'string' ? text.replace(pattern, by) : text.replace(pattern, by)), message)
    .trim();
}

/** Build tools put a digest of the content into the names of files: `main.3f2a9b1c.js`. */
export function removeContentDigest(file: string): string {
  return file.replace(/[.~_-](?=[a-f]*\d)[0-9a-f]{6,}(?=[.~_-])/gi, '');
}
