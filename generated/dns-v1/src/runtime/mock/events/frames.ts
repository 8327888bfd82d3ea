/** Frames of stack traces, without what differs from build to build and from run to run. Reads a line in time in proportion to its length. */
import { parseAtFrame } from './at-frames.js';
import { getFileName } from './source-locations.js';

export type Language = 'at' | 'python' | 'ruby' | 'php' | 'go' | 'browser';

export interface Frame {
  readonly language: Language;
  /** What is called, and in which file. */
  readonly text: string;
  /** What the line says beside the frame: Ruby's first frame stands before the message. */
  readonly rest?: string;
}

/** Places that a line names, and the frames they stand for. */
type ReadFrame = (line: string, before: string) => Omit<Frame, 'language'> | undefined;

/** Python: `  File "/srv/shop.py", line 12, in pay` */
const readPythonFrame: ReadFrame = (line) => {
  const text = line.trimStart();
  const end = text.lastIndexOf('", line ');
  if (!text.startsWith('File "') || end < 0) return undefined;
  const match = /^", line \d+(?:, in (.+))?$/.exec(text.slice(end));
  return match ? { text: `${match[1] ?? ''} ${getFileName(text.slice('File "'.length, end))}` } : undefined;
};

/** Ruby: `/srv/shop.rb:12:in 'pay'`; the first one with the message after it */
const readRubyFrame: ReadFrame = (line) => {
  const text = line.trim().replace(/^from\s+/, '');
  const match = /^([^\s:]+|[A-Za-z]:[^\s:]+):\d+:in [`']/.exec(text);
  if (!match) return undefined;
  const [head, place = ''] = match;
  const end = text.indexOf("'", head.length);
  const rest = text.slice(end + 1);
  if (end < 0 || !(rest === '' || rest.startsWith(': '))) return undefined;
  return { text: `${text.slice(head.length, end)} ${getFileName(place)}`, ...(rest !== '' && { rest: rest.slice(2) }) };
};

/** PHP: `#0 /srv/shop.php(12): Shop->pay()`, `#1 [internal function]: f()`, `#2 {main}` */
const readPhpFrame: ReadFrame = (line) => {
  const match = /^\s*#\d+ /.exec(line);
  if (!match) return undefined;
  const text = line.slice(match[0].length).trimEnd();
  if (text === '{main}') return { text };
  const [, place = '', called = ''] = /^(\[internal function\]|.+?\(\d+\)): (.+)$/.exec(text) ?? [];
  if (!/[/\\.[]/.test(place)) return undefined;
  const name = called.replace(/:\d+\}/, '}').split('(', 1)[0] ?? '';
  return { text: `${name} ${getFileName(place.replace(/\(\d+\)$/, ''))}` };
};

/** Go: `main.pay(0xc000010200)` above `\t/srv/shop.go:12 +0x1d`. Closures are numbered in the order of the source. */
const readGoFrame: ReadFrame = (line, before) => {
  if (!/^\s/.test(line)) return undefined;
  const place = /^(.*\.(?:go|s)):\d+(?: \+0x[0-9a-f]+)?$/.exec(line.trim())?.[1];
  return place === undefined ? undefined : { text: `${parseGoFunction(before)} ${getFileName(place)}` };
};

function parseGoFunction(line: string): string {
  const created = 'created by ';
  const name = line.startsWith(created) ? line.slice(created.length).split(' in goroutine ', 1)[0] : line;
  const text = (name ?? '').trim();
  const called = text.endsWith(')') && text.lastIndexOf('(') > 0 ? text.slice(0, text.lastIndexOf('(')) : text;
  // Above the first frame there may stand anything.
  return /\s/.test(called) ? '' : called.replace(/\.func\d+(?:\.\d+)*/g, '.func');
}

/** Firefox, Safari: `pay@https://shop.example/shop.js:12:3` */
const readBrowserFrame: ReadFrame = (line) => {
  const at = line.indexOf('@');
  const place = line.slice(at + 1);
  return at >= 0 && !/\s/.test(line.trimEnd()) && /^(?:https?|file|webpack|moz-extension):\/\/.*:\d+:\d+$/.test(place.trimEnd())
    ? { text: `${line.slice(0, at)} ${getFileName(place)}` }
    : undefined;
};

const readers: readonly (readonly [language: Language, read: ReadFrame])[] = [
  ['at', (line) => parseAtFrame(line)],
  ['python', readPythonFrame],
  ['ruby', readRubyFrame],
  ['php', readPhpFrame],
  ['go', readGoFrame],
  ['browser', readBrowserFrame],
];

/** The frame that a line stands for; `before` is the line above it. */
export function parseFrame(line: string, before: string): Frame | undefined {
  for (const [language, read] of readers) {
    const frame = read(line, before);
    if (frame) return { language, ...frame };
  }
  return undefined;
}
