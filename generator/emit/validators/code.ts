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

/** A sequence of identifiers and text. */
export class CodeParts {
  constructor(readonly parts: readonly (Name | string)[]) {}

  toString(): string {
    return this.parts.join('');
  }
}

export type Code = Name | CodeParts;

/** The parts of code, of which only identifiers are objects. */
export function listParts(code: Code): readonly (Name | string)[] {
  return code instanceof Name ? [code] : code.parts;
}

/** Creates code from a template. Identifiers and code are inserted as they are, numbers as literals. Text doesn't compile. */
export function _(template: TemplateStringsArray, ...values: readonly (Code | number)[]): Code {
  return new CodeParts(
    template.flatMap((text, index) => {
      const value = values[index];
      return [text, ...(value === undefined ? [] : typeof value === 'number' ? [String(value)] : listParts(value))];
    }),
  );
}

/** Joins code with a separator. */
export function joinCode(items: readonly Code[], separator: string): Code {
  return new CodeParts(items.flatMap((item, index) => (index === 0 ? listParts(item) : [separator, ...listParts(item)])));
}

export function joinList(items: readonly Code[]): Code {
  return joinCode(items, ', ');
}
