/**
 * Frames that begin with `at`: of Java and its kin (`at com.example.Shop.pay(Shop.java:12)`), of C# (`at Shop.Pay(Int32 id) in /srv/Shop.cs:line 12`)
 * and of JavaScript (`at pay (/srv/shop.js:12:3)`, `at /srv/shop.js:12:3`). Prose may begin with the same word.
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

/** C#: ` in /srv/Shop.cs:line 12`, Mono's ` [0x00012] in <…>:0` too. */
function parseSourceLineFrame(body: string): AtFrame | undefined {
  const at = body.lastIndexOf(' in ');
  if (at < 0) return undefined;
  const place = body.slice(at + 4);
  const name = body.slice(0, at).replace(/ \[0x[0-9a-f]+\]$/, '');
  const found = /:line \d+$/.test(place) || name.length < at;
  return found && name.endsWith(')') ? { text: `${normalizeName(name)} ${place.startsWith('<') ? '' : getFileName(place)}` } : undefined;
}

function parseCallFrame(body: string): AtFrame | undefined {
  const open = body.indexOf('(');
  if (open < 0) return undefined;
  const spaced = body.indexOf(' (');
  const apart = spaced >= 0 && (spaced < open || isSourceLocation(body.slice(spaced + 2, -1)));
  const name = body.slice(0, apart ? spaced : open);
  const inner = body.slice((apart ? spaced + 1 : open) + 1, -1);
  return apart ? parseJavaScriptFrame(name, inner) : parseJavaOrCSharpFrame(name, inner);
}

const javaPlace = /^(?:(?:Unknown Source|SourceFile)(?::\d+)?|Native Method|<[\w ]+>|[\w$-]+\.\w+)$/;
/** `Int32 id, List`1 names` */
const sharpParameters = /^(?:[A-Za-z_<][\w.`&*[\]<>+=, ]*)?$/;

function parseJavaOrCSharpFrame(name: string, inner: string): AtFrame | undefined {
  if (isSourceLocation(inner)) return { text: `${normalizeName(name)} ${getFileName(inner)}` };
  if (/\s/.test(name) || !/\w\.|^lambda_/.test(name)) return undefined;
  if (javaPlace.test(inner)) return { text: `${normalizeName(name)} ${removeLineNumber(inner)}` };
  return sharpParameters.test(inner) ? { text: `${normalizeName(name)}(${inner})` } : undefined;
}

function parseJavaScriptFrame(name: string, place: string): AtFrame | undefined {
  const inCode = isSourceLocation(place);
  if (!inCode && !/^(?:<anonymous>|native(?: .*)?|index \d+|eval at .*|unknown location)$/.test(place)) return undefined;
  const plain = name.replace(/^async /, '');
  if (/\s/.test(plain.replace(/^(?:new|get|set|static) /, '').replace(/ \[as [^\]]+\]$/, '')) && !/:\d+:\d+$/.test(place)) return undefined;
  // Where code came from a text, the place names where that was, too.
  const text = place.startsWith('eval at ') ? 'eval' : getFileName(place).replace(/^index \d+$/, 'index');
  return { text: `${normalizeName(plain)} ${text}` };
}

/** `/srv/shop.js:12:3`, `async file:///srv/shop.js:12:3`, `<anonymous>` */
function parseLocationFrame(body: string): AtFrame | undefined {
  const place = body.replace(/^async /, '');
  if (place === '<anonymous>' || place === 'native') return { text: place };
  if (!isSourceLocation(place)) return undefined;
  return /:\d+:\d+$/.test(place) || isPath(removeLineNumber(place)) ? { text: getFileName(place) } : undefined;
}

/** With folders: neither a host, nor prose. */
function isPath(text: string): boolean {
  return !/\s/.test(text) && /[/\\]/.test(text.replace(/^\w+:\/\//, ''));
}

/** Where loggers say which archive the class came from: ` ~[shop-1.2.jar:1.2]`. */
function removeArchive(body: string): string {
  const at = body.endsWith(']') ? body.lastIndexOf(' ') : -1;
  return at >= 0 && /^~?\[/.test(body.slice(at + 1)) ? body.slice(0, at) : body;
}

/** Names that compilers and runtimes make up differ from build to build and from run to run. */
function normalizeName(name: string): string {
  const made = name
    // Java: classes made at run time: lambdas, proxies, accessors.
    .replace(/\$\$[\w$]+|\/(?:0x[0-9a-f]+|\d+)(?=[.]|$)/g, '')
    .replace(/\$\d+|<anonymous>/g, '')
    .replace(/((?:Generated\w{1,40}Accessor|\$Proxy|\bproxy))\d+/g, '$1')
    // C#: closures, iterators, local functions.
    .replace(/(DisplayClass|>[a-z]__|\|)[\d_]+/g, '$1');
  // Java: loader and module with its version: `app//`, `java.base@17.0.1/`.
  return made.slice(made.lastIndexOf('/') + 1).replace(/^Object\./, '');
}
