/** Escapes text of specifications for source code. Any text becomes a single literal, a single property name, or words in a comment. */

import { unprintable } from './unprintable.js';

/** Matches what can be unprintable in less time. */
const notAscii = /[^\n\x20-\x7e]+/g;
const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function toHexadecimal(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
}

function escapeCharacter(character: string): string {
  const hex = toHexadecimal(character);
  return shortEscapes[character] ?? (hex.length === 4 ? `\\u${hex}` : `\\u{${hex}}`);
}

/** Matches text that needs no escaping, which is the common case. */
const plainText = /^[\w $.,:;=+*#@/(){}[\]-]*$/;
const toolDirective = /source(?:Mapping)?URL/i;

/** Formats a string literal in single quotes. Escapes closing script tags, HTML comments, imports, and source map directives. */
export function toStringLiteral(text: string): string {
  if (plainText.test(text) && !toolDirective.test(text)) return `'${text}'`;
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    .replace(unprintable, escapeCharacter)
    .replace(/<(?=[/!])/g, '\\x3c')
    .replace(/-->/g, '--\\x3e')
    .replace(/\b((?:from|import)\s*\(?\s*\\?['"])\./g, '$1\\x2e')
    .replace(/source(?=MappingURL|URL\s*=)/gi, (word) => `${word.slice(0, -1)}\\u00${word.charCodeAt(5).toString(16)}`);
  return `'${escaped}'`;
}

/**
 * Escapes the source of a regular expression: everything but printable ASCII, so that readers see what the pattern matches. `</` can't occur, because the source of a
 * regular expression escapes slashes. Also escapes debugger directives.
 */
export function escapeRegExpSource(source: string): string {
  return source
    .replace(/\\[^]|[^\x20-\x7e]/g, (part) => {
      const unit = part.slice(-1);
      return /[\x20-\x7e]/.test(unit) ? part : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    })
    .replace(/(?<!\(\?)<(?=!--)/g, '\\x3c')
    .replace(/(?<=sourc)e(?=MappingURL|URL\s*=)/gi, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
}

/** Formats a regular expression as a literal. */
export function toRegExpLiteral({ source, flags }: RegExp): string {
  return `/${escapeRegExpSource(source)}/${flags}`;
}

/** Escapes each UTF-16 unit, in the form of JSON, JavaScript, and its regular expressions. Keeps the white space between tokens. */
function escapeUnits(text: string): string {
  return text.replace(notAscii, (characters) =>
    characters.replace(unprintable, (character) =>
      /[\t\n\r]/.test(character)
        ? character
        : character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  );
}

/** Escapes the strings of JSON text like string literals: their values stay equal. */
export function escapeJsonText(text: string): string {
  return escapeUnits(text)
    .replace(/<(?=[/!])/g, '\\u003c')
    .replace(/\*\//g, '*\\u002f')
    .replace(/source(?=MappingURL|URL\s*=)/gi, (word) => `${word.slice(0, -1)}\\u00${word.charCodeAt(5).toString(16)}`);
}

/** Escapes the strings of a compiled script or declaration, in which a compiler replaces escapes by characters. */
export function escapeCompiledText(text: string): string {
  return escapeUnits(text)
    .replace(/<(?=!--|\/script)/gi, '\\x3c')
    .replace(/(?<!^\/\/# )source(?=MappingURL|URL\s*=)/gim, (word) => `${word.slice(0, -1)}\\u00${word.charCodeAt(5).toString(16)}`);
}

const identifierPattern = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Whether a property name needs no quotes. */
export function isIdentifier(name: string): boolean {
  return identifierPattern.test(name);
}

/** Formats a property name of a type. Quotes it if it isn't an identifier. */
export function toPropertyName(name: string): string {
  return isIdentifier(name) ? name : toStringLiteral(name);
}

/** Formats a property name of an object literal. `__proto__` is computed, because it would set the prototype. */
export function toPropertyKey(name: string): string {
  return name === '__proto__' ? `['__proto__']` : toPropertyName(name);
}

/** Formats a property access: `.name` or `['na-me']`. */
export function toPropertyAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${toStringLiteral(name)}]`;
}

/** Formats JSON data as an expression on one line, valid in JavaScript and TypeScript. Omits `undefined` members. */
export function toDataLiteral(value: unknown): string {
  return formatExpression(value, (text) => text);
}

/** Like `toDataLiteral`, for a typed constant. A member with a name of `Object.prototype` needs `as const` to keep its literal type. */
export function toTypedLiteral(value: unknown): string {
  return formatExpression(value, (text, key) => (key in Object.prototype ? `${text} as const` : text));
}

type FormatMember = (text: string, key: string) => string;

function formatExpression(value: unknown, member: FormatMember): string {
  if (typeof value === 'string') return toStringLiteral(value);
  if (Array.isArray(value)) return `[${value.map((element) => formatExpression(element, member)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return formatObjectLiteral(value, member);
  return Object.is(value, -0) ? '0' : String(value);
}

function formatObjectLiteral(value: object, member: FormatMember): string {
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const members = entries.map(([key, inner]) => `${toPropertyKey(key)}: ${member(formatExpression(inner, member), key)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function formatInvisibleCharacter(character: string): string {
  if (character === '\n') return character;
  return character === '\t' ? ' ' : `<U+${toHexadecimal(character).toUpperCase()}>`;
}

/**
 * Makes invisible characters visible: line ends become `\
 * `, tabs become spaces, other characters become their code points.
 */
export function escapeInvisible(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(unprintable, formatInvisibleCharacter);
}

/** Matches comment text that needs no escaping. */
const plainWords = /^[\w \n$.,:;=+#/(){}[\]!?%&|'`-]*$/;
const commentDirective = /source(?:Mapping)?URL|__|(?:from|import)\s*\(?\s*'/i;

/**
 * Escapes words in a comment. They can't end the comment or a script, start a tag (`@deprecated`), control a tool (`__PURE__`, imports,
 * source map directives), or change the text direction. Line ends stay `\
 * `.
 */
export function escapeComment(text: string): string {
  if (plainWords.test(text) && !commentDirective.test(text)) return text;
  return escapeInvisible(text)
    .replace(/\*(?=\/)/g, '*\\')
    .replace(/(?<![A-Za-z0-9.)_-])@(?=[A-Za-z])/g, '\\@')
    .replace(/\b((?:from|import)\s*\(?\s*)['"](?=\.)/g, '$1`')
    .replace(/(source)(?=MappingURL|URL\s*=)/gi, '$1 ')
    .replace(/<(?=\/script|!--)/gi, '< ')
    .replace(/__PURE__|__NO_SIDE_EFFECTS__/g, (word) => word.replace(/_/g, ''));
}
