/** Rules that are particular to one service. A service module in `services/` implements each of them. */

interface ServiceRuleOf<Module extends string, Options extends object> {
  readonly kind: 'service';
  readonly module: Module;
  readonly options: Options;
}

/** The lists at `data` contain DNS records of the type in `type`, in presentation format. */
export type RecordDataRule = ServiceRuleOf<'dns/record-data', { readonly type: string; readonly data: readonly string[] }>;

/** A `dns/record-data` rule of record sets inside a resource. The generator creates it; no specification states it. */
export interface InnerRecordDataRule extends RecordDataRule {
  /** Dotted path, also through lists, from the resource to the record sets. */
  readonly within: string;
}

/** The server generates `publicKey` and computes `keyTag` and `digests` (RFC 4034) for the domain name in the field `owner` of the parent. */
export type DnssecKeyRule = ServiceRuleOf<
  'dns/dnssec-key',
  {
    readonly owner: string;
    readonly type: string;
    readonly algorithm: string;
    readonly keyLength: string;
    readonly publicKey: string;
    readonly keyTag: string;
    readonly digests: string;
  }
>;

/** The server reads `expires` and `names` from the first certificate in the PEM text of one of the fields `certificates`. */
export type CertificateDetailsRule = ServiceRuleOf<
  'compute/certificate-details',
  { readonly certificates: readonly string[]; readonly expires: string; readonly names: string }
>;

/** A new error event of the group changes `status` from one of the values `from` to `to`. */
export type ReopenRule = ServiceRuleOf<
  'errorreporting/reopen',
  { readonly status: string; readonly from: readonly string[]; readonly to: string }
>;

export type ServiceRule = RecordDataRule | DnssecKeyRule | CertificateDetailsRule | ReopenRule;
