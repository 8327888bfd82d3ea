/** Rules that are particular to one service. A service module in `services/` implements each of them. */
import type { Condition } from './resource-rules.js';

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

/**
 * In a group of resources, one has the role `active`. Setting a `standby` one to `active` swaps the roles, and the former active one drains.
 * `field` is the field with the role, and `group` lists the fields that have the same values in all resources of a group.
 */
export type ActiveStandbyRule = ServiceRuleOf<
  'compute/active-standby',
  {
    readonly field: string;
    readonly active: string;
    readonly standby: string;
    readonly group: readonly string[];
    readonly when: Condition;
    readonly drain: {
      readonly field: string;
      readonly during: string;
      readonly after: string;
      /** The query parameter with the drain timeout in seconds, which applies only if `when` holds. Default: 0. */
      readonly parameter: string;
      readonly when: Condition;
    };
  }
>;

/** A new error event of the group changes `status` from one of the values `from` to `to`. */
export type ReopenRule = ServiceRuleOf<
  'errorreporting/reopen',
  { readonly status: string; readonly from: readonly string[]; readonly to: string }
>;

export type ServiceRule = RecordDataRule | DnssecKeyRule | CertificateDetailsRule | ActiveStandbyRule | ReopenRule;
