/** Pages whose token travels in the body. */
import type { MethodDescriptor } from './descriptor.js';

/** A call before it is sent; `values` may be changed, what is in it not. */
interface ListCall {
  readonly method: MethodDescriptor;
  readonly values: Record<string, unknown>;
}

/** Puts the token of a page where it belongs, the body. */
export function addPageTokenToBody({ method, values }: ListCall): void {
  const name = method.list?.pageToken ?? 'pageToken';
  const { [name]: token } = values;
  if (token === undefined) return;
  delete values[name];
  values['requestBody'] = { ...(values['requestBody'] as object | undefined), [name]: token };
}
