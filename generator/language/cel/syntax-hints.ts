/** Operators and literals of JavaScript and of other languages that authors write in expressions, with what CEL has instead. */

interface SyntaxHint {
  readonly message: string;
  readonly suggestion?: string;
}

/** The text before a syntax error, the text from there, and what CEL has instead. */
const syntaxHints: readonly (readonly [before: RegExp, after: RegExp, hint: SyntaxHint])[] = [
  [/==$/, /^=/, { message: 'there is no operator ===', suggestion: '==' }],
  [/!=$/, /^=/, { message: 'there is no operator !==', suggestion: '!=' }],
  [
    /(?:)/,
    /^=>/,
    {
      message:
        'there are no arrow functions: a macro takes the name of a variable and an expression, such as self.items.all(x, x.size() > 0)',
    },
  ],
  [/[^=!<>]$/, /^=(?!=)/, { message: 'there is no operator =', suggestion: '==' }],
  [/<$/, /^>/, { message: 'there is no operator <>', suggestion: '!=' }],
  [/(?:)/, /^&(?!&)/, { message: 'there is no operator &', suggestion: '&&' }],
  [/(?:)/, /^\|(?!\|)/, { message: 'there is no operator |', suggestion: '||' }],
  [/(?:)/, /^and\b/i, { message: 'there is no operator and', suggestion: '&&' }],
  [/(?:)/, /^or\b/i, { message: 'there is no operator or', suggestion: '||' }],
  [/\bnot\s+$/i, /(?:)/, { message: 'there is no operator not', suggestion: '!' }],
  [/\btypeof\s+$/, /(?:)/, { message: 'there is no operator typeof: lint checks the types' }],
  [/\?$/, /^[?.]/, { message: 'there are no operators ?? and ?. for absent fields: write has(self.field) ? self.field : …' }],
  [/(?:^|[(,!&|=])\s*$/, /^\//, { message: "a pattern is a string literal, such as self.name.matches('^a')" }],
  [/(?:)/, /^`/, { message: 'a string is in single or double quotes' }],
];

/** Returns what CEL has instead of the operator or the literal of another language at a syntax error. */
export function findSyntaxHint(text: string, at: number): SyntaxHint | undefined {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  return syntaxHints.find(([pattern, next]) => pattern.test(before) && next.test(after))?.[2];
}
