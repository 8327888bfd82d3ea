/** The presentation forms of DNS records by type (RFC 1035 and those after it). */

/** What one part of a record holds. */
export type RecordPart =
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'ipv4Address'
  | 'ipv6Address'
  | 'domainName'
  | 'hex'
  | 'base64'
  | 'tag'
  | 'characterString'
  | 'serviceParameter';

export interface RecordForm {
  readonly parts: readonly RecordPart[];
  /** The last part may be repeated. */
  readonly more?: RecordPart;
}

/** What is wrong with one part of a record; `undefined`: nothing. */
type PartCheck = (text: string) => string | undefined;

const fits =
  (test: (text: string) => boolean, problem: string): PartCheck =>
  (text) =>
    test(text) ? undefined : problem;

const whole =
  (bits: number): PartCheck =>
  (text) =>
    /^\d{1,10}$/.test(text) && Number(text) < 2 ** bits ? undefined : `contains '${text}' instead of an unsigned ${bits}-bit integer`;

const checks: Readonly<Record<RecordPart, PartCheck>> = {
  uint8: whole(8),
  uint16: whole(16),
  uint32: whole(32),
  ipv4Address: fits(isAddress4, "isn't an IPv4 address"),
  ipv6Address: fits(isAddress6, "isn't an IPv6 address"),
  domainName: fits(isDomainName, 'must contain a domain name that ends in a dot'),
  hex: fits((text) => /^(?:[0-9A-Fa-f]{2})+$/.test(text), 'must contain hexadecimal bytes'),
  base64: fits((text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text), 'must contain base64 text'),
  tag: fits((text) => /^[A-Za-z0-9]+$/.test(text), 'must contain a tag of letters and digits'),
  characterString: (text) => {
    if (/\\(?:25[6-9]|2[6-9]\d|[3-9]\d\d)/.test(text.replace(/\\\D/g, ''))) return 'contains an escape of a number above 255';
    return unescapedLength(text) <= 255 ? undefined : 'contains a string of more than 255 bytes';
  },
  serviceParameter: fits((value) => /^[a-z0-9-]+(?:=[^]*)?$/.test(value), 'must contain a service parameter'),
};

const forms: ReadonlyMap<string, RecordForm> = new Map<string, RecordForm>([
  ['A', { parts: ['ipv4Address'] }],
  ['AAAA', { parts: ['ipv6Address'] }],
  ['ALIAS', { parts: ['domainName'] }],
  ['CAA', { parts: ['uint8', 'tag', 'characterString'] }],
  ['CNAME', { parts: ['domainName'] }],
  ['DNAME', { parts: ['domainName'] }],
  ['DNSKEY', { parts: ['uint16', 'uint8', 'uint8', 'base64'], more: 'base64' }],
  ['DS', { parts: ['uint16', 'uint8', 'uint8', 'hex'], more: 'hex' }],
  ['HTTPS', { parts: ['uint16', 'domainName'], more: 'serviceParameter' }],
  ['MX', { parts: ['uint16', 'domainName'] }],
  ['NAPTR', { parts: ['uint16', 'uint16', 'characterString', 'characterString', 'characterString', 'domainName'] }],
  ['NS', { parts: ['domainName'] }],
  ['PTR', { parts: ['domainName'] }],
  ['SOA', { parts: ['domainName', 'domainName', 'uint32', 'uint32', 'uint32', 'uint32', 'uint32'] }],
  ['SPF', { parts: ['characterString'], more: 'characterString' }],
  ['SRV', { parts: ['uint16', 'uint16', 'uint16', 'domainName'] }],
  ['SSHFP', { parts: ['uint8', 'uint8', 'hex'] }],
  ['SVCB', { parts: ['uint16', 'domainName'], more: 'serviceParameter' }],
  ['TLSA', { parts: ['uint8', 'uint8', 'uint8', 'hex'], more: 'hex' }],
  ['TXT', { parts: ['characterString'], more: 'characterString' }],
]);

/** The form of a type's records; `undefined` where nothing is known of the type. */
export function getRecordForm(type: string): RecordForm | undefined {
  return forms.get(type);
}

/** Types of which a name has one record at most. */
export const singletonTypes: ReadonlySet<string> = new Set(['CNAME', 'SOA', 'DNAME', 'ALIAS']);

/** Digits of a digest by its type (RFC 4509, RFC 6605). */
const digestDigits: Readonly<Record<string, number>> = { '1': 40, '2': 64, '4': 96 };

/** What is wrong with a record; `undefined`: nothing, or nothing is known of its type. */
export function findRecordProblem(type: string, data: string): string | undefined {
  const form = forms.get(type);
  if (!form) return undefined;
  const parts = splitRecord(data);
  if (!parts) return 'has an unmatched quotation mark';
  const fewest = form.parts.length;
  if (parts.length < fewest || (parts.length > fewest && !form.more))
    return `must have ${fewest}${form.more ? ' or more' : ''} parts, as a record of type ${type} (received ${parts.length})`;
  const [problem] = parts.flatMap((part, index) => {
    const kind = form.parts[index] ?? form.more;
    return (kind && checks[kind](part)) ?? [];
  });
  return problem ?? (type === 'DS' ? digestProblem(parts) : undefined);
}

function digestProblem([, , kind = '', ...digest]: readonly string[]): string | undefined {
  const digits = digestDigits[kind];
  return digits === undefined || digest.join('').length === digits ? undefined : `must contain a digest of ${digits / 2} bytes`;
}

/** Words, quoted texts, and words with a quoted value (`alpn="h2,h3"`, RFC 9460); `undefined` where a quotation mark is missing. */
export function splitRecord(data: string): readonly string[] | undefined {
  const found = data.match(/"(?:[^"\\]|\\[^])*"|[^\s"]+="(?:[^"\\]|\\[^])*"|(?:[^\s"\\]|\\[^]|\\$)+/g) ?? [];
  const left = found.reduce((rest, part) => rest.replace(part, () => ''), data);
  return left.trim() === '' ? found : undefined;
}

/** In bytes; an escape stands for one. */
function unescapedLength(value: string): number {
  const inner = value.startsWith('"') ? value.slice(1, -1) : value;
  return new TextEncoder().encode(inner.replace(/\\(\d{3}|[^])/g, 'x')).length;
}

function isAddress4(text: string): boolean {
  return /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split('.').every((part) => Number(part) < 256 && String(Number(part)) === part);
}

function isDomainName(value: string): boolean {
  if (value === '.') return true;
  if (!value.endsWith('.') || value.length > 254) return false;
  return value
    .slice(0, -1)
    .split('.')
    .every((label) => /^(?:\*|(?:[A-Za-z0-9_/-]|\\[^]|[^\u0000-\u007f]){1,63})$/.test(label));
}

function isAddress6(value: string): boolean {
  const halves = value.split('::');
  if (halves.length > 2 || !/^[0-9A-Fa-f:.]+$/.test(value)) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const embedded = last.includes('.');
  if (embedded && !isAddress4(last)) return false;
  const plain = embedded ? groups.slice(0, -1) : groups;
  const count = plain.length + (embedded ? 2 : 0);
  return plain.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}
