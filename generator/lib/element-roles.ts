/** Classifies the mappings of a document for traversals. */

/** `element`: its keys belong to the specification language. `container`: its keys are names. `plain`: neither, such as a condition of a rule. */
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

/** The role of a mapping, given the role of its parent and its key. */
export function getChildRole(role: ElementRole, key: string): ElementRole {
  if (role === 'container') return 'element';
  if (role === 'plain') return 'plain';
  if (containers.has(key)) return 'container';
  return elements.has(key) ? 'element' : 'plain';
}
