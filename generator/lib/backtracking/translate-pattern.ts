/** Translates valid RE2 expressions to JavaScript. An expression whose meaning JavaScript can't express needs the RE2 engine. */

interface Mode {
  readonly dotAll: boolean;
  readonly multiline: boolean;
  readonly ignoreCase: boolean;
}

/** A regular expression of JavaScript. */
export interface Translation {
  readonly source: string;
  /** `u`, or `iu` if case doesn't matter. */
  readonly flags: string;
}

/** The expression has a form that JavaScript lacks. */
class NoEquivalent extends Error {}

const octalOrHex = String.raw`x\{[\dA-Fa-f]+\}|x[\dA-Fa-f]{2}|0[0-7]{0,2}|[1-7][0-7]{1,2}`;
const property = String.raw`[pP](?:\{\^?\w+\}|\w)`;
/** Quoted text, an escape, a class, the start of a group, flags, a repetition, or a character. */
const tokenPattern = new RegExp(
  [
    String.raw`\\Q[^]*?(?:\\E|$)`,
    String.raw`\\(?:${property}|${octalOrHex}|[^])`,
    String.raw`\[\^?\]?(?:\[:\^?\w+:\]|\\(?:${property}|${octalOrHex}|[^])|[^\]\\])*\]`,
    String.raw`\(\?(?:P?<\w+>|[imsU-]*[:)])|\(`,
    String.raw`(?:[*+?]|\{(?:0|[1-9]\d*)(?:,(?:0|[1-9]\d*)?)?\})\??`,
    '[^]',
  ].join('|'),
  'gu',
);
const classItemPattern = new RegExp(String.raw`\[:\^?\w+:\]|\\(?:${property}|${octalOrHex}|[^])|[^]`, 'gu');
const repetition = /^(?:[*+?]|\{(?:0|[1-9]\d*)(?:,(?:0|[1-9]\d*)?)?\})\??$/;

/** The characters of each class that RE2 names, and of its complement. */
const classes: Readonly<Record<string, readonly [characters: string, others: string]>> = {
  s: [String.raw`\t\n\f\r `, String.raw`\0-\x08\x0b\x0e-\x1f!-\u{10ffff}`],
  w: ['0-9A-Za-z_', String.raw`\0-\/:-@\[-\^\x60{-\u{10ffff}`],
  d: ['0-9', String.raw`\0-\/:-\u{10ffff}`],
  alnum: ['0-9A-Za-z', String.raw`\0-\/:-@\[-\x60{-\u{10ffff}`],
  alpha: ['A-Za-z', String.raw`\0-@\[-\x60{-\u{10ffff}`],
  ascii: [String.raw`\0-\x7f`, String.raw`\x80-\u{10ffff}`],
  blank: [String.raw`\t `, String.raw`\0-\x08\n-\x1f!-\u{10ffff}`],
  cntrl: [String.raw`\0-\x1f\x7f`, String.raw` -~\x80-\u{10ffff}`],
  digit: ['0-9', String.raw`\0-\/:-\u{10ffff}`],
  graph: ['!-~', String.raw`\0- \x7f-\u{10ffff}`],
  lower: ['a-z', String.raw`\0-\x60{-\u{10ffff}`],
  print: [' -~', String.raw`\0-\x1f\x7f-\u{10ffff}`],
  punct: [String.raw`!-\/:-@\[-\x60{-~`, String.raw`\0- 0-9A-Za-z\x7f-\u{10ffff}`],
  space: [String.raw`\t-\r `, String.raw`\0-\x08\x0e-\x1f!-\u{10ffff}`],
  upper: ['A-Z', String.raw`\0-@\[-\u{10ffff}`],
  word: ['0-9A-Za-z_', String.raw`\0-\/:-@\[-\^\x60{-\u{10ffff}`],
  xdigit: ['0-9A-Fa-f', String.raw`\0-\/:-@G-\x60g-\u{10ffff}`],
};

/** The general categories that RE2 and JavaScript define alike. JavaScript's `C` also has the unassigned characters. */
const sharedCategory = /^(?:L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?|Cc|Cf|Co)$/;
const controls: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };
/** The escapes that RE2 and JavaScript share. */
const controlEscapes = new Map([...'fnrtv'].map((name) => [controls[name], `\\${name}`]));

/** Translates a valid RE2 expression. Returns `undefined` if JavaScript has no equivalent. */
export function translatePattern(pattern: string): Translation | undefined {
  const ignoreCase = /^\(\?[msU]*i[imsU]*(?:-[msU]+)?\)/.test(pattern);
  try {
    const source = new Translator(ignoreCase).translate(pattern);
    const flags = ignoreCase ? 'iu' : 'u';
    return { source: new RegExp(source, flags).source, flags };
  } catch (error) {
    if (error instanceof NoEquivalent || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class Translator {
  /** The flags of the current group are last. */
  readonly #modes: Mode[];

  constructor(private readonly ignoreCase: boolean) {
    this.#modes = [{ dotAll: false, multiline: false, ignoreCase }];
  }

  translate(pattern: string): string {
    const parts: string[] = [];
    for (const [token] of pattern.matchAll(tokenPattern)) {
      const previous = parts.at(-1);
      // JavaScript repeats an assertion only in a group.
      if (repetition.test(token) && previous !== undefined && isAssertion(previous)) parts[parts.length - 1] = `(?:${previous})`;
      parts.push(...this.#translateToken(token).filter((part) => part !== ''));
    }
    return parts.join('');
  }

  #translateToken(token: string): readonly string[] {
    if (token.startsWith('\\Q')) return [...token.slice(2).replace(/\\E$/, '')].map((each) => this.#formatCharacter(each));
    if (token.startsWith('\\')) return [this.#translateEscape(token)];
    if (token.startsWith('[') && token.length > 1) return [this.#translateClass(token)];
    if (token.startsWith('(')) return [this.#open(token)];
    if (token === ')') this.#modes.pop();
    if (token === ')' || token === '|' || repetition.test(token)) return [token];
    const { dotAll, multiline } = this.#mode;
    if (token === '.') return [dotAll ? '[^]' : String.raw`[^\n]`];
    if (token === '^') return [multiline ? String.raw`(?<![^\n])` : '^'];
    if (token === '$') return [multiline ? String.raw`(?![^\n])` : '$'];
    return [this.#formatCharacter(token)];
  }

  get #mode(): Mode {
    const mode = this.#modes.at(-1);
    if (mode === undefined) throw new NoEquivalent();
    return mode;
  }

  /** Opens a group, or changes the flags of the current one. Whether a match is short or long (`U`) doesn't decide whether there is one. */
  #open(token: string): string {
    const [, on = '', off = '', end = ''] = /^\(\?([imsU]*)(?:-([imsU]+))?([:)])$/.exec(token) ?? [];
    const has = (flag: string, before: boolean): boolean => (before || on.includes(flag)) && !off.includes(flag);
    const { dotAll, multiline, ignoreCase } = this.#mode;
    const mode = { dotAll: has('s', dotAll), multiline: has('m', multiline), ignoreCase: has('i', ignoreCase) };
    // Older engines ignore case only in whole expressions.
    if (mode.ignoreCase !== this.ignoreCase) throw new NoEquivalent();
    if (end === ')') this.#modes.pop();
    this.#modes.push(mode);
    return end === ')' ? '' : end === ':' ? '(?:' : '(';
  }

  #translateEscape(token: string): string {
    const name = token.slice(1);
    if (name === 'A') return '^';
    if (name === 'z') return '$';
    if (/^[bB]$/.test(name)) return this.#requireCase(token);
    const named = classes[name.toLowerCase()];
    if (/^[dDsSwW]$/.test(name) && named !== undefined) {
      const isShort = /^[dD]$/.test(name) || (/^[wW]$/.test(name) && !this.ignoreCase);
      return isShort ? token : `[${name === name.toLowerCase() ? '' : '^'}${named[0]}]`;
    }
    return /^[pP]/.test(name) ? this.#translateProperty(name) : this.#formatCharacter(parseEscape(name));
  }

  /** JavaScript's word characters have non-ASCII ones if case doesn't matter, and its properties are folded differently. */
  #requireCase(translated: string): string {
    if (this.ignoreCase) throw new NoEquivalent();
    return translated;
  }

  #translateProperty(token: string): string {
    const [, letter = '', negation, name = ''] = /^([pP])\{?(\^?)(\w+)\}?$/.exec(token) ?? [];
    const isNegative = (letter === 'P') !== (negation === '^');
    if (!sharedCategory.test(name)) throw new NoEquivalent();
    return this.#requireCase(`\\${isNegative ? 'P' : 'p'}{${name}}`);
  }

  #translateClass(token: string): string {
    const [, start = '', body = ''] = /^(\[\^?)([^]*)\]$/.exec(token) ?? [];
    const items = [...body.matchAll(classItemPattern)].map(([item]) => item);
    const parts: string[] = [start];
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at] ?? '';
      if (isKind(item)) {
        parts.push(this.#translateKind(item));
      } else if (items[at + 1] === '-' && at + 2 < items.length) {
        const range = `${this.#formatMember(item)}-${this.#formatMember(items[at + 2] ?? '')}`;
        parts.push(range);
        at += 2;
      } else {
        const isEdge = at === 0 || at === items.length - 1;
        parts.push(item === '-' && isEdge ? '-' : this.#formatMember(item));
      }
    }
    return `${parts.join('')}]`;
  }

  /** Translates a named class in brackets. */
  #translateKind(item: string): string {
    if (/^\\[pP]/.test(item)) return this.#translateProperty(item.slice(1));
    const [, negation, name = ''] = /^\[:(\^?)(\w+):\]$/.exec(item) ?? ['', /[DSW]/.test(item) ? '^' : '', item.slice(1).toLowerCase()];
    if (/^\\[dD]$/.test(item) || (/^\\[wW]$/.test(item) && !this.ignoreCase)) return item;
    const [characters, others] = classes[name] ?? [];
    const translated = negation === '^' ? this.#requireCase(others ?? '') : characters;
    if (translated === undefined) throw new NoEquivalent();
    return translated;
  }

  #formatMember(item: string): string {
    return this.#formatCharacter(item.startsWith('\\') ? parseEscape(item.slice(1)) : item, /[-\]\\[^]/);
  }

  /** Formats a literal character. */
  #formatCharacter(character: string, syntax: RegExp = /[\^$\\.*+?()[\]{}|/]/): string {
    const code = character.codePointAt(0) ?? 0;
    // Engines fold characters as their version of Unicode says.
    if (code > 0x7f) this.#requireCase(character);
    if (code >= 0xd800 && code <= 0xdfff) throw new NoEquivalent();
    if (code < 0x20 || code === 0x7f) return controlEscapes.get(code) ?? `\\x${code.toString(16).padStart(2, '0')}`;
    return syntax.test(character) ? `\\${character}` : character;
  }
}

const isAssertion = (part: string): boolean => /^(?:[$^]|\\[bB]|\(\?<?!\[\^\\n\]\))$/.test(part);
const isKind = (item: string): boolean => item.startsWith('[:') || /^\\[dDsSwWpP]/.test(item);

/** Returns the character that the part of an escape after its backslash stands for. */
function parseEscape(name: string): string {
  const [, hex] = /^x\{?([\dA-Fa-f]+)\}?$/.exec(name) ?? [];
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
  if (/^[0-7]+$/.test(name)) return String.fromCodePoint(Number.parseInt(name, 8));
  const control = controls[name];
  return control === undefined ? name : String.fromCodePoint(control);
}
