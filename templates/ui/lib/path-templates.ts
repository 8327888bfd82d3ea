/** Path templates of Discovery documents: `{name}` is one segment, and `{+name}` and `{name=PATTERN}` are several. */

/** Splits a template into its literal texts and its variables. */
export const variable = /(\{\+?[^{}]+\})/;

/** The name of a variable in a path template. */
export const parseName = (part: string): string => part.replaceAll(/^\{\+?|=.*|\}$/g, '');

export const hasSegments = (part: string): boolean => part.startsWith('{+') || part.includes('=');

/**
 * Returns the names and the encoded values of the variables of a template, or `undefined` if the path doesn't match it. Earlier variables
 * match as much as possible. Takes linear time in the length of the path.
 */
export function matchPath(template: string, path: string): readonly (readonly [name: string, value: string])[] | undefined {
  const parts = template.split(variable).filter((part) => part !== '');
  // For each part, the positions from which it and the parts after it match. Ends with the position after the last part.
  const starts: boolean[][] = [listEnds(path)];
  for (const part of [...parts].reverse()) starts.unshift(findStarts(part, path, starts[0] as boolean[]));
  if (!starts[0]?.[0]) return undefined;
  const values: (readonly [string, string])[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (!variable.test(part)) {
      at += part.length;
      continue;
    }
    const limit = hasSegments(part) ? -1 : path.indexOf('/', at);
    const end = (starts[index + 1] as boolean[]).lastIndexOf(true, limit < 0 ? path.length : limit);
    values.push([parseName(part), path.slice(at, end)]);
    at = end;
  }
  return values;
}

const listEnds = (path: string): boolean[] => Array.from({ length: path.length + 1 }, (_, at) => at === path.length);

/** Returns for each position whether a part matches from there to one of the given ends. A variable matches at least one character. */
function findStarts(part: string, path: string, ends: readonly boolean[]): boolean[] {
  if (!variable.test(part)) return ends.map((_, at) => path.startsWith(part, at) && ends[at + part.length] === true);
  const starts = ends.map(() => false);
  for (let at = path.length - 1; at >= 0; at--)
    if (hasSegments(part) || path[at] !== '/') starts[at] = ends[at + 1] === true || starts[at + 1] === true;
  return starts;
}
