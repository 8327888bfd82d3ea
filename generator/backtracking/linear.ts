/**
 * Whether a matcher that goes back takes linear time: the ways to read a text must not grow with its length. They grow where a state p
 * leads to another state q, and a text leads p to itself, p to q, and q to itself ("infinite degree of ambiguity").
 */
import { type Automaton, buildAutomata, UnsupportedExpression } from './automaton.js';
import { splitIntoClasses } from './characters.js';
import { analyzeGrowth } from './growth.js';

export type LinearResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const mostTriples = 300_000;

/** Analyzes an expression that JavaScript accepts. */
export function checkLinear(source: string, flags: string): LinearResult {
  const growth = analyzeGrowth(source, flags);
  if (growth.explosive) return { ok: false, reason: growth.reason };
  try {
    if (buildAutomata(source, flags).every((automaton) => !isAmbiguous(automaton))) return { ok: true };
    return { ok: false, reason: 'the time that it takes grows faster than the text' };
  } catch (error) {
    if (error instanceof UnsupportedExpression) return { ok: false, reason: error.message };
    throw error;
  }
}

function isAmbiguous(automaton: Automaton): boolean {
  const states = automaton.next.map((_, state) => state);
  const loops = states.filter((state) => reach(automaton, state).has(state));
  const budget = { left: mostTriples };
  return loops.some((p) => {
    const reached = reach(automaton, p);
    return loops.some((q) => p !== q && reached.has(q) && hasCommonText(automaton, [p, q], budget));
  });
}

function reach({ next }: Automaton, from: number): ReadonlySet<number> {
  const seen = new Set<number>();
  const waiting = [from];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    for (const follower of next[state]?.keys() ?? []) {
      if (seen.has(follower)) continue;
      seen.add(follower);
      waiting.push(follower);
    }
  }
  return seen;
}

/** Whether one text leads p to p, p to q, and q to q: the three are walked together. */
function hasCommonText({ next, reads }: Automaton, [p, q]: readonly [number, number], budget: { left: number }): boolean {
  const letters = splitIntoClasses(reads).classes.map((list) => new Set(list));
  const share = (...states: readonly number[]): boolean =>
    [...(letters[states[0] ?? 0] ?? [])].some((letter) => states.every((state) => letters[state]?.has(letter)));
  const goal = [p, q, q].join();
  const seen = new Set<string>();
  const waiting: (readonly [number, number, number])[] = [[p, p, q]];
  for (let triple = waiting.pop(); triple !== undefined; triple = waiting.pop()) {
    for (const a of next[triple[0]]?.keys() ?? [])
      for (const b of next[triple[1]]?.keys() ?? [])
        for (const c of next[triple[2]]?.keys() ?? []) {
          if (--budget.left < 0) throw new UnsupportedExpression('it is too large to be judged');
          const key = [a, b, c].join();
          if (seen.has(key) || !share(a, b, c)) continue;
          if (key === goal) return true;
          seen.add(key);
          waiting.push([a, b, c]);
        }
  }
  return false;
}
