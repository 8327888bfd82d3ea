/** The presentation forms of DNS records by type (RFC 1035 and those after it). */

/** What is wrong with one part of a record; `undefined`: nothing. */
type Part = (text: string) => string | undefined;

interface Form {
  readonly parts: readonly Part[];
  /** The last part may be there any number of times. */
  readonly more?: Part;
}

const fits =
  (test: (text: string) => boolean, problem: string): Part =>
  (text) =>
    test(text) ? undefined : problem;

const whole =
  (bits: number): Part =>
  (text) =>
    /^\d{1,10}$/.test(text) && Number(text) < 2 ** bits ? undefined : `holds '${text}' where a whole number of ${bits} bits is expected`;

const address4 = fits(
  (text) => /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split('.').every((part) => Number(part) < 256 && String(Number(part)) === part),
  'is no IPv4 address',
);
const address6 = fits(isAddress6, 'is no IPv6 address');
const name = fits(isDomainName, 'holds no domain name with a final dot');
const hex = fits((text) => /^(?:[0-9A-Fa-f]{2})+$/.test(text), 'holds no hexadecimal bytes');
const base64 = fits((text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text), 'holds no base64');
const word = fits((text) => /^[A-Za-z0-9]+$/.test(text), 'holds no tag of letters and digits');
const text = fits((value) => unquoted(value).length <= 255, 'holds a text of more than 255 bytes');
const parameter = fits((value) => /^[a-z0-9-]+(?:=[^]*)?$/.test(value), 'holds no parameter');

const forms: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['A', { parts: [address4] }],
  ['AAAA', { parts: [address6] }],
  ['ALIAS', { parts: [name] }],
  ['CAA', { parts: [whole(8), word, text] }],
  ['CNAME', { parts: [name] }],
  ['DNAME', { parts: [name] }],
  ['DNSKEY', { parts: [whole(16), whole(8), whole(8), base64], more: base64 }],
  ['DS', { parts: [whole(16), whole(8), whole(8), hex], more: hex }],
  ['HTTPS', { parts: [whole(16), name], more: parameter }],
  ['MX', { parts: [whole(16), name] }],
  ['NAPTR', { parts: [whole(16), whole(16), text, text, text, name] }],
  ['NS', { parts: [name] }],
  ['PTR', { parts: [name] }],
  ['SOA', { parts: [name, name, whole(32), whole(32), whole(32), whole(32), whole(32)] }],
  ['SPF', { parts: [text], more: text }],
  ['SRV', { parts: [whole(16), whole(16), whole(16), name] }],
  ['SSHFP', { parts: [whole(8), whole(8), hex] }],
  ['SVCB', { parts: [whole(16), name], more: parameter }],
  ['TLSA', { parts: [whole(8), whole(8), whole(8), hex], more: hex }],
  ['TXT', { parts: [text], more: text }],
]);

/** Types of which a name has one record at most. */
export const singletons: ReadonlySet<string> = new Set(['CNAME', 'SOA', 'DNAME', 'ALIAS']);

/** Digits of a digest by its type (RFC 4509, RFC 6605). */
const digestDigits: Readonly<Record<string, number>> = { '1': 40, '2': 64, '4': 96 };

/** What is wrong with a record; `undefined`: nothing, or nothing is known of its type. */
export function recordProblem(type: string, data: string): string | undefined {
  const form = forms.get(type);
  if (!form) return undefined;
  const parts = partsOf(data);
  if (!parts) return 'has a quotation mark without its other one';
  const fewest = form.parts.length;
  if (parts.length < fewest || (parts.length > fewest && !form.more))
    return `has ${parts.length} parts, but ${type} has ${fewest}${form.more ? ' or more' : ''}`;
  const [problem] = parts.flatMap((part, index) => (form.parts[index] ?? form.more)?.(part) ?? []);
  return problem ?? (type === 'DS' ? digestProblem(parts) : undefined);
}

function digestProblem([, , kind = '', ...digest]: readonly string[]): string | undefined {
  const digits = digestDigits[kind];
  return digits === undefined || digest.join('').length === digits ? undefined : `holds no digest of ${digits / 2} bytes`;
}

/** Words, quoted texts, and words with a quoted value (`alpn="h2,h3"`, RFC 9460); `undefined` where a quotation mark is missing. */
function partsOf(data: string): readonly string[] | undefined {
  const found = data.match(/"(?:[^"\\]|\\[^])*"|[^\s"]+="(?:[^"\\]|\\[^])*"|[^\s"]+/g) ?? [];
  const left = found.reduce((rest, part) => rest.replace(part, () => ''), data);
  return left.trim() === '' ? found : undefined;
}

function unquoted(value: string): Uint8Array {
  const inner = value.startsWith('"') ? value.slice(1, -1) : value;
  return new TextEncoder().encode(inner.replace(/\\(\d{3}|[^])/g, 'x'));
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
  if (embedded && address4(last) !== undefined) return false;
  const plain = embedded ? groups.slice(0, -1) : groups;
  const count = plain.length + (embedded ? 2 : 0);
  return plain.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}
