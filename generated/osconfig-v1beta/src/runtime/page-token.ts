/** Page tokens in the body. */
import type { MethodDescriptor } from './descriptor.js';

/** A list call under preparation. */
interface ListCall {
  readonly method: MethodDescriptor;
  readonly values: Record<string, unknown>;
}

/** Moves the page token from the parameters to the body. */
export function addPageTokenToBody({ method, values }: ListCall): void {
  const name = method.list?.pageToken ?? 'pageToken';
  const { [name]: token } = values;
  if (token === undefined) return;
  delete values[name];
  values['requestBody'] = { ...(values['requestBody'] as object | undefined), [name]: token };
}
