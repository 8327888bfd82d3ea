/** The query parameters that all APIs of this kind accept even if the description doesn't list them, also with the prefix `$`. */
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
