/** Query parameters that all APIs of this kind take, whether or not a description lists them; each also with a `$` before it. */
export const systemParameters: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'alt',
  'fields',
  'key',
  'prettyPrint',
  'quotaUser',
  'userIp',
  'callback',
  'oauth_token',
  'access_token',
  'uploadType',
  'upload_protocol',
]);
