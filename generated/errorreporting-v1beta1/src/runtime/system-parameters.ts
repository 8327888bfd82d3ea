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

/** What some of them hold: the form of answers (JSON, with numbers of enum values where the one who asks reads both, or the bytes of media) and of errors, whether they are indented, a name of a function that a page may have. */
export const systemForms: ReadonlyMap<string, RegExp> = /* @__PURE__ */ new Map([
  ['alt', /^(?:json(?:;enum-encoding=int)?|media)$/],
  ['prettyPrint', /^(?:true|false|1|0)$/i],
  ['.xgafv', /^[12]$/],
  // Nothing else gets into a script.
  ['callback', /^(?:(?=.{1,128}$)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)$/],
]);

export function hasForm(name: string, text: string): boolean {
  return systemForms.get(name)?.test(text) !== false;
}
