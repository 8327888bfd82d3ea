/**
 * A regular expression as an automaton whose states are the characters it reads. Unlike the usual one it counts the ways
 * from state to state: where there are two, a matcher that goes back tries both.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { anyCharacter, type Characters, complement, digits, lineEnds, spaces, union, ignoreCase, wordCharacters } from './characters.js';

/** Ways to a state, by state. */
export type Transitions = ReadonlyMap<number, number>;

export interface Automaton {
  /** What each state reads. */
  readonly reads: readonly Characters[];
  readonly first: Transitions;
  /** Where each state leads. */
  readonly next: readonly Transitions[];
}

/** The expression is too large, or refers back to what it matched. */
export class UnsupportedExpression extends Error {}

const mostCharacters = 5_000;
const mostStates = 600;
const deepest = 100;
/** Repetitions up to this often are written out; beyond, they count as any number of them. */
const mostCopies = 9;

/** The automata of an expression and of what it looks ahead or behind for. Throws `UnsupportedExpression`. */
export function buildAutomata(source: string, flags: string): readonly Automaton[] {
  if (source.length > mostCharacters || depthOf(source) > deepest) throw new UnsupportedExpression('it is too large to be judged');
  const unicode = flags.includes('u');
  const pattern = new RegExpParser().parsePattern(source, undefined, undefined, { unicode });
  const builder = new Builder(flags.includes('i'), flags.includes('s'));
  const automata = [builder.automaton(pattern.alternatives)];
  for (let inner = builder.aside.pop(); inner !== undefined; inner = builder.aside.pop()) automata.push(builder.automaton(inner));
  return automata;
}

/** The deepest nesting that there can be. */
function depthOf(source: string): number {
  let depth = 0;
  let most = 0;
  for (const character of source) {
    if (character === '(' || character === '[') most = Math.max(most, (depth += 1));
    if (character === ')' || character === ']') depth -= 1;
  }
  return most;
}

/** A part of an expression: the states that it can begin and end with, and in how many ways it can be passed without reading. */
interface Fragment {
  readonly first: Transitions;
  readonly last: Transitions;
  readonly empty: number;
}

const nothing: Fragment = { first: new Map(), last: new Map(), empty: 1 };

class Builder {
  /** Assertions: judged by themselves. */
  readonly aside: (readonly AST.Alternative[])[] = [];
  private reads: Characters[] = [];
  private next: Map<number, number>[] = [];

  constructor(
    private readonly ignoreCase: boolean,
    private readonly dotAll: boolean,
  ) {}

  automaton(alternatives: readonly AST.Alternative[]): Automaton {
    this.reads = [];
    this.next = [];
    const { first } = this.alternatives(alternatives);
    return { reads: this.reads, first, next: this.next };
  }

  private alternatives(alternatives: readonly AST.Alternative[]): Fragment {
    const parts = alternatives.map(({ elements }) =>
      elements.reduce<Fragment>((before, element) => this.sequence(before, this.element(element)), nothing),
    );
    return {
      first: sum(parts.map(({ first }) => first)),
      last: sum(parts.map(({ last }) => last)),
      empty: capped(parts.reduce((total, { empty }) => total + empty, 0)),
    };
  }

  private element(element: AST.Element): Fragment {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.alternatives(element.alternatives);
      case 'Quantifier':
        return this.repeated(element);
      case 'Assertion':
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') this.aside.push(element.alternatives);
        return nothing;
      case 'Backreference':
        throw new UnsupportedExpression('it refers back to what it matched');
      default:
        return this.state(charactersOf(element, this.dotAll));
    }
  }

  private state(characters: Characters): Fragment {
    if (this.reads.length >= mostStates) throw new UnsupportedExpression('it is too large to be judged');
    const state = this.reads.push(this.ignoreCase ? ignoreCase(characters) : characters) - 1;
    this.next.push(new Map());
    return { first: new Map([[state, 1]]), last: new Map([[state, 1]]), empty: 0 };
  }

  private repeated({ element, min, max }: AST.Quantifier): Fragment {
    if (max === 0) return nothing;
    const copies = Math.min(min, mostCopies);
    const endless = max > mostCopies;
    let whole = nothing;
    for (let copy = 0; copy < copies; copy++) whole = this.sequence(whole, this.element(element));
    if (endless) return this.sequence(whole, this.loop(this.element(element), min > mostCopies));
    let optional = nothing;
    for (let copy = copies; copy < max; copy++) optional = maybe(this.sequence(this.element(element), optional));
    return this.sequence(whole, optional);
  }

  /** A repetition that reads nothing is tried only where there must be one: then each can be the one that reads nothing. */
  private loop({ first, last, empty }: Fragment, needed: boolean): Fragment {
    this.connect(last, first);
    if (needed && empty > 0) this.connect(last, first);
    return { first, last, empty: 1 };
  }

  private sequence(left: Fragment, right: Fragment): Fragment {
    this.connect(left.last, right.first);
    return {
      first: sum([left.first, times(right.first, left.empty)]),
      last: sum([right.last, times(left.last, right.empty)]),
      empty: capped(left.empty * right.empty),
    };
  }

  private connect(from: Transitions, to: Transitions): void {
    for (const [state, ends] of from) {
      const next = this.next[state];
      if (next === undefined) continue;
      for (const [follower, begins] of to) next.set(follower, capped((next.get(follower) ?? 0) + ends * begins));
    }
  }
}

/** A copy that reads nothing is not tried. */
const maybe = ({ first, last }: Fragment): Fragment => ({ first, last, empty: 1 });

/** That there are many is all that has to be known. */
const capped = (ways: number): number => Math.min(ways, 1e6);

function times(ways: Transitions, factor: number): Transitions {
  return factor === 1 ? ways : new Map(factor === 0 ? [] : [...ways].map(([state, count]) => [state, capped(count * factor)]));
}

function sum(parts: readonly Transitions[]): Transitions {
  const total = new Map<number, number>();
  for (const part of parts) for (const [state, count] of part) total.set(state, capped((total.get(state) ?? 0) + count));
  return total;
}

type Reading = Exclude<AST.Element, AST.Group | AST.CapturingGroup | AST.Quantifier | AST.Assertion | AST.Backreference>;

function charactersOf(element: Reading | AST.CharacterClassElement, dotAll: boolean): Characters {
  switch (element.type) {
    case 'Character':
      return [[element.value, element.value]];
    case 'CharacterClassRange':
      return [[element.min.value, element.max.value]];
    case 'CharacterClass': {
      const inside = union(element.elements.map((part) => charactersOf(part, dotAll)));
      return element.negate ? complement(inside) : inside;
    }
    case 'CharacterSet':
      return escapeOf(element, dotAll);
    default:
      return anyCharacter;
  }
}

/** A Unicode property counts as everything. */
function escapeOf(set: AST.CharacterSet, dotAll: boolean): Characters {
  if (set.kind === 'any') return dotAll ? anyCharacter : complement(lineEnds);
  if (set.kind === 'property') return anyCharacter;
  const named = { digit: digits, space: spaces, word: wordCharacters }[set.kind];
  return set.negate ? complement(named) : named;
}
