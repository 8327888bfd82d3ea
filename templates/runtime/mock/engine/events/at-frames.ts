/**
 * Parses stack frames that begin with `at`: of Java and other JVM languages (`at com.example.Shop.pay(Shop.java:12)`), of C# (`at
 * Shop.Pay(Int32 id) in /srv/Shop.cs:line 12`), and of JavaScript (`at pay (/srv/shop.js:12:3)`, `at /srv/shop.js:12:3`). Prose can begin
 * with the same word.
 */
import { getFileName, isSourceLocation, removeLineNumber } from './source-locations.js';

export interface AtFrame {
  readonly text: string;
}

export function parseAtFrame(line: string): AtFrame | undefined {
  const text = line.trim();
  if (!/^at\s/.test(text)) return undefined;
  const body = removeArchive(text.slice(2).trimStart());
  return parseSourceLineFrame(body) ?? (body.endsWith(')') ? parseCallFrame(body) : parseLocationFrame(body));
}

/** C# and Mono: ` in /srv/Shop.cs:line 12`, ` [0x00012] in <…>:0`. */
function parseSourceLineFrame(body: string): AtFrame | undefined {
  const separator = body.lastIndexOf(' in ');
  if (separator < 0) return undefined;
  const location = body.slice(separator + 4);
  const name = body.slice(0, separator).replace(/ \[0x[0-9a-f]+\]$/, '');
  const hasLocation = /:line \d+$/.test(location) || name.length < separator;
  return hasLocation && name.endsWith(')')
    ? { text: `${normalizeName(name)} ${location.startsWith('<') ? '' : getFileName(location)}` }
    : undefined;
}

function parseCallFrame(body: string): AtFrame | undefined {
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

function parseJavaOrCSharpFrame(name: string, inner: string): AtFrame | undefined {
  if (isSourceLocation(inner)) return { text: `${normalizeName(name)} ${getFileName(inner)}` };
  if (/\s/.test(name) || !/\w\.|^lambda_/.test(name)) return undefined;
  if (javaLocation.test(inner)) return { text: `${normalizeName(name)} ${removeLineNumber(inner)}` };
  return csharpParameters.test(inner) ? { text: `${normalizeName(name)}(${inner})` } : undefined;
}

function parseJavaScriptFrame(name: string, location: string): AtFrame | undefined {
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
function parseLocationFrame(body: string): AtFrame | undefined {
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
