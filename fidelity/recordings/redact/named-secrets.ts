/** Finds secrets in a text by the names before them, and by the options of commands. Takes linear time. */
import { readQuoted, readValue } from './read-value.js';
import { isCookieHeader, isSecretField, isSecretHeader, isSecretParameter } from './secret-names.js';
import type { FoundSecret } from './secrets.js';

/** Matches each text in which a name can identify a secret, in less time. */
export const namedSecretHint: RegExp =
  /token|secret|pass|credential|cookie|jwt|assertion|auth|code|connection.?string|key|session|signed|seed.?phrase|mnemonic|pin|otp|pwd|sid|pat|psk|sas|cvv|bearer|sig|csrf|hmac|ticket|upload|access|saml|dpop|data|x-|-[upwaU]|identified/i;

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
      if (isSecretField(name)) yield* readPattern(text, at, /[^<]{1,65536}/y);
    });
  for (const pattern of [pairs, reversedPairs]) for (const match of text.matchAll(pattern)) yield* findPair(text, match, budget);
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
  if (/(?:^|\n)[ \t]*ENV[ \t]+$/.test(before) || /\blogin[ \t\r\n]+\S{1,40}\s+$/.test(before)) return yield* readArgument(text, at);
  const quoted = readQuoted(text, at);
  if (quoted !== undefined) {
    const [from, to] = quoted;
    if (to - from < 200 && text[to] === text[at] && !/[\r\n]/.test(text.slice(from, to))) yield quoted;
  } else if (groups['verb'] !== undefined) yield* readPattern(text, at, /(?=\S{0,100}\d)[^\s"'`,;]{4,200}(?<![.])/y);
}

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

const names = '(?:name|key|field|variable|header|option|label|property|param|parameter|envvar|k)';
const values = '(?:value|val|v|content|data|text|default)';
const simple = '(?:"[^"\\r\\n]{0,1000}"|\'[^\'\\r\\n]{0,1000}\'|[^\\s"\',][^\\r\\n,]{0,300})';
const separation = '(?:[ \\t]{0,9}[,;][ \\t]{0,9}(?:\\r?\\n)?|[ \\t]{0,9}(?:#[^\\r\\n]{0,200})?\\r?\\n)[ \\t]{0,99}';
/** A name and a value in two members: `name: DB_PASSWORD` before `value: x`. */
const pairs = new RegExp(
  `(?<![\\w.-])["']?${names}["']?[ \\t]{0,9}[:=][ \\t]{0,9}["']?(?<name>[\\w.-]{1,80})["']?${separation}["']?${values}["']?[ \\t]{0,9}[:=](?<value>[ \\t]{0,9})`,
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

const commandHint = /-[a-zA-Z]|pass:|chpasswd|identified by|securestring|credential /i;
/** Secrets among the arguments of commands. */
const commands: readonly RegExp[] = [
  // curl -u user:password
  /(?<![\w-])(?:-u|-U|--user|--proxy-user|--userpwd|--auth|--creds)[ =]{0,2}\\{0,3}["']?[^\s:"'\\%/]{1,100}[:%](?!\/\/)(?<secret>[^\s"'`\\]{1,400})/dg,
  // mysql -pPASSWORD
  /\b(?:mysql|mariadb)[\w-]{0,20}\b[^\n;|&]{0,400}?\s-p(?<quote>["']?)(?<secret>[^\s"'`]{1,400})/dg,
  // docker login -p PASSWORD
  /\b(?:login|sshpass)\b[^\n;|&]{0,400}?\s-p[ =]{0,3}["']?(?<secret>[^\s"'`-][^\s"'`]{0,400})/dg,
  // redis-cli -a PASSWORD, ldapsearch -w PASSWORD
  /\b(?:redis-cli\b[^\n;|&]{0,400}?\s-a|ldap\w{1,20}\b[^\n;|&]{0,400}?\s-w) {0,3}["']?(?<secret>[^\s"'`]{1,400})/dg,
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
