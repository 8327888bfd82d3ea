/** Types of exceptions, from the lines around the frames of a stack trace. */
import type { Frame } from './frames.js';
import { normalizeMessage } from './normalize-message.js';
import { getFileName } from './source-locations.js';

/** A line of a message, and the frame that it stands for. */
export interface Line {
  readonly text: string;
  readonly frame?: Frame;
}

/** The type of the exception and those of what caused it, each in the order in which it is told. */
export function listExceptionTypes(lines: readonly Line[]): readonly string[] {
  const first = lines.findIndex(({ frame }) => frame);
  const frame = lines[first]?.frame;
  if (!frame) return [];
  const after = lines.slice(first);
  if (frame.language === 'python') return findPythonTypes(after);
  const head = lines.slice(0, first).map(({ text }) => text.trim());
  const type = frame.language === 'go' ? findGoType(head) : (findRubyType(frame) ?? findHeadType(head));
  return [type, ...(frame.language === 'php' ? findPhpThrowSites(head) : []), ...after.flatMap(findCause)];
}

/** Python tells the type after the frames: at the margin, below the last line of code. */
function findPythonTypes(lines: readonly Line[]): readonly string[] {
  const types: string[] = [];
  let expected = false;
  for (const { text, frame } of lines) {
    if (frame) expected = true;
    else if (expected && /^\S/.test(text)) {
      types.push(/^[\w.<>]+(?=:|$)/.exec(text.trimEnd())?.[0] ?? normalizeMessage(text));
      expected = false;
    }
  }
  return types;
}

/** Go has no types of panics, but those of its own runtime: what they say of values stands last, after a bracket. */
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

/** PHP does not count the place that throws among the frames. */
function findPhpThrowSites(head: readonly string[]): readonly string[] {
  return head.flatMap((line) => {
    const at = line.lastIndexOf(' in ');
    return at >= 0 && /:\d+$/.test(line) ? [getFileName(line.slice(at + 4))] : [];
  });
}

/** Java, C#, Node, PHP: what an exception was caused by. */
function findCause({ text, frame }: Line): readonly string[] {
  const line = text.trim();
  const lead = frame ? undefined : /^(?:Caused by: |Suppressed: |---> |\(Inner Exception #\d+\) |\[(?:cause|errors)\]: |Next )/.exec(line);
  return lead ? [parseLeadingName(line.slice(lead[0].length))?.name ?? ''] : [];
}

/**
 * The type above the frames: the nearest line that begins with what can only be an exception; else a word of a line that can; else the first name at
 * the start of a line; else the first line as a whole. A message may have many lines, and a logger's may stand before it.
 */
function findHeadType(head: readonly string[]): string {
  const named = head.flatMap((line) => parseLeadingName(line) ?? []);
  const nearest =
    [...named].reverse().find(({ isException: exceptional }) => exceptional) ?? head.map(findInnerName).reverse().find(Boolean);
  const first = nearest ?? named.find(({ hasMessage: told }) => told) ?? named[0];
  return first?.name ?? normalizeMessage(head.find((line) => line !== '') ?? '');
}

interface ExceptionName {
  readonly name: string;
  /** By its form it can be nothing but the name of an exception. */
  readonly isException: boolean;
  /** A message follows. */
  readonly hasMessage: boolean;
}

const lead = /^(?:Exception in thread "[^"]*" |(?:PHP )?Fatal error:\s+|Uncaught |Unhandled exception[.:] )*/i;

/** `TypeError` of `TypeError [ERR_X]: x is not a function` */
function parseLeadingName(line: string): ExceptionName | undefined {
  const text = line.slice(lead.exec(line)?.[0].length ?? 0);
  const name = /^[A-Za-z_$][\w$]*(?:(?:\.|::|\\)[\w$]+)*/.exec(text)?.[0];
  if (name === undefined) return undefined;
  const rest = text.slice(name.length);
  const exceptional = isExceptionName(name);
  const ends = rest === '' || /^(?: \[[^\]\s]+\])*(?: \(0x[0-9a-f]+\))?:(?:\s|$)/i.test(rest) || (exceptional && /^ [[(]/.test(rest));
  return ends ? { name, isException: exceptional, hasMessage: rest.includes(':') } : undefined;
}

function isExceptionName(name: string): boolean {
  return /(?:Error|Exception)$/.test(name) || /[.:\\][A-Z][\w$]*$/.test(name);
}

/** `TypeError` of `Order failed: TypeError: x is not a function` */
function findInnerName(line: string): ExceptionName | undefined {
  const words = line.split(/\s+/);
  const found = words.flatMap((word, index) => {
    const name = word.replace(/^["'([]/, '').replace(/:$/, '');
    const ends = word.endsWith(':') || index === words.length - 1;
    return ends && /^[\w$.:\\]*(?:Error|Exception)$/.test(name) ? [name] : [];
  });
  return found[0] === undefined ? undefined : { name: found[0], isException: true, hasMessage: true };
}
