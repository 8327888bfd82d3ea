/** Functions of the mock that the command line and `fidelity/` share, so that they read requests, hosts, and tokens in the same way. */
export { getHost, isCommonHostPath, listHostPatterns, matchHost, type HostMatch } from './catalog/api-hosts.js';
export { createPairTest, getActionResource } from './catalog/paired-path.js';
export { getAddressPath } from './catalog/root-paths.js';
export { Router, type FoundRoute } from './catalog/router.js';
export { anonymous } from './engine/identities.js';
export { computeCrc32c } from './engine/content/digests.js';
export { adminTokenForm, adminTokenHeader, isAdminToken } from './lib/admin-token.js';
export { ByteBudget, Reservation } from './lib/byte-budget.js';
export { isLoopbackHost, parseAllowedHost, parseAllowedOrigin, parseDeliveryHost, parseHost, parseTrustedProxy } from './lib/host.js';
export { getReasonDefaults, HttpError } from './lib/http-error.js';
export { getCommonParameter, isCommonParameter, readRequest, splitUrl, type ParsedRequest } from './lib/http-request.js';
export { describeFailure } from './lib/http-result.js';
export type { Json, JsonObject } from './lib/json.js';
export { parseMediaTypeParameters, parseMessage, splitMultipart } from './lib/multipart.js';
export { parseJsonText } from './lib/parse-json.js';
