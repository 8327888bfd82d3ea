/** Finds secrets among the arguments of commands, also where the arguments are the elements of a list. */
import type { FoundSecret } from './secrets.js';

/** Yields the places of secrets in commands. `text`: with its arguments separated by spaces. */
export function* findCommandSecrets(text: string): Iterable<FoundSecret> {
  if (!commandHint.test(text)) return;
  for (const pattern of commands) for (const { indices } of text.matchAll(pattern)) yield indices?.groups?.['secret'] ?? [0, 0];
}

/**
 * Returns a text of the same length in which spaces separate the arguments of commands: those in lists such as `['mysql', '-px']`, in lists of
 * YAML, and in several lines.
 */
export function separateArguments(text: string): string {
  if (!listHint.test(text)) return text;
  return text.replaceAll(listSeparator, (separator) => ' '.repeat(separator.length));
}

const listHint = /["'],|\n[ \t]*- |\\\r?\n/;
/** The elements of a list in YAML are arguments if they are single words. */
const listSeparator =
  /\\{0,7}["'],\s{0,99}\\{0,7}["']|\\\r?\n|\n[ \t]{0,40}- (?:["'](?=[^\s"':]{1,400}["'][ \t]*(?:[\r\n]|$))|(?=[^\s"':]{1,400}[ \t]*(?:[\r\n]|$)))/g;

const commandHint =
  /-[a-zA-Z]|pass|identified|securestring|credential |<<<|net1?(?:\.exe)? use|sqlplus|lftp|rabbitmqctl|snmp|secret|login|auth|\/(?:pass|rp)/i;
/** Secrets among the arguments of commands. */
const commands: readonly RegExp[] = [
  // curl -u user:password
  /(?<![\w-])(?:-[fgikLnOsSv]{0,6}u|-U|--user|--proxy-user|--userpwd|--auth|--creds|(?<=\bhttps? )-a)[ =]{0,2}\\{0,3}["']?(?!\d+:\d+\b)[^\s:"'\\%/]{1,100}[:%](?!\/\/)(?<secret>[^\s"'`\\]{1,400})/dg,
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
  /\b(?:echo|printf)\s{1,3}(?:-\w{1,3}\s{1,3}|["']?%s(?:\\n)?["']?\s{1,3}){0,3}["']?(?<secret>[^\s"'`|$]{1,400})["']?\s{0,9}\|[^\n|]{0,200}(?:\bpasswd\b|--stdin|password-stdin|--with-token|sudo -S|--data-file=-)/dg,
  // docker login --password-stdin <<< PASSWORD
  /(?:\bpasswd\b|--stdin|password-stdin|--with-token|sudo -S|--data-file=-|\blogin\b)[^\n<]{0,200}<<<\s{0,3}["']?(?<secret>[^\s"'`$]{1,400})/dg,
  // chpasswd <<< user:PASSWORD, and the first line of a document
  /\bchpasswd\b[^\n<]{0,40}<<(?:<\s{0,3}["']?|-?\s?["']?\w{1,40}["']?\s{0,9}\n\s{0,40})[\w.-]{1,60}:(?<secret>[^\s"'`$]{1,400})/dg,
  // passwd root <<EOF
  /\bpasswd\b[^\n<]{0,40}<<-?\s?["']?\w{1,40}["']?\s{0,9}\n\s{0,40}(?<secret>[^\s"'`$]{1,400})/dg,
  // kubectl create secret generic NAME --from-literal=name=PASSWORD
  /--from-literal[ =]["']?[\w.-]{1,80}=["']?(?<secret>[^\s"'`]{1,400})/dg,
  // openssl -passin pass:PASSWORD
  /(?<![\w-])pass:(?<secret>[^\s"'`]{1,400})/dg,
  // htpasswd -b FILE USER PASSWORD
  /\bhtpasswd\s{1,9}(?:-\w{1,9}\s{1,9})*-\w{0,8}b\w{0,8}\s{1,9}\S{1,200}\s{1,9}\S{1,200}\s{1,9}["']?(?<secret>[^\s"'`]{1,400})/dg,
  // echo user:PASSWORD | chpasswd
  /(?<![\w:])[\w.-]{1,60}:(?<secret>[^\s:"'`]{1,400})["']?\s{0,9}\|\s{0,9}(?:sudo )?chpasswd/dg,
  // CREATE USER … IDENTIFIED BY 'PASSWORD'
  /\bidentified\s{1,9}(?:with\s{1,9}\S{1,60}\s{1,9})?(?:by|as|using)\s{1,9}(?:password\s{1,9})?["'](?<secret>[^"'\r\n]{1,400})/dgi,
  /(?<=\b(?:user|role|to)\s{1,9}\S{1,100}\s{1,9})identified\s{1,9}by\s{1,9}(?<secret>(?=\S{0,100}\d)[^\s"';,]{4,400})/dgi,
  // SET PASSWORD FOR 'bob'@'localhost' = 'PASSWORD'
  /\bset\s{1,9}password\s{1,9}(?:for\s{1,9}[^\s=]{1,200}\s{0,9})?=\s{0,9}["'](?<secret>[^"'\r\n]{1,400})/dgi,
  // WHERE password LIKE 'PASSWORD'
  /\b(?:password|passwd|token|secret)["`]?\s{1,9}(?:not\s{1,9})?(?:i?like|in\s{0,9}\(|<>|!=)\s{0,9}["'](?<secret>[^"'\r\n]{1,400})/dgi,
  // net use \\SERVER\SHARE PASSWORD /user:bob, net user bob PASSWORD
  /\bnet1?(?:\.exe)?\s{1,9}use\s{1,9}(?:[A-Za-z*]:?\s{1,9})?\\{2,8}[^\s"']{1,200}\s{1,9}(?:\/(?!user)\S{1,60}\s{1,9}){0,5}(?:\/user:\S{1,100}\s{1,9})?["']?(?!\/)(?<secret>[^\s"'`]{1,400})/dgi,
  /\bnet1?(?:\.exe)?\s{1,9}user\s{1,9}[^\s/"']{1,100}\s{1,9}["']?(?![/*])(?<secret>[^\s"'`]{1,400})/dgi,
  // cmdkey /pass:PASSWORD, schtasks /rp PASSWORD
  /(?<=\s)\/(?:pass(?:word)?:|rp\s{1,9})["']?(?<secret>[^\s"'`]{1,400})/dgi,
  // zip -P PASSWORD, 7z -pPASSWORD
  /\b(?:(?:un)?zip\b[^\n;|&]{0,400}?\s-P\s{1,9}|(?:7z\w?|rar|unrar)\b[^\n;|&]{0,400}?\s-p)["']?(?<secret>[^\s"'`]{1,400})/dg,
  // sqlplus user/PASSWORD@db, lftp -u user,PASSWORD, smbclient -U user%PASSWORD
  /\b(?:sqlplus\b[^\n;|&/]{0,200}?\s[\w.$-]{1,60}\/|lftp\b[^\n;|&]{0,400}?\s-u {0,3}["']?[\w.-]{1,60},)(?<secret>[^\s"'`@]{1,400})/dg,
  // vault login TOKEN, rabbitmqctl add_user bob PASSWORD
  /\b(?:vault login|rabbitmqctl (?:add_user|change_password) \S{1,60}) {1,3}(?![-\w]{1,40}=)["']?(?<secret>[^\s"'`-][^\s"'`]{3,400})/dg,
  // snmp-server community SECRET, username bob password 0 PASSWORD
  /\b(?:snmp-server community|(?:password|secret) \d) {1,3}(?<secret>[^\s"'`]{4,400})/dg,
  // requirepass PASSWORD, AUTH PASSWORD, AUTH PLAIN BASE64, USER bob and PASS PASSWORD, a1 LOGIN bob PASSWORD
  /(?<=^|[\r\n]|\\n)[ \t]{0,20}(?:requirepass|masterauth|AUTH(?: PLAIN| LOGIN)?|USER \S{1,100}(?:\r?\n|\\n)PASS|\w{1,20} LOGIN \S{1,100})[ \t]{1,9}(?<secret>[^\s"'`\\]{4,400})(?=[ \t]*(?:[\r\n]|\\[rn]|$))/dg,
  // ConvertTo-SecureString "PASSWORD"
  /\bConvertTo-SecureString\s{1,9}(?:-\w{1,20}\s{1,9})?["'](?<secret>[^"'\r\n]{1,400})/dgi,
];
