declare const fromManifest: unique symbol;
/** A function of a service module, which the manifest of the module names. */
export type ServiceSymbol = string & { readonly [fromManifest]: true };

/** The functions of the runtime that compiled validators can call: those of `./validate`, whose names the compiler checks, and those of services. */
export type RuntimeSymbol = (keyof typeof import('../../../runtime/validate/index.js') & string) | ServiceSymbol;

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
