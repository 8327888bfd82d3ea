/** The functions of the runtime that compiled validators can call: those of `./validate`, and those of services. The compiler checks each name. */
export type RuntimeSymbol = (keyof typeof import('../../../runtime/validate/index.js') | DnsSymbol) & string;
type DnsSymbol = keyof typeof import('../../../services/dns/validate/index.js');

/** The functions of services by the entry points of the runtime that have them. */
export const serviceSymbols: ReadonlyMap<string, RuntimeSymbol> = new Map([['dns-validate', 'dnsRecordData']]);

/** The validation function of each format. Other formats aren't validated. */
export const textFormats: ReadonlyMap<string, RuntimeSymbol> = new Map<string, RuntimeSymbol>([
  ['int64', 'isInt64'],
  ['uint64', 'isUint64'],
  ['byte', 'isByte'],
  ['date', 'isDate'],
  ['date-time', 'isDateTime'],
  ['google-datetime', 'isTimestamp'],
  ['google-duration', 'isDuration'],
  ['google-fieldmask', 'isFieldMask'],
  ['uuid', 'isUuid'],
  ['url', 'isUrl'],
  ['cidr-ipv4', 'isCidrIpv4'],
  ['bcp47', 'isBcp47'],
  ['pem', 'isCertificates'],
  ['pem-certificates', 'isCertificates'],
  ['pem-private-key', 'isPrivateKey'],
]);

export const numberFormats: ReadonlyMap<string, RuntimeSymbol> = new Map<string, RuntimeSymbol>([
  ['int32', 'isInt32'],
  ['uint32', 'isUint32'],
]);
