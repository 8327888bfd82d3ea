/** Which error events are similar: the same service, and the same exception at the same places, or the same message but for what varies. */
import { hexOf } from '../hash.js';
import { memberAt, textMember, type JsonObject } from '../json.js';

/** One id for all similar events. */
export function groupIdOf(event: JsonObject): string {
  const service = memberAt(event, 'serviceContext.service');
  const message = textMember(event, 'message') ?? '';
  const signature = stackSignature(message) ?? `message ${normalised(firstLine(message))}`;
  return hexOf(`${typeof service === 'string' ? service : ''}\n${signature}`);
}

const frames: readonly { readonly line: RegExp; readonly frame: (match: RegExpExecArray) => string }[] = [
  // Java, Kotlin, C#: `at com.example.Shop.pay(Shop.java:12)`; JavaScript: `at pay (/srv/shop.js:12:3)`, `at /srv/shop.js:12:3`
  {
    line: /^\s*at\s+(?:async\s+)?(.+?)\s*(?:\((.*)\))?$/,
    frame: ([, name = '', place = '']) => (place === '' ? withoutLine(name) : `${plainName(name)} ${fileOf(place)}`),
  },
  // Python: `  File "/srv/shop.py", line 12, in pay`
  { line: /^\s*File "(.+)", line \d+(?:, in (.+))?$/, frame: ([, file = '', name = '']) => `${name} ${fileOf(file)}` },
  // Ruby: `/srv/shop.rb:12:in 'pay'`; PHP: `#0 /srv/shop.php(12): pay()`
  { line: /^\s*(?:from\s+)?(\S+):\d+:in [`'](.+)'$/, frame: ([, file = '', name = '']) => `${name} ${fileOf(file)}` },
  { line: /^#\d+ (.+?)\(\d+\): (.+)$/, frame: ([, file = '', name = '']) => `${name.replace(/\(.*$/, '')} ${fileOf(file)}` },
  // Go: `main.pay(0xc000010200)` above `\t/srv/shop.go:12 +0x1d`
  { line: /^\s+(\S+\.go):\d+(?: \+0x[0-9a-f]+)?$/, frame: ([, file = '']) => fileOf(file) },
];

/** The exception's type and its frames without lines and variable parts; `undefined` where there is no stack. */
function stackSignature(message: string): string | undefined {
  const lines = message.split(/\r?\n/);
  const found = framesIn(lines);
  if (found.length === 0) return undefined;
  const own = framesIn(lines.filter((line) => !ofRuntime.test(line)));
  return `${exceptionType(lines)}\n${(own.length > 0 ? own : found).join('\n')}`;
}

/** Frames of Node itself: what waits for what tells nothing of the error. */
const ofRuntime = /^\s*at\s.*\bnode:/;

function framesIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    for (const { line: pattern, frame } of frames) {
      const match = pattern.exec(line);
      if (match) return [frame(match)];
    }
    return [];
  });
}

/** `TypeError` of `TypeError: x is not a function`; the last line tells in Python, the first elsewhere. */
function exceptionType(lines: readonly string[]): string {
  const python = (lines[0] ?? '').startsWith('Traceback (most recent call last)');
  const candidates = python ? lines.filter((line) => /^\S/.test(line)).slice(1) : lines;
  const head = (python ? candidates.at(-1) : candidates[0]) ?? '';
  const match = /^(?:Exception in thread "[^"]*" |Uncaught |PHP Fatal error:\s+Uncaught )?([A-Za-z_$][\w.$:\\]*?)(?::\s|\s*$)/.exec(head);
  return match?.[1] ?? normalised(head);
}

/** Names that compilers make up differ from build to build. */
function plainName(name: string): string {
  return name.replace(/\$\d+|\$\$[\w$]+|<anonymous>/g, '').replace(/^Object\./, '');
}

function withoutLine(text: string): string {
  return text.replace(/(?::\d+){1,2}\)?$/, '');
}

/** The file without its folders and lines. */
function fileOf(place: string): string {
  const file = withoutLine(place.trim());
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

function firstLine(text: string): string {
  return text.trim().split(/\r?\n/, 1)[0] ?? '';
}

/** What varies from event to event, in the order in which it is taken out. */
const varying: readonly (readonly [pattern: RegExp, mark: string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g, '<mail>'],
  [/\b\w+:\/\/[^\s"')]+/g, '<url>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '<address>'],
  [/(?<![\w:])(?=[0-9a-f]*:[0-9a-f]*:)[0-9a-f:]{2,39}(?![\w:])/gi, '<address>'],
  [/((?:\/|[A-Za-z]:\\)[^\s:"')]+)(?::\d+){1,2}/g, '$1'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{6,}\b/gi, '<hex>'],
  [/-?\d+(?:[.,]\d+)*/g, '<n>'],
  [/\s+/g, ' '],
];

/** A message without its numbers, hexadecimal, addresses and lines of paths. */
export function normalised(message: string): string {
  return varying.reduce((text, [pattern, mark]) => text.replace(pattern, mark), message);
}
