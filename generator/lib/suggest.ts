/** Suggests a name for a misspelled one. */
import { editDistance } from '../../runtime/error-text.js';
import { compareText } from './diagnostics.js';

export { editDistance };

/** Returns the candidate nearest to a name, or `undefined` if none is near. */
export type Suggest = (name: string, candidates: Iterable<string>) => string | undefined;

const longestName = 100;

/** Returns the nearest candidate by edit distance (ignoring case mostly), at most a third of the longer name away; on a tie, the first by code units. */
export function findNearest(name: string, candidates: Iterable<string>): string | undefined {
  return createSuggester(Infinity)(name, candidates);
}

/** Like `findNearest`, but gives up after `budget` comparisons, so that a document with many errors doesn't take quadratic time. */
export function createSuggester(budget = 20_000): Suggest {
  let remaining = budget;
  return (name, candidates) => {
    if (name.length === 0 || name.length > longestName) return undefined;
    const lowerCaseName = name.toLowerCase();
    let best: string | undefined;
    let bestDistance = Infinity;
    for (const candidate of candidates) {
      if (remaining <= 0) break;
      const limit = Math.min(bestDistance, Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3)));
      if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
      remaining -= 1;
      const other = candidate.toLowerCase();
      const distance = lowerCaseName === other ? 0 : editDistance(lowerCaseName, other);
      if (distance <= limit && (distance < bestDistance || best === undefined || compareText(candidate, best) < 0)) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  };
}
