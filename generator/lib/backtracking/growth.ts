/**
 * Determines whether the matching time of a regular expression grows exponentially with the length of the text. JavaScript matchers
 * backtrack: if an expression has exponentially many ways to read a text that doesn't match, they try all of them.
 *
 * The result decides what is generated, so it must be the same on each machine. docs/decisions/0003-pattern-analysis.md says why no library
 * does this.
 *
 * There are two criteria, both independent of the machine:
 *
 * - A state leads back to itself in two ways over the same text, so the number of ways doubles with each repetition.
 * - There are too many ways to read a text of 64 characters. The tested texts repeat one character or maximize the ways greedily.
 */
import { type Automaton, buildAutomata, UnsupportedExpression } from './automaton.js';
import { splitIntoClasses } from './characters.js';
import { findComponents } from '../graph.js';

const maxWays = 100_000;
const textLength = 64;
const maxSteps = 3_000_000;

const problems = new Map<string, string | undefined>();
const maxCacheSize = 10_000;

/** Returns why an expression that JavaScript accepts can take exponential time, or `undefined` if it can't. */
export function findGrowthProblem(source: string, flags: string): string | undefined {
  const key = `${flags}/${source}`;
  if (problems.has(key)) return problems.get(key);
  const problem = analyzeGrowth(source, flags);
  if (problems.size >= maxCacheSize) problems.clear();
  problems.set(key, problem);
  return problem;
}

function analyzeGrowth(source: string, flags: string): string | undefined {
  try {
    const isExponential = buildAutomata(source, flags).some((automaton) => hasExponentialGrowth(new Search(automaton)));
    return isExponential ? 'its matching time grows exponentially with the length of the text' : undefined;
  } catch (error) {
    if (error instanceof UnsupportedExpression) return error.message;
    if (error instanceof SyntaxError) return 'it cannot be parsed';
    throw error;
  }
}

function hasExponentialGrowth(search: Search): boolean {
  if (search.countWays() > maxWays) return true;
  for (let letter = 0; letter < search.letters; letter++) if (search.countWays(letter) > maxWays) return true;
  return search.hasAmbiguousCycle();
}

type Counts = ReadonlyMap<number, number>;

class Search {
  readonly letters: number;
  private readonly classes: readonly ReadonlySet<number>[];
  private readonly lists: readonly (readonly number[])[];
  private steps = 0;

  constructor(private readonly automaton: Automaton) {
    const { classes, count } = splitIntoClasses(automaton.characters);
    this.lists = classes;
    this.classes = classes.map((members) => new Set(members));
    this.letters = count;
  }

  /**
   * Returns the maximum number of ways to read a prefix of a text. The text repeats the character class `letter`. Without one, each step
   * reads the class that leaves the most ways.
   */
  countWays(letter?: number): number {
    let next: Counts = this.automaton.start;
    let most = 0;
    for (let length = 0; length < textLength && next.size > 0 && most <= maxWays; length++) {
      const counts = letter === undefined ? this.readGreedily(next) : this.read(next, letter);
      most = Math.max(most, sumCounts(counts));
      next = this.follow(counts);
    }
    return most;
  }

  private readGreedily(next: Counts): Counts {
    let best: Counts = new Map();
    for (let letter = 0; letter < this.letters; letter++) {
      const counts = this.read(next, letter);
      if (sumCounts(counts) > sumCounts(best)) best = counts;
    }
    return best;
  }

  private read(next: Counts, letter: number): Counts {
    this.count(next.size);
    return new Map([...next].filter(([state]) => this.classes[state]?.has(letter)));
  }

  private follow(counts: Counts): Counts {
    const next = new Map<number, number>();
    for (const [state, count] of counts) {
      const followers = this.automaton.next[state] ?? new Map<number, number>();
      this.count(followers.size);
      for (const [follower, pathCount] of followers) next.set(follower, (next.get(follower) ?? 0) + count * pathCount);
    }
    return next;
  }

  /** Whether a state leads back to itself in two ways over the same text. Searches pairs of states that read the same text. */
  hasAmbiguousCycle(): boolean {
    const component = findComponents(this.automaton.next.map((followers) => [...followers.keys()]));
    const { length } = component;
    const listInnerEdges = (from: number): [number, number][] =>
      [...(this.automaton.next[from] ?? [])].filter(([to]) => component[to] === component[from]);
    const next = component.map((_, state) => listInnerEdges(state));
    if (next.some((edges) => edges.some(([, pathCount]) => pathCount > 1))) return true;
    const seen = new Set<number>();
    const queue = component.map((_, state) => state * length + state);
    for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
      const [left, right] = [Math.floor(pair / length), pair % length];
      for (const [one] of next[left] ?? [])
        for (const [other] of next[right] ?? []) {
          this.count(1);
          if (!this.shareLetter(one, other)) continue;
          if (one === other && left !== right) return true;
          const found = one * length + other;
          if (one === other || seen.has(found)) continue;
          seen.add(found);
          queue.push(found);
        }
    }
    return false;
  }

  private shareLetter(one: number, other: number): boolean {
    return this.lists[one]?.some((letter) => this.classes[other]?.has(letter)) ?? false;
  }

  private count(steps: number): void {
    this.steps += steps;
    if (this.steps > maxSteps) throw new UnsupportedExpression('it is too large to analyze');
  }
}

function sumCounts(counts: Counts): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}
