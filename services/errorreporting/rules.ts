/** The rules of the Error Reporting module. */
import type { ServiceRule } from '../../mock/service.js';

/** A new error event of the group changes `status` from one of the values `from` to `to`. */
export type ReopenRule = ServiceRule<
  'errorreporting/reopen',
  { readonly status: string; readonly from: readonly string[]; readonly to: string }
>;
