/**
 * Parses the frames of stack traces, without the parts that differ between builds and runs. Parsing takes linear time in the length of a
 * line.
 */
import { parseAtFrame } from './at-frames.js';
import { getFileName } from './source-locations.js';

export type Language = 'at' | 'python' | 'ruby' | 'php' | 'go' | 'browser';

export interface Frame {
  readonly language: Language;
  /** The called function and its file. */
  readonly text: string;
  /** The text after the frame. In Ruby, the message follows the first frame. */
  readonly rest?: string;
}

/** Parses the frame of a line. `before` is the line above it. */
type LineParser = (line: string, before: string) => Omit<Frame, 'language'> | undefined;

/** Python: `  File "/srv/shop.py", line 12, in pay` */
const parsePythonFrame: LineParser = (line) => {
  const text = line.trimStart();
  const end = text.lastIndexOf('", line ');
  if (!text.startsWith('File "') || end < 0) return undefined;
  const match = /^", line \d+(?:, in (.+))?$/.exec(text.slice(end));
  return match ? { text: `${match[1] ?? ''} ${getFileName(text.slice('File "'.length, end))}` } : undefined;
};

/** Ruby: `/srv/shop.rb:12:in 'pay'`; the first one with the message after it */
const parseRubyFrame: LineParser = (line) => {
  const text = line.trim().replace(/^from\s+/, '');
  const match = /^([^\s:]+|[A-Za-z]:[^\s:]+):\d+:in [`']/.exec(text);
  if (!match) return undefined;
  const [head, location = ''] = match;
  const end = text.indexOf("'", head.length);
  const rest = text.slice(end + 1);
  if (end < 0 || !(rest === '' || rest.startsWith(': '))) return undefined;
  return { text: `${text.slice(head.length, end)} ${getFileName(location)}`, ...(rest !== '' && { rest: rest.slice(2) }) };
};

/** PHP: `#0 /srv/shop.php(12): Shop->pay()`, `#1 [internal function]: f()`, `#2 {main}` */
const parsePhpFrame: LineParser = (line) => {
  const match = /^\s*#\d+ /.exec(line);
  if (!match) return undefined;
  const text = line.slice(match[0].length).trimEnd();
  if (text === '{main}') return { text };
  const [, location = '', callee = ''] = /^(\[internal function\]|.+?\(\d+\)): (.+)$/.exec(text) ?? [];
  if (!/[/\\.[]/.test(location)) return undefined;
  const name = callee.replace(/:\d+\}/, '}').split('(', 1)[0] ?? '';
  return { text: `${name} ${getFileName(location.replace(/\(\d+\)$/, ''))}` };
};

/** Go: `main.pay(0xc000010200)` above `\t/srv/shop.go:12 +0x1d`. Closures are numbered in the order of the source. */
const parseGoFrame: LineParser = (line, before) => {
  if (!/^\s/.test(line)) return undefined;
  const location = /^(.*\.(?:go|s)):\d+(?: \+0x[0-9a-f]+)?$/.exec(line.trim())?.[1];
  return location === undefined ? undefined : { text: `${parseGoFunction(before)} ${getFileName(location)}` };
};

function parseGoFunction(line: string): string {
  const prefix = 'created by ';
  const name = line.startsWith(prefix) ? line.slice(prefix.length).split(' in goroutine ', 1)[0] : line;
  const text = (name ?? '').trim();
  const callee = text.endsWith(')') && text.lastIndexOf('(') > 0 ? text.slice(0, text.lastIndexOf('(')) : text;
  // Any text can precede the first frame.
  return /\s/.test(callee) ? '' : callee.replace(/\.func\d+(?:\.\d+)*/g, '.func');
}

/** Firefox, Safari: `pay@https://shop.example/shop.js:12:3` */
const parseBrowserFrame: LineParser = (line) => {
  const separator = line.indexOf('@');
  const location = line.slice(separator + 1);
  return separator >= 0 && !/\s/.test(line.trimEnd()) && /^(?:https?|file|webpack|moz-extension):\/\/.*:\d+:\d+$/.test(location.trimEnd())
    ? { text: `${line.slice(0, separator)} ${getFileName(location)}` }
    : undefined;
};

const parsers: readonly (readonly [language: Language, read: LineParser])[] = [
  ['at', (line) => parseAtFrame(line)],
  ['python', parsePythonFrame],
  ['ruby', parseRubyFrame],
  ['php', parsePhpFrame],
  ['go', parseGoFrame],
  ['browser', parseBrowserFrame],
];

/** Returns the frame of a line, or `undefined` if the line isn't a frame. `before` is the line above it. */
export function parseFrame(line: string, before: string): Frame | undefined {
  for (const [language, read] of parsers) {
    const frame = read(line, before);
    if (frame) return { language, ...frame };
  }
  return undefined;
}
