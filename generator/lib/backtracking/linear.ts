/**
 * Determines whether a backtracking matcher takes linear time: the number of ways to read a text must not grow with its length. It grows
 * if a state p leads to another state q, and one text leads from p to p, from p to q, and from q to q ("infinite degree of ambiguity").
 */
import { type Automaton, buildAutomata, UnsupportedExpression } from './automaton.js';
import { splitIntoClasses } from './characters.js';
import { findGrowthProblem } from './growth.js';

const maxTriples = 300_000;

/** Returns why an expression that JavaScript accepts can take more than linear time, or `undefined` if it can't. */
export function findLinearityProblem(source: string, flags: string): string | undefined {
  const problem = findGrowthProblem(source, flags);
  if (problem !== undefined) return problem;
  try {
    const isSuperlinear = buildAutomata(source, flags).some((automaton) => isAmbiguous(automaton));
    return isSuperlinear ? 'its matching time grows faster than the length of the text' : undefined;
  } catch (error) {
    if (error instanceof UnsupportedExpression) return error.message;
    throw error;
  }
}

function isAmbiguous(automaton: Automaton): boolean {
  const reached = automaton.next.map((_, state) => findReachable(automaton, state));
  const loops = automaton.next.flatMap((_, state) => (reached[state]?.has(state) ? [state] : []));
  const pairs = loops.flatMap((p) => loops.flatMap((q) => (p !== q && reached[p]?.has(q) ? [[p, q] as const] : [])));
  if (pairs.length === 0) return false;
  const letters = splitIntoClasses(automaton.characters).classes.map((list) => new Set(list));
  const budget = { left: maxTriples };
  return pairs.some((pair) => hasCommonText({ automaton, letters }, pair, budget));
}

function findReachable({ next }: Automaton, from: number): ReadonlySet<number> {
  const seen = new Set<number>();
  const queue = [from];
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    for (const follower of next[state]?.keys() ?? []) {
      if (seen.has(follower)) continue;
      seen.add(follower);
      queue.push(follower);
    }
  }
  return seen;
}

interface Reader {
  readonly automaton: Automaton;
  /** The character classes that each state reads. */
  readonly letters: readonly ReadonlySet<number>[];
}

/** Whether one text leads from p to p, from p to q, and from q to q. Searches the three paths together. */
function hasCommonText({ automaton: { next }, letters }: Reader, [p, q]: readonly [number, number], budget: { left: number }): boolean {
  const share = (...states: readonly [number, number, number]): boolean =>
    [...(letters[states[0]] ?? [])].some((letter) => states.every((state) => letters[state]?.has(letter)));
  const goal = [p, q, q].join();
  const seen = new Set<string>();
  const queue: (readonly [number, number, number])[] = [[p, p, q]];
  for (let triple = queue.pop(); triple !== undefined; triple = queue.pop()) {
    for (const a of next[triple[0]]?.keys() ?? [])
      for (const b of next[triple[1]]?.keys() ?? [])
        for (const c of next[triple[2]]?.keys() ?? []) {
          if (--budget.left < 0) throw new UnsupportedExpression('it is too large to analyze');
          const key = [a, b, c].join();
          if (seen.has(key) || !share(a, b, c)) continue;
          if (key === goal) return true;
          seen.add(key);
          queue.push([a, b, c]);
        }
  }
  return false;
}
