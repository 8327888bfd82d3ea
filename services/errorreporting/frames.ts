/**
 * Parses the frames of stack traces, without the parts that differ between builds and runs. Parsing takes linear time in the length of a
 * line.
 */
import { removeContentDigest } from './normalize-message.js';

export type Language = 'at' | 'python' | 'ruby' | 'php' | 'go' | 'browser';

export interface Frame {
  readonly language: Language;
  /** The called function and its file. */
  readonly text: string;
  /** The text after the frame. In Ruby, the message follows the first frame. */
  readonly rest?: string;
}

/** Parses the frame of a line. `before` is the line above it. */
type LineParser = (line: string, before: string) => ParsedFrame | undefined;
type ParsedFrame = Omit<Frame, 'language'>;

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
  ['at', parseAtFrame],
  ['python', parsePythonFrame],
  ['ruby', parseRubyFrame],
  ['php', parsePhpFrame],
  ['go', parseGoFrame],
  ['browser', parseBrowserFrame],
];

/** Returns the frame of a line, or `undefined` if the line isn't a frame. `before` is the line above it. */
export function parseStackFrame(line: string, before: string): Frame | undefined {
  for (const [language, read] of parsers) {
    const frame = read(line, before);
    if (frame) return { language, ...frame };
  }
  return undefined;
}

/** Returns `/srv/shop.js` for `/srv/shop.js:12:3`, and `/srv/Shop.cs` for `/srv/Shop.cs:line 12`. */
function removeLineNumber(location: string): string {
  return location.replace(/:(?:line )?\d+$/, '').replace(/:\d+$/, '');
}

/** Returns the file name without folders, line numbers, query, and content digest. */
export function getFileName(location: string): string {
  const path = removeLineNumber(location.trim());
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return removeContentDigest(file.split(/[?#]/, 1)[0] ?? '');
}

/**
 * Returns whether the text is a line of a file: `Shop.java:12`, `/srv/shop.js:12:3`, `node:internal/process:1:2`. A host with a port isn't.
 */
function isSourceLocation(text: string): boolean {
  const path = removeLineNumber(text);
  return path !== text && (/[/\\<]|^node:/.test(path) || /\.[A-Za-z]\w*$/.test(path));
}

function parseAtFrame(line: string): ParsedFrame | undefined {
  const text = line.trim();
  if (!/^at\s/.test(text)) return undefined;
  const body = removeArchive(text.slice(2).trimStart());
  return parseSourceLineFrame(body) ?? (body.endsWith(')') ? parseCallFrame(body) : parseLocationFrame(body));
}

/** C# and Mono: ` in /srv/Shop.cs:line 12`, ` [0x00012] in <…>:0`. */
function parseSourceLineFrame(body: string): ParsedFrame | undefined {
  const separator = body.lastIndexOf(' in ');
  if (separator < 0) return undefined;
  const location = body.slice(separator + 4);
  const name = body.slice(0, separator).replace(/ \[0x[0-9a-f]+\]$/, '');
  const hasLocation = /:line \d+$/.test(location) || name.length < separator;
  return hasLocation && name.endsWith(')')
    ? { text: `${normalizeName(name)} ${location.startsWith('<') ? '' : getFileName(location)}` }
    : undefined;
}

function parseCallFrame(body: string): ParsedFrame | undefined {
  const open = body.indexOf('(');
  if (open < 0) return undefined;
  const spaceBeforeOpen = body.indexOf(' (');
  const isSeparated = spaceBeforeOpen >= 0 && (spaceBeforeOpen < open || isSourceLocation(body.slice(spaceBeforeOpen + 2, -1)));
  const name = body.slice(0, isSeparated ? spaceBeforeOpen : open);
  const inner = body.slice((isSeparated ? spaceBeforeOpen + 1 : open) + 1, -1);
  return isSeparated ? parseJavaScriptFrame(name, inner) : parseJavaOrCSharpFrame(name, inner);
}

const javaLocation = /^(?:(?:Unknown Source|SourceFile)(?::\d+)?|Native Method|<[\w ]+>|[\w$-]+\.\w+)$/;
/** `Int32 id, List`1 names` */
const csharpParameters = /^(?:[A-Za-z_<][\w.`&*[\]<>+=, ]*)?$/;

function parseJavaOrCSharpFrame(name: string, inner: string): ParsedFrame | undefined {
  if (isSourceLocation(inner)) return { text: `${normalizeName(name)} ${getFileName(inner)}` };
  if (/\s/.test(name) || !/\w\.|^lambda_/.test(name)) return undefined;
  if (javaLocation.test(inner)) return { text: `${normalizeName(name)} ${removeLineNumber(inner)}` };
  return csharpParameters.test(inner) ? { text: `${normalizeName(name)}(${inner})` } : undefined;
}

function parseJavaScriptFrame(name: string, location: string): ParsedFrame | undefined {
  const hasSourceLocation = isSourceLocation(location);
  if (!hasSourceLocation && !/^(?:<anonymous>|native(?: .*)?|index \d+|eval at .*|unknown location)$/.test(location)) return undefined;
  const callee = name.replace(/^async /, '');
  if (/\s/.test(callee.replace(/^(?:new|get|set|static) /, '').replace(/ \[as [^\]]+\]$/, '')) && !/:\d+:\d+$/.test(location))
    return undefined;
  // The location of evaluated code also contains the location of the `eval` call.
  const text = location.startsWith('eval at ') ? 'eval' : getFileName(location).replace(/^index \d+$/, 'index');
  return { text: `${normalizeName(callee)} ${text}` };
}

/** `/srv/shop.js:12:3`, `async file:///srv/shop.js:12:3`, `<anonymous>` */
function parseLocationFrame(body: string): ParsedFrame | undefined {
  const location = body.replace(/^async /, '');
  if (location === '<anonymous>' || location === 'native') return { text: location };
  if (!isSourceLocation(location)) return undefined;
  return /:\d+:\d+$/.test(location) || isPath(removeLineNumber(location)) ? { text: getFileName(location) } : undefined;
}

/** Returns whether the text contains a folder, unlike a host or prose. */
function isPath(text: string): boolean {
  return !/\s/.test(text) && /[/\\]/.test(text.replace(/^\w+:\/\//, ''));
}

/** Removes the archive of the class that some loggers append: ` ~[shop-1.2.jar:1.2]`. */
function removeArchive(body: string): string {
  const separator = body.endsWith(']') ? body.lastIndexOf(' ') : -1;
  return separator >= 0 && /^~?\[/.test(body.slice(separator + 1)) ? body.slice(0, separator) : body;
}

/** Removes the parts of names that compilers and runtimes generate, because they differ between builds and runs. */
function normalizeName(name: string): string {
  const normalized = name
    // Java: classes that the runtime generates, such as lambdas, proxies, and accessors.
    .replace(/\$\$[\w$]+|\/(?:0x[0-9a-f]+|\d+)(?=[.]|$)/g, '')
    .replace(/\$\d+|<anonymous>/g, '')
    .replace(/((?:Generated\w{1,40}Accessor|\$Proxy|\bproxy))\d+/g, '$1')
    // C#: closures, iterators, local functions.
    .replace(/(DisplayClass|>[a-z]__|\|)[\d_]+/g, '$1');
  // Java: the class loader and the module with its version (`app//`, `java.base@17.0.1/`).
  return normalized.slice(normalized.lastIndexOf('/') + 1).replace(/^Object\./, '');
}
