/** Finds the types of exceptions in the lines around the frames of a stack trace. */
import { type Frame, getFileName } from './frames.js';
import { normalizeMessage } from './normalize-message.js';

/** A line of a message, and the frame that it contains. */
export interface Line {
  readonly text: string;
  readonly frame?: Frame;
}

/** Returns the types of the exception and its causes, in the order of the text. */
export function listExceptionTypes(lines: readonly Line[]): readonly string[] {
  const first = lines.findIndex(({ frame }) => frame);
  const frame = lines[first]?.frame;
  if (!frame) return [];
  const following = lines.slice(first);
  if (frame.language === 'python') return findPythonTypes(following);
  const preceding = lines.slice(0, first).map(({ text }) => text.trim());
  const type = frame.language === 'go' ? findGoType(preceding) : (findRubyType(frame) ?? findHeadType(preceding));
  return [type, ...(frame.language === 'php' ? findPhpThrowSites(preceding) : []), ...following.flatMap(findCause)];
}

/** In Python, the type follows the frames: at the margin, below the last line of code. */
function findPythonTypes(lines: readonly Line[]): readonly string[] {
  const types: string[] = [];
  let isExpected = false;
  for (const { text, frame } of lines) {
    if (frame) isExpected = true;
    else if (isExpected && /^\S/.test(text)) {
      types.push(/^[\w.<>]+(?=:|$)/.exec(text.trimEnd())?.[0] ?? normalizeMessage(text));
      isExpected = false;
    }
  }
  return types;
}

/** Go panics have no type, except those of the runtime. Their variable part follows a bracket. */
function findGoType(head: readonly string[]): string {
  for (const line of head) {
    const text = /^panic: (.*)$/.exec(line)?.[1] ?? / panic serving \S+: (.*)$/.exec(line)?.[1];
    if (text?.startsWith('runtime error: ')) return `panic ${normalizeMessage(text.split('[', 1)[0] ?? '')}`;
    if (text !== undefined) return 'panic';
  }
  return normalizeMessage(head.find((line) => line !== '' && !line.startsWith('goroutine ')) ?? '');
}

/** ``shop.rb:3:in `pay': card refused (PaymentError)``; without a message it is the type alone. */
function findRubyType({ rest }: Frame): string | undefined {
  if (rest === undefined) return undefined;
  return /\(([A-Z]\w*(?:::\w+)*)\)$/.exec(rest)?.[1] ?? normalizeMessage(rest);
}

/** PHP doesn't list the location that throws among the frames. */
function findPhpThrowSites(head: readonly string[]): readonly string[] {
  return head.flatMap((line) => {
    const separator = line.lastIndexOf(' in ');
    return separator >= 0 && /:\d+$/.test(line) ? [getFileName(line.slice(separator + 4))] : [];
  });
}

/** Returns the type in a "caused by" line of Java, C#, Node, or PHP. */
function findCause({ text, frame }: Line): readonly string[] {
  const line = text.trim();
  const lead = frame ? undefined : /^(?:Caused by: |Suppressed: |---> |\(Inner Exception #\d+\) |\[(?:cause|errors)\]: |Next )/.exec(line);
  return lead ? [parseLeadingName(line.slice(lead[0].length))?.name ?? ''] : [];
}

/**
 * Returns the type above the frames. In order of preference: the nearest line that begins with an unambiguous exception name; a word of a
 * line that is one; the first name with a message at the start of a line; the first name; the whole first line. A message can have many
 * lines, and a logger's text can precede it.
 */
function findHeadType(head: readonly string[]): string {
  const named = head.flatMap((line) => parseLeadingName(line) ?? []);
  const nearest = [...named].reverse().find(({ isException }) => isException) ?? head.map(findInnerName).reverse().find(Boolean);
  const first = nearest ?? named.find(({ hasMessage }) => hasMessage) ?? named[0];
  return first?.name ?? normalizeMessage(head.find((line) => line !== '') ?? '');
}

interface ExceptionName {
  readonly name: string;
  /** Whether the form of the name shows that it is an exception. */
  readonly isException: boolean;
  /** Whether a message follows the name. */
  readonly hasMessage: boolean;
}

const lead = /^(?:Exception in thread "[^"]*" |(?:PHP )?Fatal error:\s+|Uncaught |Unhandled exception[.:] )*/i;

/** `TypeError` of `TypeError [ERR_X]: x is not a function` */
function parseLeadingName(line: string): ExceptionName | undefined {
  const text = line.slice(lead.exec(line)?.[0].length ?? 0);
  const name = /^[A-Za-z_$][\w$]*(?:(?:\.|::|\\)[\w$]+)*/.exec(text)?.[0];
  if (name === undefined) return undefined;
  const rest = text.slice(name.length);
  const isException = isExceptionName(name);
  const isComplete = rest === '' || /^(?: \[[^\]\s]+\])*(?: \(0x[0-9a-f]+\))?:(?:\s|$)/i.test(rest) || (isException && /^ [[(]/.test(rest));
  return isComplete ? { name, isException, hasMessage: rest.includes(':') } : undefined;
}

function isExceptionName(name: string): boolean {
  return /(?:Error|Exception)$/.test(name) || /[.:\\][A-Z][\w$]*$/.test(name);
}

/** `TypeError` of `Order failed: TypeError: x is not a function` */
function findInnerName(line: string): ExceptionName | undefined {
  const words = line.split(/\s+/);
  const names = words.flatMap((word, index) => {
    const name = word.replace(/^["'([]/, '').replace(/:$/, '');
    const isComplete = word.endsWith(':') || index === words.length - 1;
    return isComplete && /^[\w$.:\\]*(?:Error|Exception)$/.test(name) ? [name] : [];
  });
  return names[0] === undefined ? undefined : { name: names[0], isException: true, hasMessage: true };
}
