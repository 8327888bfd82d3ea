/** Infers whether an API uses ProtoJSON, the JSON mapping of Protocol Buffers. */
import type { Api } from '../model.js';

/** The common parameter of APIs whose server parses requests as ProtoJSON. Descriptions of older servers lack it. */
const errorFormatParameter = '$.xgafv';

/** Whether the common parameters select the format of errors. Only servers for Protocol Buffers have that parameter. */
export function inferProtoJson({ parameters }: Pick<Api, 'parameters'>): boolean {
  return parameters.some(({ name }) => name === errorFormatParameter);
}
