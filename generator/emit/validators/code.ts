/** Code as a list of safe parts. Only `toRawCode` and `toTextCode` (see `code-tables.ts`) turn text into code. */

/** An identifier. */
export class Name {
  constructor(readonly str: string) {
    if (!/^[a-z$_][\w$]*$/i.test(str)) throw new Error(`not an identifier: ${str}`);
  }

  toString(): string {
    return this.str;
  }
}

/** A sequence of identifiers, text, and code. */
export class CodeParts {
  constructor(readonly parts: readonly (Name | CodeParts | string)[]) {}

  toString(): string {
    return this.parts.join('');
  }
}

export type Code = Name | CodeParts;

/** Visits the identifiers in code. */
export function visitNames(code: Code, visit: (name: Name) => void): void {
  if (code instanceof Name) visit(code);
  else for (const part of code.parts) if (typeof part !== 'string') visitNames(part, visit);
}

/** Creates code from a template. Identifiers and code are inserted as they are, numbers as literals. Text doesn't compile. */
export function _(template: TemplateStringsArray, ...values: readonly (Code | number)[]): Code {
  const parts: (Code | string)[] = [];
  template.forEach((text, index) => {
    const value = values[index];
    if (text !== '') parts.push(text);
    if (value !== undefined) parts.push(typeof value === 'number' ? String(value) : value);
  });
  return new CodeParts(parts);
}

/** Joins code with a separator. */
export function joinCode(items: readonly Code[], separator: string): Code {
  return new CodeParts(items.flatMap((item, index) => (index === 0 ? item : [separator, item])));
}

export function joinList(items: readonly Code[]): Code {
  return joinCode(items, ', ');
}
