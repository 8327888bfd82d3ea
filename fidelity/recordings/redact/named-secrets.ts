/** Finds secrets in a text by the names before them, and by the options of commands. Takes linear time. */
import { findCommandSecrets, separateArguments } from './commands.js';
import { readPartName } from './multipart.js';
import { isDescription, readQuoted, readValue } from './read-value.js';
import { isCookieHeader, isSecretField, isSecretHeader, isSecretParameter } from './secret-names.js';
import type { FoundSecret } from './secrets.js';
import { findColumns, findInsertedSecrets } from './tables.js';

/** Matches each text in which a name can identify a secret, in less time. */
export const namedSecretHint: RegExp =
  /token|secret|pass|credential|cookie|jwt|assertion|auth|code|connection.?string|key|session|signed|seed.?phrase|mnemonic|pin|otp|pwd|sid|pat|psk|sas|cvv|bearer|sig|csrf|hmac|ticket|upload|access|saml|dpop|data|x-|-[a-zA-Z]|identified|login|net1?(?:\.exe)? use|sqlplus|rabbitmqctl|schtasks|snmp-server/i;

/** A name, and what separates it from its value. The lookahead keeps the engine from trying shorter names. */
const nameAndSeparator =
  /(?<![\w$])(?=(?<name>[A-Za-z_$][\w.$-]{0,79}))\k<name>(?<close>(?:\\{0,7}["'`]|&(?:quot|apos|#3[49]);)?\]?)(?:(?<space>\s{0,9})(?<separator>:=|=>|==?|:|,)(?!\/\/)|(?<call>\())/g;
const element = /<(?:[\w-]{1,40}:)?(?<name>[A-Za-z][\w.-]{0,79})(?:\s[^<>]{0,400})?>/g;
const option = /(?<![\w-])--?(?<name>[A-Za-z][\w.-]{0,79})[ \t]{1,60}/g;
/** In sentences, files `.netrc`, SQL, and Dockerfiles. */
const wordAndSpace =
  /(?<![\w.-])(?<name>[\w.-]{0,60}(?:password|passwd|passphrase|passcode|secret|token|key|pin))[ \t]{1,9}(?<verb>(?:is|was):? )?/gi;

/** Yields the places of secrets whose names precede them. */
export function* findNamedSecrets(text: string): Iterable<FoundSecret> {
  const isVariables = isVariableList(text);
  const isKubernetes = kubernetesSecret.test(text);
  const budget = { left: 4 * text.length + 100_000 };
  // A query that is encoded several times has no boundary before a name.
  yield* readAll(text, encodedParameter, function* ({ name, at }) {
    if (isSecretParameter(name)) yield* readPattern(text, at, encodedValue);
  });
  if (bracketHint.test(text))
    yield* readAll(text, bracketedParameter, function* ({ name, at, groups }) {
      if (isSecretField(groups['list'] ?? name) && !/[[{$]/.test(text[at] ?? '')) yield* readPattern(text, at, encodedValue);
    });
  yield* readAll(text, nameAndSeparator, function* (match) {
    const found = { ...match, text, isVariables, budget };
    if (isKubernetes && match.groups['separator'] === ':' && /^(?:data|stringData)$/.test(match.name)) yield* readBlockOf(found);
    else yield* findValue(found);
  });
  const commands = separateArguments(text);
  yield* readAll(commands, option, function* ({ name, at }) {
    if (isSecretField(name)) yield* readArgument(commands, at);
  });
  yield* readAll(text, wordAndSpace, (match) => findAfterSpace(text, match));
  if (text.includes('</'))
    yield* readAll(text, element, function* ({ name, at }) {
      if (isSecretField(name)) yield* readPattern(text, at, /(?:<!\[CDATA\[)?(?<value>[^<]{1,65536})/y);
    });
  for (const pattern of [pairs, reversedPairs]) for (const match of text.matchAll(pattern)) yield* findPair(text, match, budget);
  for (const pattern of namedPlaces)
    for (const { groups, indices } of text.matchAll(pattern))
      if (isSecretField(groups?.['name'] ?? '')) yield indices?.groups?.['secret'] ?? [0, 0];
  yield* findColumns(text);
  yield* findParts(text);
  yield* findSections(text, budget);
  yield* findInsertedSecrets(text, budget);
  yield* findCommandSecrets(commands);
}

interface NameMatch {
  readonly name: string;
  /** Where the name begins, and where what follows the separator begins. */
  readonly start: number;
  readonly at: number;
  readonly groups: Readonly<Partial<Record<string, string>>>;
}

/** Reads the values after all names that aren't a part of an earlier value. */
function* readAll(text: string, pattern: RegExp, read: (match: NameMatch) => Iterable<FoundSecret>): Iterable<FoundSecret> {
  let last = 0;
  for (const { index, 0: all, groups = {} } of text.matchAll(pattern)) {
    if (index < last) continue;
    const name = (groups['name'] ?? '').replace(/[-.]+$/, '');
    for (const range of read({ name, start: index, at: index + all.length, groups })) {
      last = Math.max(last, range[1]);
      yield range;
    }
  }
}

interface FoundName extends NameMatch {
  readonly text: string;
  /** Whether most lines of the text are variables with their values. */
  readonly isVariables: boolean;
  readonly budget: { left: number };
}

function* findValue({ text, name, start, at, groups, isVariables, budget }: FoundName): Iterable<FoundSecret> {
  const { separator, close = '', space = '' } = groups;
  const before = text[start - 1] ?? '\n';
  if (separator === undefined || separator === ',') {
    const value = isSecretField(name) || isSecretHeader(name) ? readQuoted(text, skipSpace(text, at)) : undefined;
    const isNameInList = separator === ',' && (close === '' || (value !== undefined && isNameOfSecret(text.slice(...value))));
    if (value !== undefined && !isNameInList) yield value;
    return;
  }
  if (/[?&;#]/.test(before) && separator === '=' && space === '') {
    if (isSecretParameter(name)) yield* readPattern(text, at, before === ';' ? connectionValue : queryValue);
    return;
  }
  if (separator === ':' && isHeaderLine(name, { text, start }))
    return yield* readPattern(text, at, /["'`]/.test(before) ? quotedHeader : headerValue);
  if (!isSecretField(name)) return;
  const isLineStart = /(?:^|[\r\n])[ \t]*(?:(?:export|set|ENV|ARG) +|- +)*["']?$/.test(text.slice(Math.max(0, start - 40), start));
  const isInWord = separator === ':' && close === '' && space === '' && !/[\s"'`\\[{]/.test(text[at] ?? '');
  if (isInWord && !isLineStart && !/[\s,{"']/.test(before)) return;
  const isLine = isLineStart && (separator === ':' ? close !== ']' : isVariables || space !== '');
  for (const range of readValue(text, at, { nameStart: start, bare: isLine ? 'line' : 'word', budget }))
    // The default of a variable is found on its own.
    if (!/^\$\{\w{1,80}:?[-=]/.test(text.slice(range[0], range[0] + 90))) yield trimRange(text, range, isLine);
}

/** Whether a text can't be a value. A password can end with `Pass`. */
const isNameOfSecret = (text: string): boolean => /^\D{1,80}$/.test(text) && isSecretField(text);

const skipSpace = (text: string, at: number): number => {
  const space = /\s{0,9}/y;
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
};

/** Omits what follows a value in a list such as `a=1,b=2`, and the comma after a value without quotes. */
function trimRange(text: string, [start, end]: FoundSecret, isLine: boolean): FoundSecret {
  if (isLine || /["'`]/.test(text[start - 1] ?? '')) return [start, end];
  const next = text.slice(start, end).search(/,(?:[\w.-]{1,60}=|$)/);
  return next > 0 ? [start, start + next] : [start, end];
}

/** Reads an argument of a command. */
function* readArgument(text: string, at: number): Iterable<FoundSecret> {
  const quoted = readQuoted(text, at);
  if (quoted !== undefined) yield quoted;
  else yield* readPattern(text, at, /(?![-|&;<>$])[^\s"'`;]{1,4096}/y);
}

function* findAfterSpace(text: string, { name, start, at, groups }: NameMatch): Iterable<FoundSecret> {
  if (!isSecretField(name)) return;
  const before = text.slice(Math.max(0, start - 60), start);
  if (setsVariable.test(before) || /\blogin[ \t\r\n]+\S{1,40}\s+$/.test(before)) return yield* readArgument(text, at);
  const quoted = readQuoted(text, at);
  if (quoted !== undefined) {
    const [from, to] = quoted;
    if (to - from < 200 && text[to] === text[at] && !/[\r\n]/.test(text.slice(from, to))) yield quoted;
  } else if (groups['verb'] === undefined && /(?:^|\n)[ \t]*$/.test(before)) yield* readPattern(text, at, onlyWord);
  else if (groups['verb'] === undefined && /^pass/i.test(name)) yield* readPattern(text, at, mixedWord);
  else if (groups['verb'] !== undefined) yield* readPattern(text, at, /(?=\S{0,100}\d)[^\s"'`,;]{4,200}(?<![.])/y);
}

/** Precedes the name of a variable: `ENV`, `setx`, `SetEnv`, `set -x`, `aws configure set`. */
const setsVariable = /(?:(?:^|\n)[ \t]*(?:ENV|setx|setenv|set -\w{1,3})|[;&|] ?setx|config(?:ure)? set)[ \t]+(?:\/\/\S{1,40})?$/i;
/** The only word after a name in its line, as in files `.properties`. */
const onlyWord = /(?=\S{0,100}\d)[^\s"'`,;]{4,200}(?=[ \t]*(?:[\r\n]|$))/y;

/** A word with letters and digits, which isn't one of the sentence. */
const mixedWord = /(?=[^\s\d]{0,100}\d)(?=[^\sA-Za-z]{0,100}[A-Za-z])[^\s"'`,;]{6,200}(?<![.])/y;

/** Reads the block of `data` in a Secret of Kubernetes. */
function* readBlockOf({ text, start, at, budget }: FoundName): Iterable<FoundSecret> {
  if (/(?:^|[\r\n{,])\s*["']?$/.test(text.slice(Math.max(0, start - 20), start)))
    yield* readValue(text, at, { nameStart: start, bare: 'line', budget });
}

function* readPattern(text: string, at: number, pattern: RegExp): Iterable<FoundSecret> {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const length = match?.groups?.['value']?.length ?? match?.[0].length ?? 0;
  const skipped = (match?.[0].length ?? 0) - length;
  if (length > 0) yield [at + skipped, at + skipped + length];
}

const queryValue = /[^&#\s"'<>;\\]{1,65536}/y;
const connectionValue = /[^;\r\n"'<>&]{1,65536}/y;
const scheme = '[ \\t]{0,5}(?:(?:bearer|basic|digest|negotiate|ntlm|token|apikey|oauth|hmac|aws4-hmac-sha256) {1,3})?';
/** The credentials of a header, after its scheme. */
const headerValue = new RegExp(`${scheme}(?<value>[^\\s][^\\r\\n]{0,65536})`, 'iy');
const quotedHeader = new RegExp(`${scheme}(?<value>[^\\s"'\\\\][^\\r\\n"'\\\\]{0,65536})`, 'iy');

/** Most single words before a colon begin a sentence, so only three of them count as headers. */
function isHeaderLine(name: string, { text, start }: { readonly text: string; readonly start: number }): boolean {
  const isName = name.includes('-') || /^(?:authorization|authentication|cookie)$/i.test(name);
  return (
    isName && (isSecretHeader(name) || isCookieHeader(name)) && /(?:^|[\r\n"'`])[ \t]*$/.test(text.slice(Math.max(0, start - 10), start))
  );
}

const bracketHint = /(?:5D|\])(?:=|%)/i;
/** A name in the brackets of a form, or before them: `user[password]`, `tokens[]`. */
const bracketedParameter =
  /(?:(?:%(?:25){0,4}5B|\[)(?<name>[A-Za-z][\w.-]{0,60})(?:%(?:25){0,4}5D|\])|(?<![\w%]|%(?:25){0,4}[\dA-F])(?<list>[A-Za-z][\w.-]{0,60}))(?:(?:%(?:25){0,4}5B|\[)\d{0,4}(?:%(?:25){0,4}5D|\]))?(?:=(?!=)|%(?:25){0,4}3D)/gi;
const encodedParameter = /(?<start>%(?:25){0,4}(?:3F|26|23)(?<name>[\w.-]{1,60})%(?:25){0,4}3D)/gi;
const encodedValue = /(?:(?!%(?:25){0,4}(?:26|23))[^&#\s"'<>;\\]){1,65536}/iy;

/** Whether most lines of the text are variables, as in a file `.env`, so that values can have spaces. */
function isVariableList(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/, 200)
    .filter((line) => !/^\s*(?:[#;[]|$)/.test(line));
  const variables = lines.filter((line) => /^\s*(?:export )?[\w.-]+ ?[=:]/.test(line));
  return variables.length > 0 && variables.length >= (lines.length * 2) / 3;
}

const kubernetesSecret = /(?:^|[\n,{])\s{0,20}["']?kind["']?\s{0,9}:\s{0,9}["']?Secret["']?[ \t]*(?:[\r\n,}]|$)/;

const names = '(?:\\w{0,20}name|key|field|variable|header|option|label|property|param|parameter|envvar|k)';
const values = '(?:\\w{0,20}value|val|v|content|data|text|default)';
const simple = '(?:"[^"\\r\\n]{0,1000}"|\'[^\'\\r\\n]{0,1000}\'|[^\\s"\',][^\\r\\n,]{0,300})';
/** What separates two members: a comma, the end of a line and lines with comments, or, after an attribute, a space. */
const separation =
  '(?:[ \\t]{0,9}[,;][ \\t]{0,9}(?:\\r?\\n)?|(?:[ \\t]{0,99}(?:#[^\\r\\n]{0,200})?\\r?\\n){1,3}|(?<=["\'])\\s{1,9}(?=\\w))[ \\t]{0,99}';
/** Members between a name and its value, such as a description. */
const others = `(?:["']?[\\w.-]{1,40}["']?[ \\t]{0,9}[:=][ \\t]{0,9}(?:"[^"\\r\\n]{0,300}"|[^\\s"',;#][^\\r\\n"',;#]{0,300})${separation}){0,2}`;
/** A name and a value in two members: `name: DB_PASSWORD` before `value: x`. */
const pairs = new RegExp(
  `(?<![\\w.-])["']?${names}["']?[ \\t]{0,9}[:=][ \\t]{0,9}["']?(?<name>[\\w.-]{1,80})["']?${separation}${others}["']?${values}["']?[ \\t]{0,9}[:=](?<value>[ \\t]{0,9})`,
  'gid',
);
const reversedPairs = new RegExp(
  `(?<![\\w.-])["']?${values}["']?[ \\t]{0,9}[:=][ \\t]{0,9}(?<value>${simple})${separation}["']?${names}["']?[ \\t]{0,9}[:=][ \\t]{0,9}["']?(?<name>[\\w.-]{1,80})`,
  'gid',
);

function* findPair(text: string, { index, groups, indices }: RegExpExecArray, budget: FoundName['budget']): Iterable<FoundSecret> {
  const name = groups?.['name'] ?? '';
  const [from, to] = indices?.groups?.['value'] ?? [0, 0];
  if (!isSecretField(name) && !(name.includes('-') && isSecretHeader(name))) return;
  const marker = text.slice(index).search(/[A-Za-z]/);
  if ((groups?.['value'] ?? '').trim() === '') yield* readValue(text, to, { nameStart: index + marker, bare: 'line', budget });
  else yield readQuoted(text, from) ?? [from, to];
}

/** Yields the fields of forms in parts that are in a text. */
function* findParts(text: string): Iterable<FoundSecret> {
  if (!/content-disposition/i.test(text)) return;
  for (const { index, 0: head } of text.matchAll(partHead)) {
    if (!isSecretField(readPartName(head) ?? '')) continue;
    const start = index + head.length;
    const length = text.slice(start, start + 65_536).search(/\r?\n--|\\r\\n--|$/);
    yield [start, start + length];
  }
}

const partHead = /content-disposition:[^\r\n]{0,400}(?:\r?\n[\w-]{1,60}:[^\r\n]{0,400}){0,5}\r?\n\r?\n/gi;

/** Yields the values of a section whose name is that of secrets: `[credentials]`. */
function* findSections(text: string, budget: FoundName['budget']): Iterable<FoundSecret> {
  for (const { index, 0: head, groups } of text.matchAll(section)) {
    if (!isSecretField(groups?.['name'] ?? '')) continue;
    const start = index + head.length;
    nextSection.lastIndex = start;
    const end = nextSection.exec(text)?.index ?? text.length;
    for (const { index: at, 0: line, 1: name = '' } of text.slice(start, end).matchAll(sectionLine)) {
      const valueStart = start + at + line.length;
      if (!isDescription(name)) yield* readValue(text, valueStart, { nameStart: valueStart - line.trim().length, bare: 'line', budget });
    }
  }
}

const nextSection = /\n[ \t]*\[[\w.[" -]{1,100}\]/g;
const section =
  /(?<=^|\n)[ \t]*\[\[?(?:[\w-]{1,40}\.){0,5}(?<name>[\w-]{1,60}(?:s|secret|password))\]\]?(?=[ \t]*(?:[#;][^\r\n]{0,400})?\r?\n)/gi;
const sectionLine = /(?<=[\r\n])[ \t]*["']?([\w.@-]{1,80})["']?[ \t]*[=:]/g;

/** Values at a distance from their names. */
const namedPlaces: readonly RegExp[] = [
  // <property name="password">x</property>
  /<[\w:.-]{1,40}\s(?:[^<>]{0,200}\s)?(?:name|key|id)\s?=\s?["'](?<name>[\w.-]{1,80})["'][^<>]{0,200}(?<!\/)>\s{0,99}(?:<(?:value|string)>)?(?<secret>[^<]{1,4096})/dgi,
  // <key>password</key><string>x</string>
  /<(?:key|name)>(?<name>[\w.-]{1,80})<\/(?:key|name)>\s{0,99}<\w{1,20}>(?<secret>[^<]{1,4096})/dgi,
  // variable "password" { default = "x" }
  /\bvariable\s{1,9}"(?<name>[\w.-]{1,80})"\s{0,9}\{[^{}]{0,1000}?\bdefault\s{0,99}=\s{0,9}"(?<secret>[^"\r\n]{1,4096})/dg,
  // const password: string = 'x'
  /(?<![\w$])(?<name>[A-Za-z_$][\w$]{0,79})[?!]?\s?:\s?[A-Za-z][\w.<>]{0,40}\s?=\s?["'`](?<secret>[^"'`\r\n]{1,4096})/dg,
  // ${PASSWORD:-x}
  /\$\{(?<name>\w{1,80}):?[-=]["']?(?<secret>[^\s"'`${}]{1,400})/dg,
  // env.TOKEN || 'x'
  /(?<![\w$])(?<name>[A-Za-z_]\w{0,79})["'\])]{0,3}\s{0,9}(?:\|\||\?\?)\s{0,9}["'`](?<secret>[^"'`\r\n]{1,4096})/dg,
  // Your API key is x, API key: x
  /\b(?<name>(?:api|access|secret|private|auth|license|encryption|signing|client|master|account) (?:key|token|secret))(?: (?:is|was))?:?\s{1,3}["'`]?(?<secret>(?=\S{0,100}\d)[^\s"'`,;]{6,200}(?<![.]))/dgi,
  // The password for Jane: x
  /\b(?<name>password|passphrase|passcode|secret|token|pin)\s(?:for|of)\s[^\r\n:]{1,60}:\s{1,3}(?<secret>(?=\S{0,100}\d)[^\s"'`,;]{4,200})/dgi,
];
