/** Matches texts against patterns of documents, which may be hostile. */

/** The longest text that is matched against a pattern here. */
const longestText = 256;

/**
 * Returns whether a text matches a pattern, or `undefined` if the mock must decide. A pattern of a document could take endless time, so only
 * simple ones are used: none that repeats a group, and few quantifiers and alternatives in all, so that the steps are bounded.
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const outline = pattern.replaceAll(/\\./g, '_').replaceAll(/\[\^?\]?[^\]]*\]/g, '_');
  const repetitions = outline.match(/[*+{]/g)?.length ?? 0;
  const choices = outline.match(/[?|]/g)?.length ?? 0;
  if (/\)[*+{]/.test(outline) || repetitions > 2 || choices > 6 || text.length > longestText) return undefined;
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(text);
  } catch {
    return undefined;
  }
}
