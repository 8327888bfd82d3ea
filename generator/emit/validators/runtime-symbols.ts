/** The runtime functions that compiled validators can call. The compiler checks each name. */
type Exports<Module> = readonly (keyof Module & string)[];

const modules = [
  [
    './runtime/validate/report.js',
    ['joinErrors', 'formatPointerSegment', 'report'] satisfies Exports<typeof import('../../../templates/runtime/validate/report.js')>,
  ],
  [
    './runtime/validate/members.js',
    ['hasOnlyKnownMembers', 'reportMissingMembers', 'reportWrongFields', 'reportWrongMembers'] satisfies Exports<
      typeof import('../../../templates/runtime/validate/members.js')
    >,
  ],
  [
    './runtime/validate/objects.js',
    ['getOwnMember', 'isObject'] satisfies Exports<typeof import('../../../templates/runtime/validate/objects.js')>,
  ],
  [
    './runtime/validate/time-formats.js',
    ['isDate', 'isDateTime', 'isDuration'] satisfies Exports<typeof import('../../../templates/runtime/validate/time-formats.js')>,
  ],
  [
    './runtime/validate/formats.js',
    [
      'hasByteLength',
      'isBcp47',
      'isByte',
      'isCertificates',
      'isCidrIpv4',
      'isFieldMask',
      'isInt32',
      'isInt64',
      'isPrivateKey',
      'isUint32',
      'isUint64',
      'isUrl',
      'isUuid',
    ] satisfies Exports<typeof import('../../../templates/runtime/validate/formats.js')>,
  ],
  [
    './runtime/validate/shape.js',
    [
      'isListOf',
      'isMapOf',
      'isOptionalBoolean',
      'isOptionalInteger',
      'isOptionalNumber',
      'isOptionalString',
      'reportWrongShape',
    ] satisfies Exports<typeof import('../../../templates/runtime/validate/shape.js')>,
  ],
  [
    './runtime/validate/text.js',
    ['countCodePoints', 'countUtf8Bytes'] satisfies Exports<typeof import('../../../templates/runtime/validate/text.js')>,
  ],
  [
    './runtime/validate/validate-parameters.js',
    ['validateMask', 'validateMasks', 'reportUnknownParameters'] satisfies Exports<
      typeof import('../../../templates/runtime/validate/validate-parameters.js')
    >,
  ],
  [
    './runtime/validate/validate-filter.js',
    ['validateFilter'] satisfies Exports<typeof import('../../../templates/runtime/validate/validate-filter.js')>,
  ],
  [
    './runtime/rules/rule-check.js',
    ['reportRule', 'validateRule'] satisfies Exports<typeof import('../../../templates/runtime/rules/rule-check.js')>,
  ],
  [
    './runtime/rules/non-overlapping.js',
    ['addDisjointRange', 'addDisjointRanges', 'nonOverlapping'] satisfies Exports<
      typeof import('../../../templates/runtime/rules/non-overlapping.js')
    >,
  ],
  [
    './runtime/services/dns/validate/check-record-data.js',
    ['dnsRecordData'] satisfies Exports<typeof import('../../../templates/runtime/services/dns/validate/check-record-data.js')>,
  ],
] as const;

export type RuntimeSymbol = (typeof modules)[number][1][number];

/** Creates one import statement for each used module. */
export function createImports(used: ReadonlySet<RuntimeSymbol>): string[] {
  return modules.flatMap(([module, symbols]) => {
    const names = symbols.filter((symbol) => used.has(symbol));
    return names.length === 0 ? [] : [`import { ${names.join(', ')} } from '${module}';`];
  });
}

/** The validation function of each format. Other formats aren't validated. */
export const textFormats: ReadonlyMap<string, RuntimeSymbol> = new Map<string, RuntimeSymbol>([
  ['int64', 'isInt64'],
  ['uint64', 'isUint64'],
  ['byte', 'isByte'],
  ['date', 'isDate'],
  ['date-time', 'isDateTime'],
  ['google-datetime', 'isDateTime'],
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
