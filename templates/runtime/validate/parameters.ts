/** Parameters of a call. */
import type { FieldTable, Members } from './members.js';
import { report, type Errors } from './report.js';

/** Query parameters that all APIs of this kind take, whether or not a specification lists them; each also with a `$` before it. */
const systemParameters: ReadonlySet<string> = /* @__PURE__ */ new Set([
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

type ParametersSite = readonly [schemaPath: string, own: FieldTable, common: FieldTable | 0, source?: string];

/** Reports each parameter that the method does not take, a body for a method without one too. */
export function unknownParameters(errors: Errors, request: Members, site: ParametersSite): Errors {
  const [schemaPath, own, common, source = ''] = site;
  const isKnown = (name: string): boolean =>
    name.startsWith('$') || systemParameters.has(name) || Object.hasOwn(own, name) || (common !== 0 && Object.hasOwn(common, name));
  let found = errors;
  for (const name of Object.keys(request)) {
    if (isKnown(name) || request[name] === undefined) continue;
    found = report(found, [schemaPath, 'additionalProperties', name, source]);
  }
  return found;
}
