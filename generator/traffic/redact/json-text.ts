/** Changes the values in JSON text, and keeps everything else: digits of numbers, the order of keys, and keys that occur twice. */

/** A string or a number of JSON. */
export interface JsonToken {
  /** Decoded, or the digits of a number. */
  readonly value: string;
  readonly kind: 'string' | 'number' | 'key';
  /** The key of the value, or of the list that contains it. */
  readonly key: string;
}

const token = /["{}[\],]|-?\d[\d.eE+-]*/g;

/** Returns JSON text with the result of `replace` in place of each string, number, and key. The text must be valid JSON. */
export function mapJsonText(text: string, replace: (token: JsonToken) => string): string {
  const parts: string[] = [];
  /** The keys of the open objects and lists. `undefined`: an object whose next string is a key. */
  const keys: (string | undefined)[] = [];
  const isObject: boolean[] = [];
  let copied = 0;
  const scanner = new RegExp(token);
  for (let match = scanner.exec(text); match !== null; match = scanner.exec(text)) {
    const [found] = match;
    const start = match.index;
    const isInObject = isObject.at(-1) === true;
    const key = keys.at(-1);
    if (found === '{' || found === '[') {
      isObject.push(found === '{');
      keys.push(found === '{' ? undefined : (key ?? ''));
      continue;
    }
    if (found === '}' || found === ']') {
      isObject.pop();
      keys.pop();
      continue;
    }
    if (found === ',') {
      if (isInObject) keys[keys.length - 1] = undefined;
      continue;
    }
    const end = found === '"' ? findStringEnd(text, start) : start + found.length;
    scanner.lastIndex = end;
    const source = text.slice(start, end);
    const value = found === '"' ? (JSON.parse(source) as string) : found;
    const isKey = isInObject && key === undefined;
    const kind = isKey ? 'key' : found === '"' ? 'string' : 'number';
    const result = replace({ value, kind, key: key ?? '' });
    if (result !== value) {
      parts.push(text.slice(copied, start), kind === 'number' ? result : JSON.stringify(result));
      copied = end;
    }
    if (isKey) keys[keys.length - 1] = value;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(copied);
}

/** Returns the index after the closing quotation mark of the string that begins at `start`. */
function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
