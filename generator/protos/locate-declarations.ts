/** Finds the lines of the declarations in a `.proto` file, which the parser doesn't keep. */
import protobuf from 'protobufjs';

const scopeWords: ReadonlySet<string> = new Set(['message', 'enum', 'service', 'oneof', 'group']);
/** Their block is no scope of names. */
const transparentWords: ReadonlySet<string> = new Set(['oneof', 'extend']);
const openingTokens: ReadonlySet<string> = new Set(['{', '[', '(', '<']);
const closingTokens: ReadonlySet<string> = new Set(['}', ']', ')', '>']);

/** Returns the lines, from 1, of messages, enums, services, methods, and fields by their full names. The text must be valid. */
export function locateDeclarations(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const scopes: string[] = [''];
  const tokens = protobuf.tokenize(text, false);
  let statement: { readonly text: string; readonly line: number }[] = [];
  const declare = (name: string, line: number): string => {
    const scope = scopes.at(-1)!;
    const full = scope === '' ? name : `${scope}.${name}`;
    if (!lines.has(full)) lines.set(full, line);
    return full;
  };
  const skipTo = (closing: string): void => {
    let depth = 1;
    for (let token = tokens.next(); token !== null; token = tokens.next()) {
      if (openingTokens.has(token)) depth += 1;
      else if (closingTokens.has(token)) depth -= 1;
      else if (token === closing && depth === 1) return;
      if (depth === 0) return;
    }
  };
  for (let token = tokens.next(); token !== null; token = tokens.next()) {
    const [first, second] = statement;
    if (token === 'option' && statement.length === 0) skipTo(';');
    else if (token === '[') skipTo(']');
    else if (token === '{') {
      const word = first?.text ?? '';
      if (scopeWords.has(word) && !transparentWords.has(word) && second !== undefined) scopes.push(declare(second.text, second.line));
      else if (word === 'rpc' && second !== undefined) scopes.push(declare(second.text, second.line));
      else scopes.push(scopes.at(-1)!);
      statement = [];
    } else if (token === '}') {
      if (scopes.length > 1) scopes.pop();
      statement = [];
    } else if (token === ';') {
      if (first?.text === 'package' && second !== undefined) scopes[0] = second.text;
      else if (first?.text === 'rpc' && second !== undefined) declare(second.text, second.line);
      statement = [];
    } else {
      const previous = statement.at(-1);
      if (token === '=' && previous !== undefined && first?.text !== 'syntax' && first?.text !== 'edition')
        declare(previous.text, previous.line);
      statement.push({ text: token, line: tokens.line });
    }
  }
  return lines;
}
