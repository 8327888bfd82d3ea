/** Reads error bodies in each of their forms. */
import { toReason } from '../../runtime/error-reasons.js';

interface ErrorBody {
  readonly error?: {
    readonly status?: string;
    readonly errors?: readonly ErrorEntry[];
    readonly details?: readonly { readonly reason?: string; readonly fieldViolations?: readonly { readonly field?: unknown }[] }[];
  };
}

export interface ErrorEntry {
  readonly reason?: unknown;
  readonly location?: unknown;
}

/** Lists the reasons and locations of an error: those of `errors`, or else of the canonical code and the details. */
export function readErrors(body: unknown): readonly ErrorEntry[] {
  const { error } = body as ErrorBody;
  if (!error) return [];
  const { status = '', errors, details = [] } = error;
  if (errors) return errors;
  const reason = toReason(details.find((detail) => detail.reason !== undefined)?.reason ?? status);
  const violations = details.flatMap(({ fieldViolations = [] }) => fieldViolations);
  return violations.length > 0 ? violations.map(({ field }) => ({ reason, location: field })) : [{ reason }];
}
