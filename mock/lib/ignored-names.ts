/** The names of the parts of a request that the mock ignores: parameters, headers, and fields of the body (`requestBody.x.y`). */

/** The prefix of the names of fields. */
export const bodyPrefix = 'requestBody.';

/** The part of the parameter `alt` that asks for enum values as numbers. */
export const enumEncoding = 'alt;enum-encoding';

/** The maximum number of names to report. */
const maxNames = 20;

/** Replaces the names beyond the maximum by their number. */
export function limitNames(names: readonly string[]): readonly string[] {
  return names.length <= maxNames ? names : [...names.slice(0, maxNames), `${names.length - maxNames} more`];
}
