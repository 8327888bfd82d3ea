/**
 * Builds an automaton from a regular expression. Its states are the characters that it reads. It counts the transitions between states,
 * because a backtracking matcher tries each of them.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { anyCharacter, type Characters, complement, digits, lineEnds, spaces, union, ignoreCase, wordCharacters } from './characters.js';

/** The number of transitions to each state. */
export type Transitions = ReadonlyMap<number, number>;

export interface Automaton {
  /** The characters that each state reads. */
  readonly characters: readonly Characters[];
  readonly start: Transitions;
  /** The transitions from each state. */
  readonly next: readonly Transitions[];
}

/** The expression is too large or has a back-reference. */
export class UnsupportedExpression extends Error {}

const maxCharacters = 5_000;
const maxStates = 600;
const maxDepth = 100;
/** Bounded repetitions up to this count are expanded. Larger counts are treated as unbounded. */
const maxCopies = 9;

/**
 * Builds the automata of an expression and of its lookaround assertions.
 *
 * @throws {UnsupportedExpression} If the expression can't be analyzed.
 */
export function buildAutomata(source: string, flags: string): readonly Automaton[] {
  if (source.length > maxCharacters || getMaxNesting(source) > maxDepth) throw new UnsupportedExpression('it is too large to analyze');
  const unicode = flags.includes('u');
  const pattern = new RegExpParser().parsePattern(source, undefined, undefined, { unicode });
  const builder = new Builder(flags.includes('i'), flags.includes('s'));
  const automata = [builder.buildAutomaton(pattern.alternatives)];
  for (let inner = builder.assertions.pop(); inner !== undefined; inner = builder.assertions.pop())
    automata.push(builder.buildAutomaton(inner));
  return automata;
}

/** Returns an upper bound of the nesting depth. */
function getMaxNesting(source: string): number {
  let depth = 0;
  let most = 0;
  for (const character of source) {
    if (character === '(' || character === '[') most = Math.max(most, (depth += 1));
    if (character === ')' || character === ']') depth -= 1;
  }
  return most;
}

/** A part of an expression: its first and last states, and the number of ways to match empty text. */
interface Fragment {
  readonly first: Transitions;
  readonly last: Transitions;
  readonly empty: number;
}

const emptyFragment: Fragment = { first: new Map(), last: new Map(), empty: 1 };

class Builder {
  /** Lookaround assertions, which are analyzed separately. */
  readonly assertions: (readonly AST.Alternative[])[] = [];
  private reads: Characters[] = [];
  private next: Map<number, number>[] = [];

  constructor(
    private readonly ignoreCase: boolean,
    private readonly dotAll: boolean,
  ) {}

  buildAutomaton(alternatives: readonly AST.Alternative[]): Automaton {
    this.reads = [];
    this.next = [];
    const { first } = this.buildAlternatives(alternatives);
    return { characters: this.reads, start: first, next: this.next };
  }

  private buildAlternatives(alternatives: readonly AST.Alternative[]): Fragment {
    const parts = alternatives.map(({ elements }) =>
      elements.reduce<Fragment>((before, element) => this.joinFragments(before, this.element(element)), emptyFragment),
    );
    return {
      first: sumTransitions(parts.map(({ first }) => first)),
      last: sumTransitions(parts.map(({ last }) => last)),
      empty: capCount(parts.reduce((total, { empty }) => total + empty, 0)),
    };
  }

  private element(element: AST.Element): Fragment {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.buildAlternatives(element.alternatives);
      case 'Quantifier':
        return this.buildRepetition(element);
      case 'Assertion':
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') this.assertions.push(element.alternatives);
        return emptyFragment;
      case 'Backreference':
        throw new UnsupportedExpression('it has a back-reference');
      default:
        return this.addState(toCharacters(element, this.dotAll));
    }
  }

  private addState(characters: Characters): Fragment {
    if (this.reads.length >= maxStates) throw new UnsupportedExpression('it is too large to analyze');
    const state = this.reads.push(this.ignoreCase ? ignoreCase(characters) : characters) - 1;
    this.next.push(new Map());
    return { first: new Map([[state, 1]]), last: new Map([[state, 1]]), empty: 0 };
  }

  private buildRepetition({ element, min, max }: AST.Quantifier): Fragment {
    if (max === 0) return emptyFragment;
    const copies = Math.min(min, maxCopies);
    const endless = max > maxCopies;
    let whole = emptyFragment;
    for (let copy = 0; copy < copies; copy++) whole = this.joinFragments(whole, this.element(element));
    if (endless) return this.joinFragments(whole, this.buildLoop(this.element(element), min > maxCopies));
    let optional = emptyFragment;
    for (let copy = copies; copy < max; copy++) optional = makeOptional(this.joinFragments(this.element(element), optional));
    return this.joinFragments(whole, optional);
  }

  /** An empty repetition is tried only if a repetition is required. Then any of them can be the empty one. */
  private buildLoop({ first, last, empty }: Fragment, needed: boolean): Fragment {
    this.connect(last, first);
    if (needed && empty > 0) this.connect(last, first);
    return { first, last, empty: 1 };
  }

  private joinFragments(left: Fragment, right: Fragment): Fragment {
    this.connect(left.last, right.first);
    return {
      first: sumTransitions([left.first, multiply(right.first, left.empty)]),
      last: sumTransitions([right.last, multiply(left.last, right.empty)]),
      empty: capCount(left.empty * right.empty),
    };
  }

  private connect(from: Transitions, to: Transitions): void {
    for (const [state, ends] of from) {
      const next = this.next[state];
      if (next === undefined) continue;
      for (const [follower, begins] of to) next.set(follower, capCount((next.get(follower) ?? 0) + ends * begins));
    }
  }
}

/** A matcher doesn't try an empty copy. */
const makeOptional = ({ first, last }: Fragment): Fragment => ({ first, last, empty: 1 });

/** Caps a count, because only its magnitude matters. */
const capCount = (transitions: number): number => Math.min(transitions, 1e6);

function multiply(transitions: Transitions, factor: number): Transitions {
  return factor === 1
    ? transitions
    : new Map(factor === 0 ? [] : [...transitions].map(([state, count]) => [state, capCount(count * factor)]));
}

function sumTransitions(parts: readonly Transitions[]): Transitions {
  const total = new Map<number, number>();
  for (const part of parts) for (const [state, count] of part) total.set(state, capCount((total.get(state) ?? 0) + count));
  return total;
}

type CharacterElement = Exclude<AST.Element, AST.Group | AST.CapturingGroup | AST.Quantifier | AST.Assertion | AST.Backreference>;

function toCharacters(element: CharacterElement | AST.CharacterClassElement, dotAll: boolean): Characters {
  switch (element.type) {
    case 'Character':
      return [[element.value, element.value]];
    case 'CharacterClassRange':
      return [[element.min.value, element.max.value]];
    case 'CharacterClass': {
      const inside = union(element.elements.map((part) => toCharacters(part, dotAll)));
      return element.negate ? complement(inside) : inside;
    }
    case 'CharacterSet':
      return toCharacterSet(element, dotAll);
    default:
      return anyCharacter;
  }
}

/** A Unicode property is treated as any character. */
function toCharacterSet(set: AST.CharacterSet, dotAll: boolean): Characters {
  if (set.kind === 'any') return dotAll ? anyCharacter : complement(lineEnds);
  if (set.kind === 'property') return anyCharacter;
  const named = { digit: digits, space: spaces, word: wordCharacters }[set.kind];
  return set.negate ? complement(named) : named;
}
