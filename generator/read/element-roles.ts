/** Which parts of a document are elements, which are maps of elements named by the author: what a walk must know. */

/** `element`: its keys are words of the language. `container`: its keys are names. `plain`: neither, such as a condition of a rule. */
export type ElementRole = 'element' | 'container' | 'plain';

const containers: ReadonlySet<string> = new Set([
  'schemas',
  'properties',
  'parameters',
  'methods',
  'resources',
  'scopes',
  'x-variables',
  'x-documents',
]);
const elements: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'request', 'response', 'auth', 'oauth2']);

/** The role of a mapping, from that of the one around it and the key that leads to it. */
export function getChildRole(role: ElementRole, key: string): ElementRole {
  if (role === 'container') return 'element';
  if (role === 'plain') return 'plain';
  if (containers.has(key)) return 'container';
  return elements.has(key) ? 'element' : 'plain';
}
