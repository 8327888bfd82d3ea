/** Services that put their bodies below `data`. */
import type { RequestBuilder } from './client-types.js';

/** Puts the body of the request below `data`, and takes that of the answer from there. */
export function applyDataWrapper(draft: RequestBuilder): void {
  const { transport, values } = draft;
  const { requestBody } = values;
  if (requestBody !== undefined) values['requestBody'] = { data: requestBody };
  draft.transport = {
    ...transport,
    async send(request, options) {
      const response = await transport.send(request, options);
      const { data } = response.body as { readonly data?: unknown };
      return data === undefined ? response : { ...response, body: data };
    },
  };
}
