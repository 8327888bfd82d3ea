/** Pages whose token travels in the body. */
import type { Draft } from './types.js';

/** Puts the token of a page where it belongs, the body. */
export function withPageTokenInBody({ method, values }: Pick<Draft, 'method' | 'values'>): void {
  const name = method.list?.pageToken ?? 'pageToken';
  const { [name]: token } = values;
  if (token === undefined) return;
  delete values[name];
  values['requestBody'] = { ...(values['requestBody'] as object | undefined), [name]: token };
}
