/**
 * Escaping: the only way text of a specification reaches source code. Whatever the text holds, what comes out is one
 * literal, one property name, or words inside a comment.
 */

/** Control, formatting (bidirectional) and line-ending characters, surrogates without a partner, and whatever else is not seen, but for what chooses the form of the character before. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;
const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function hexadecimal(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
}

function escapeCharacter(character: string): string {
  const hex = hexadecimal(character);
  return shortEscapes[character] ?? (hex.length === 4 ? `\\u${hex}` : `\\u{${hex}}`);
}

/** Text in which nothing needs escaping, as nearly all is. */
const plain = /^[\w $.,:;=+*#@/(){}[\]-]*$/;
const steersTools = /source(?:Mapping)?URL/i;

/** A string literal in single quotes. No closing script tag, HTML comment, import or source map directive can be read out of it. */
export function toStringLiteral(text: string): string {
  if (plain.test(text) && !steersTools.test(text)) return `'${text}'`;
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    .replace(unprintable, escapeCharacter)
    .replace(/<(?=[/!])/g, '\\x3c')
    .replace(/-->/g, '--\\x3e')
    .replace(/\b((?:from|import)\s*\(?\s*\\?['"])\./g, '$1\\x2e')
    .replace(/source(?=MappingURL|URL\s*=)/gi, (word) => `${word.slice(0, -1)}\\x${word.charCodeAt(5).toString(16)}`);
  return `'${escaped}'`;
}

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Whether a name can stand unquoted as a property. */
export function isIdentifier(name: string): boolean {
  return identifier.test(name);
}

/** A property's name in a type: quoted where it is not an identifier. */
export function toPropertyName(name: string): string {
  return isIdentifier(name) ? name : toStringLiteral(name);
}

/** A property's name in an object literal: `__proto__` would set the prototype and is therefore computed. */
export function toPropertyKey(name: string): string {
  return name === '__proto__' ? `['__proto__']` : toPropertyName(name);
}

/** `.name` or `['na-me']`. */
export function toPropertyAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${toStringLiteral(name)}]`;
}

/** JSON data as an expression on one line, in JavaScript and TypeScript alike; `undefined` members are left out. */
export function toDataLiteral(value: unknown): string {
  return expression(value, (text) => text);
}

/** The same for TypeScript with a type on the left: a member called like one of `Object`'s would otherwise lose its literal type. */
export function toTypedLiteral(value: unknown): string {
  return expression(value, (text, key) => (key in Object.prototype ? `${text} as const` : text));
}

type MemberText = (text: string, key: string) => string;

function expression(value: unknown, member: MemberText): string {
  if (typeof value === 'string') return toStringLiteral(value);
  if (Array.isArray(value)) return `[${value.map((element) => expression(element, member)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return objectLiteral(value, member);
  return Object.is(value, -0) ? '0' : String(value);
}

function objectLiteral(value: object, member: MemberText): string {
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const members = given.map(([key, inner]) => `${toPropertyKey(key)}: ${member(expression(inner, member), key)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function showCharacter(character: string): string {
  if (character === '\n') return character;
  return character === '\t' ? ' ' : `<U+${hexadecimal(character).toUpperCase()}>`;
}

/** Text that shows what it holds: line ends are `\n`, tabs are spaces, other invisible characters are named. */
export function escapeInvisible(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(unprintable, showCharacter);
}

/** Words that stay as they are in a comment, as most do. */
const plainWords = /^[\w \n$.,:;=+#/(){}[\]!?%&|'`-]*$/;
const steersReaders = /source(?:Mapping)?URL|__|(?:from|import)\s*\(?\s*'/i;

/**
 * Words inside a comment: it cannot end the comment or a script, start a tag (`@deprecated`), steer a tool (`__PURE__`, imports, source
 * map directives) or change the direction in which the code is displayed. Line ends stay as `\n`.
 */
export function escapeComment(text: string): string {
  if (plainWords.test(text) && !steersReaders.test(text)) return text;
  return escapeInvisible(text)
    .replace(/\*(?=\/)/g, '*\\')
    .replace(/(?<![A-Za-z0-9.)_-])@(?=[A-Za-z])/g, '\\@')
    .replace(/\b((?:from|import)\s*\(?\s*)['"](?=\.)/g, '$1`')
    .replace(/(source)(?=MappingURL|URL\s*=)/gi, '$1 ')
    .replace(/<(?=\/script|!--)/gi, '< ')
    .replace(/__PURE__|__NO_SIDE_EFFECTS__/g, (word) => word.replace(/_/g, ''));
}
