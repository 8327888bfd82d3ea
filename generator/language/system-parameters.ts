/** The query parameters that every API accepts, and one of the APIs whose server parses requests as ProtoJSON. */
export { systemParameters } from '../../runtime/descriptor.js';

/** The common parameter that selects the format of errors. Descriptions of older servers, which don't parse ProtoJSON, lack it. */
export const errorFormatParameter = '$.xgafv';
