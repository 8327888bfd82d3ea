/** Finds secrets in a text by the names before them, and by the options of commands. Takes linear time. */
import { readQuoted, readValue } from './read-value.js';
import { isCookieHeader, isSecretField, isSecretHeader, isSecretParameter } from './secret-names.js';
import type { FoundSecret } from './secrets.js';

/** Matches each text in which a name can identify a secret, in less time. */
export const namedSecretHint: RegExp =
  /token|secret|pass|credential|cookie|jwt|assertion|auth|code|connection.?string|key|session|signed|seed.?phrase|mnemonic|pin|otp|pwd|sid|pat|psk|sas|cvv|bearer|sig|csrf|hmac|ticket|upload|access|saml|dpop|data|x-|-[a-zA-Z]|identified/i;

/** A name, and what separates it from its value. The lookahead keeps the engine from trying shorter names. */
const nameAndSeparator =
  /(?<![\w$])(?=(?<name>[A-Za-z_$][\w.$-]{0,79}))\k<name>(?<close>\\{0,7}["'`]?\]?)(?:(?<space>\s{0,9})(?<separator>:=|=>|==?|:|,)(?!\/\/)|(?<call>\())/g;
const element = /<(?:[\w-]{1,40}:)?(?<name>[A-Za-z][\w.-]{0,79})(?:\s[^<>]{0,400})?>/g;
const option = /(?<![\w-])--?(?<name>[A-Za-z][\w.-]{0,79})[ \t]{1,9}/g;
/** In sentences, files `.netrc`, SQL, and Dockerfiles. */
const wordAndSpace =
  /(?<![\w.-])(?<name>[\w.-]{0,60}(?:password|passwd|passphrase|passcode|secret|token|key|pin))[ \t]{1,9}(?<verb>(?:is|was) )?/gi;

/** Yields the places of secrets whose names precede them. */
export function* findNamedSecrets(text: string): Iterable<FoundSecret> {
  const isVariables = isVariableList(text);
  const isKubernetes = kubernetesSecret.test(text);
  const budget = { left: 4 * text.length + 100_000 };
  // A query that is encoded several times has no boundary before a name.
  yield* readAll(text, encodedParameter, function* ({ name, at }) {
    if (isSecretParameter(name)) yield* readPattern(text, at, encodedValue);
  });
  yield* readAll(text, nameAndSeparator, function* (match) {
    const found = { ...match, text, isVariables, budget };
    if (isKubernetes && match.groups['separator'] === ':' && /^(?:data|stringData)$/.test(match.name)) yield* readBlockOf(found);
    else yield* findValue(found);
  });
  yield* readAll(text, option, function* ({ name, at }) {
    if (isSecretField(name)) yield* readArgument(text, at);
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
  if (!commandHint.test(text)) return;
  for (const pattern of commands) for (const { indices } of text.matchAll(pattern)) yield indices?.groups?.['secret'] ?? [0, 0];
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
    const isNameInList = separator === ',' && (close === '' || (value !== undefined && isSecretField(text.slice(...value))));
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
    yield trimRange(text, range, isLine);
}

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
  else if (groups['verb'] !== undefined) yield* readPattern(text, at, /(?=\S{0,100}\d)[^\s"'`,;]{4,200}(?<![.])/y);
}

/** Precedes the name of a variable: `ENV`, `setx`, `SetEnv`, `set -x`, `aws configure set`. */
const setsVariable = /(?:(?:^|\n)[ \t]*(?:ENV|setx|setenv|set -\w{1,3})|[;&|] ?setx|configure set)[ \t]+$/i;
/** The only word after a name in its line, as in files `.properties`. */
const onlyWord = /(?=\S{0,100}\d)[^\s"'`,;]{4,200}(?=[ \t]*(?:[\r\n]|$))/y;

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

/** Yields the values below the names of secrets in a table with commas, tabs, or bars. */
function* findColumns(text: string): Iterable<FoundSecret> {
  const [head = ''] = /^\|?[\w" ,;|\t.-]{3,1000}(?=\r?\n)/.exec(text) ?? [];
  const separator = ['|', '\t', ',', ';'].find((each) => head.includes(each));
  if (separator === undefined) return;
  const secrets = head.split(separator).map((name) => isSecretField(name.trim().replaceAll('"', '')));
  if (!secrets.includes(true)) return;
  const cell = new RegExp(
    `(?:[ ]{0,99}"((?:[^"]|""){0,65536})"[ ]{0,99}|([^${separator}\\r\\n]{0,65536}))(${separator === '|' ? '\\|' : separator}|\\r?\\n|$)`,
    'dy',
  );
  cell.lastIndex = head.length;
  for (let column = 0, match = cell.exec(text); match !== null && match[0] !== ''; match = cell.exec(text)) {
    const range = match.indices?.[1] ?? match.indices?.[2];
    if (secrets[column] === true && range !== undefined && /\w/.test(text.slice(...range))) yield range;
    column = match[3] === separator ? column + 1 : 0;
  }
}

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
  // The password for Jane: x
  /\b(?<name>password|passphrase|passcode|secret|token|pin)\s(?:for|of)\s[^\r\n:]{1,60}:\s{1,3}(?<secret>(?=\S{0,100}\d)[^\s"'`,;]{4,200})/dgi,
];

const commandHint = /-[a-zA-Z]|pass:|chpasswd|identified by|securestring|credential /i;
/** Secrets among the arguments of commands. */
const commands: readonly RegExp[] = [
  // curl -u user:password
  /(?<![\w-])(?:-[fgikLnOsSv]{0,6}u|-U|--user|--proxy-user|--userpwd|--auth|--creds)[ =]{0,2}\\{0,3}["']?(?!\d+:\d+\b)[^\s:"'\\%/]{1,100}[:%](?!\/\/)(?<secret>[^\s"'`\\]{1,400})/dg,
  // mysql -pPASSWORD
  /\b(?:mysql|mariadb)[\w-]{0,20}\b[^\n;|&]{0,400}?\s-p(?<quote>["']?)(?<secret>[^\s"'`]{1,400})/dg,
  // docker login -p PASSWORD, sqlcmd -P PASSWORD
  /\b(?:login|sshpass|mongo\w{0,10}|useradd|usermod|sqlcmd)\b[^\n;|&]{0,400}?\s-[pP][ =]{0,3}["']?(?<secret>[^\s"'`-][^\s"'`]{0,400})/dg,
  // redis-cli -a PASSWORD, ldapsearch -w PASSWORD
  /\b(?:redis-cli\b[^\n;|&]{0,400}?\s-a|ldap\w{1,20}\b[^\n;|&]{0,400}?\s-w) {0,3}["']?(?<secret>[^\s"'`]{1,400})/dg,
  // openssl enc -k PASSWORD
  /\bopenssl\b[^\n;|&]{0,400}?\s-[kK] {1,3}["']?(?<secret>[^\s"'`]{1,400})/dg,
  // curl -b name=COOKIE, curl -E certificate:PASSWORD
  /\bcurl\b[^\n;|&]{0,400}?\s(?:(?:-b|--cookie)[ =]{0,3}["']?[\w.-]{1,80}=|(?:-E|--cert)[ =]{1,3}["']?[^\s:"']{2,200}:)(?<secret>[^\s"'`]{1,400})/dg,
  // echo PASSWORD | passwd --stdin
  /\becho\s{1,3}(?:-n\s{1,3})?["']?(?<secret>[^\s"'`|$]{1,400})["']?\s{0,9}\|[^\n|]{0,200}(?:passwd --stdin|password-stdin|--with-token)/dg,
  // kubectl create secret generic NAME --from-literal=name=PASSWORD
  /--from-literal[ =]["']?[\w.-]{1,80}=["']?(?<secret>[^\s"'`]{1,400})/dg,
  // openssl -passin pass:PASSWORD
  /(?<![\w-])pass:(?<secret>[^\s"'`]{1,400})/dg,
  // htpasswd -b FILE USER PASSWORD
  /\bhtpasswd\s{1,9}(?:-\w{1,9}\s{1,9})*-\w{0,8}b\w{0,8}\s{1,9}\S{1,200}\s{1,9}\S{1,200}\s{1,9}["']?(?<secret>[^\s"'`]{1,400})/dg,
  // echo user:PASSWORD | chpasswd
  /(?<![\w:])[\w.-]{1,60}:(?<secret>[^\s:"'`]{1,400})["']?\s{0,9}\|\s{0,9}(?:sudo )?chpasswd/dg,
  // CREATE USER … IDENTIFIED BY 'PASSWORD'
  /\bidentified\s{1,9}(?:with\s{1,9}\S{1,60}\s{1,9})?by\s{1,9}["'](?<secret>[^"'\r\n]{1,400})/dgi,
  // ConvertTo-SecureString "PASSWORD"
  /\bConvertTo-SecureString\s{1,9}(?:-\w{1,20}\s{1,9})?["'](?<secret>[^"'\r\n]{1,400})/dgi,
];
