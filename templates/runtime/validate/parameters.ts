/** Parameters of a call. */
import type { FieldTable, Members } from './members.js';
import { report, type Faults } from './report.js';

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

/** Notes each parameter that the method does not take, a body for a method without one too. */
export function unknownParameters(faults: Faults, request: Members, site: ParametersSite): Faults {
  const [schemaPath, own, common, source = ''] = site;
  const isKnown = (name: string): boolean =>
    name.startsWith('$') || systemParameters.has(name) || Object.hasOwn(own, name) || (common !== 0 && Object.hasOwn(common, name));
  let found = faults;
  for (const name of Object.keys(request)) {
    if (isKnown(name) || request[name] === undefined) continue;
    found = report(found, [schemaPath, 'additionalProperties', name, source]);
  }
  return found;
}
