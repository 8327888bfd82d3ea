/** The rules of the DNS module. */
import type { ServiceRule } from '../../mock/service.js';

/** The lists at `data` contain DNS records of the type in `type`, in presentation format. */
export type RecordDataRule = ServiceRule<'dns/record-data', { readonly type: string; readonly data: readonly string[] }>;

/** The server generates `publicKey` and computes `keyTag` and `digests` (RFC 4034) for the domain name in the field `owner` of the parent. */
export type DnssecKeyRule = ServiceRule<
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
