/** Wraps bodies for services that expect them in `data`. */
import type { RequestBuilder } from './client-types.js';

/** Wraps the request body in `data` and unwraps the response body. */
export function applyDataWrapper(builder: RequestBuilder): void {
  const { transport, values } = builder;
  const { requestBody } = values;
  if (requestBody !== undefined) values['requestBody'] = { data: requestBody };
  builder.transport = {
    ...transport,
    async send(request, options) {
      const response = await transport.send(request, options);
      const { data } = response.body as { readonly data?: unknown };
      return data === undefined ? response : { ...response, body: data };
    },
  };
}
