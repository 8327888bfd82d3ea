/** The presentation forms of DNS records by type (RFC 1035 and later RFCs). */

/** The type of one part of a record. */
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
  /** The type of additional parts, if the last part can be repeated. */
  readonly more?: RecordPart;
}

/** Returns the problem of one part of a record, or `undefined` if it is valid. */
type PartCheck = (text: string) => string | undefined;

/* @__NO_SIDE_EFFECTS__ */
function createPartCheck(test: (text: string) => boolean, problem: string): PartCheck {
  return (text) => (test(text) ? undefined : problem);
}

/* @__NO_SIDE_EFFECTS__ */
function createIntegerCheck(bits: number): PartCheck {
  const problem = `instead of an unsigned ${bits}-bit integer`;
  return (text) => (/^\d{1,10}$/.test(text) && Number(text) < 2 ** bits ? undefined : `contains '${text}' ${problem}`);
}

const checks: Readonly<Record<RecordPart, PartCheck>> = {
  uint8: createIntegerCheck(8),
  uint16: createIntegerCheck(16),
  uint32: createIntegerCheck(32),
  ipv4Address: createPartCheck(isIpv4Address, "isn't an IPv4 address"),
  ipv6Address: createPartCheck(isIpv6Address, "isn't an IPv6 address"),
  domainName: createPartCheck(isDomainName, 'must contain a domain name that ends in a dot'),
  hex: createPartCheck((text) => /^(?:[0-9A-Fa-f]{2})+$/.test(text), 'must contain hexadecimal bytes'),
  base64: createPartCheck((text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text), 'must contain base64 text'),
  tag: createPartCheck((text) => /^[A-Za-z0-9]+$/.test(text), 'must contain a tag of letters and digits'),
  characterString: (text) => {
    if (/\\(?:25[6-9]|2[6-9]\d|[3-9]\d\d)/.test(text.replace(/\\\D/g, ''))) return 'contains an escape of a number above 255';
    return countUnescapedBytes(text) <= 255 ? undefined : 'contains a string of more than 255 bytes';
  },
  serviceParameter: createPartCheck((value) => /^[a-z0-9-]+(?:=[^]*)?$/.test(value), 'must contain a service parameter'),
};

/** The forms by the type of the record. */
export const recordForms: ReadonlyMap<string, RecordForm> = new Map<string, RecordForm>([
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

/** The types of which a name has at most one record. */
export const singletonTypes: ReadonlySet<string> = new Set(['CNAME', 'SOA', 'DNAME', 'ALIAS']);

/** The number of hexadecimal digits of a digest by type (RFC 4509, RFC 6605). */
const digestDigits: Readonly<Record<string, number>> = { '1': 40, '2': 64, '4': 96 };

/** Returns the problem of a record. Returns `undefined` if it is valid or its type is unknown. */
export function findRecordProblem(type: string, data: string): string | undefined {
  const form = recordForms.get(type);
  if (!form) return undefined;
  const parts = splitRecord(data);
  if (!parts) return 'has an unmatched quotation mark';
  const minimum = form.parts.length;
  if (parts.length < minimum || (parts.length > minimum && !form.more))
    return `must have ${minimum}${form.more ? ' or more' : ''} parts, as a record of type ${type} (received ${parts.length})`;
  for (const [index, part] of parts.entries()) {
    const kind = form.parts[index] ?? form.more;
    const problem = kind && checks[kind](part);
    if (problem !== undefined) return problem;
  }
  return type === 'DS' ? findDigestProblem(parts) : undefined;
}

function findDigestProblem([, , kind = '', ...digest]: readonly string[]): string | undefined {
  const digits = digestDigits[kind];
  return digits === undefined || digest.join('').length === digits ? undefined : `must contain a digest of ${digits / 2} bytes`;
}

/**
 * Splits a record into words, quoted texts, and words with a quoted value (`alpn="h2,h3"`, RFC 9460). Returns `undefined` if a quotation
 * mark is unmatched.
 */
export function splitRecord(data: string): readonly string[] | undefined {
  if (!/["\\]/.test(data)) return data.match(/\S+/g) ?? [];
  const parts = data.match(/"(?:[^"\\]|\\[^])*"|[^\s"]+="(?:[^"\\]|\\[^])*"|(?:[^\s"\\]|\\[^]|\\$)+/g) ?? [];
  const remaining = parts.reduce((rest, part) => rest.replace(part, () => ''), data);
  return remaining.trim() === '' ? parts : undefined;
}

/** Returns the length in bytes. An escape counts as one byte. */
function countUnescapedBytes(value: string): number {
  const inner = value.startsWith('"') ? value.slice(1, -1) : value;
  return new TextEncoder().encode(inner.replace(/\\(\d{3}|[^])/g, 'x')).length;
}

function isIpv4Address(text: string): boolean {
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

function isIpv6Address(value: string): boolean {
  const halves = value.split('::');
  if (halves.length > 2 || !/^[0-9A-Fa-f:.]+$/.test(value)) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const hasIpv4 = last.includes('.');
  if (hasIpv4 && !isIpv4Address(last)) return false;
  const hexGroups = hasIpv4 ? groups.slice(0, -1) : groups;
  const count = hexGroups.length + (hasIpv4 ? 2 : 0);
  return hexGroups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}
