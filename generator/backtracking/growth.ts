/**
 * Whether the time that a matcher needs explodes with the length of a text. JavaScript's matchers go back and try every other way;
 * where an expression has exponentially many ways to read one text, a text that fails at its end takes practically for ever.
 *
 * Two criteria, both independent of the machine:
 *
 * - a state that leads back to itself in two ways over the same text (then the ways double with each round), and
 * - more ways than can be tried to read a text of 64 characters, for texts of one character repeated and for those that a greedy search finds.
 */
import { type Automaton, buildAutomata, UnsupportedExpression } from './automaton.js';
import { splitIntoClasses } from './characters.js';

export type Growth = { readonly explosive: false } | { readonly explosive: true; readonly reason: string };

const mostWays = 100_000;
const textLength = 64;
const mostSteps = 3_000_000;

const known = new Map<string, Growth>();
const mostKnown = 10_000;

/** Judges an expression that JavaScript accepts. */
export function analyzeGrowth(source: string, flags: string): Growth {
  const key = `${flags}/${source}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const growth = judge(source, flags);
  if (known.size >= mostKnown) known.clear();
  known.set(key, growth);
  return growth;
}

function judge(source: string, flags: string): Growth {
  try {
    const faulty = buildAutomata(source, flags).some((automaton) => isExplosive(new Search(automaton)));
    return faulty ? { explosive: true, reason: 'the time that it takes explodes with the length of a text' } : { explosive: false };
  } catch (error) {
    if (error instanceof UnsupportedExpression) return { explosive: true, reason: error.message };
    if (error instanceof SyntaxError) return { explosive: true, reason: 'it is not understood' };
    throw error;
  }
}

function isExplosive(search: Search): boolean {
  if (search.waysOf((step) => step.greedy()) > mostWays) return true;
  for (let letter = 0; letter < search.letters; letter++) if (search.waysOf((step) => step.read(letter)) > mostWays) return true;
  return search.returnsInTwoWays();
}

type Runs = ReadonlyMap<number, number>;
interface Step {
  readonly read: (letter: number) => Runs;
  /** Of all letters, the one that leaves the most ways. */
  readonly greedy: () => Runs;
}

class Search {
  readonly letters: number;
  private readonly classes: readonly ReadonlySet<number>[];
  private readonly lists: readonly (readonly number[])[];
  private steps = 0;

  constructor(private readonly automaton: Automaton) {
    const { classes, count } = splitIntoClasses(automaton.reads);
    this.lists = classes;
    this.classes = classes.map((members) => new Set(members));
    this.letters = count;
  }

  /** In how many ways the beginning of some text can be read. */
  waysOf(choose: (step: Step) => Runs): number {
    let next: Runs = this.automaton.first;
    let most = 0;
    for (let length = 0; length < textLength && next.size > 0 && most <= mostWays; length++) {
      const runs = choose({ read: (letter) => this.read(next, letter), greedy: () => this.greedy(next) });
      most = Math.max(most, total(runs));
      next = this.follow(runs);
    }
    return most;
  }

  private greedy(next: Runs): Runs {
    let best: Runs = new Map();
    for (let letter = 0; letter < this.letters; letter++) {
      const runs = this.read(next, letter);
      if (total(runs) > total(best)) best = runs;
    }
    return best;
  }

  private read(next: Runs, letter: number): Runs {
    this.count(next.size);
    return new Map([...next].filter(([state]) => this.classes[state]?.has(letter)));
  }

  private follow(runs: Runs): Runs {
    const next = new Map<number, number>();
    for (const [state, count] of runs) {
      const followers = this.automaton.next[state] ?? new Map<number, number>();
      this.count(followers.size);
      for (const [follower, ways] of followers) next.set(follower, (next.get(follower) ?? 0) + count * ways);
    }
    return next;
  }

  /** Whether some state leads back to itself in two ways over one text: pairs of states that read the same are walked from equal to unequal and back to equal. */
  returnsInTwoWays(): boolean {
    const component = componentsOf(this.automaton);
    const { length } = component;
    const within = (from: number): [number, number][] =>
      [...(this.automaton.next[from] ?? [])].filter(([to]) => component[to] === component[from]);
    const next = component.map((_, state) => within(state));
    if (next.some((edges) => edges.some(([, ways]) => ways > 1))) return true;
    const seen = new Set<number>();
    const waiting = component.map((_, state) => state * length + state);
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
      const [left, right] = [Math.floor(pair / length), pair % length];
      for (const [one] of next[left] ?? [])
        for (const [other] of next[right] ?? []) {
          this.count(1);
          if (!this.shareLetter(one, other)) continue;
          if (one === other && left !== right) return true;
          const found = one * length + other;
          if (one === other || seen.has(found)) continue;
          seen.add(found);
          waiting.push(found);
        }
    }
    return false;
  }

  private shareLetter(one: number, other: number): boolean {
    return this.lists[one]?.some((letter) => this.classes[other]?.has(letter)) ?? false;
  }

  private count(steps: number): void {
    this.steps += steps;
    if (this.steps > mostSteps) throw new UnsupportedExpression('it is too large to be judged');
  }
}

function total(runs: Runs): number {
  let sum = 0;
  for (const count of runs.values()) sum += count;
  return sum;
}

/** Of each state a number that it shares with those that it leads to and that lead to it. */
function componentsOf({ next }: Automaton): number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  next.forEach((_, root) => visit(root, (state) => [...(next[state]?.keys() ?? [])], { seen, leave: (state) => order.push(state) }));
  const before: number[][] = next.map(() => []);
  next.forEach((followers, state) => [...followers.keys()].forEach((follower) => before[follower]?.push(state)));
  const component = next.map(() => -1);
  const done = new Set<number>();
  for (const root of order.reverse())
    visit(root, (state) => before[state] ?? [], { seen: done, leave: (state) => (component[state] = root) });
  return component;
}

interface Visit {
  readonly seen: Set<number>;
  readonly leave: (state: number) => unknown;
}

/** Depth first, without recursion. */
function visit(root: number, neighbours: (state: number) => readonly number[], { seen, leave }: Visit): void {
  if (seen.has(root)) return;
  seen.add(root);
  const stack: { readonly state: number; readonly rest: number[] }[] = [{ state: root, rest: [...neighbours(root)] }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const following = top.rest.pop();
    if (following === undefined) leave((stack.pop() as typeof top).state);
    else if (!seen.has(following)) {
      seen.add(following);
      stack.push({ state: following, rest: [...neighbours(following)] });
    }
  }
}
